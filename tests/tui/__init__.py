"""Tests of the terminal client: the pure parts, the screens, the real terminal."""

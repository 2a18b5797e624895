"""Replays: a game record stepped through with all hands open, on a screen or as lines, or checked."""

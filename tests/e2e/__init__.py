"""Tests of whole rounds through every room, as people play them."""

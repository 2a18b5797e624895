"""The terminal client and the gouji command."""

"""The owner's way to ask and tell a server that is running, over a Unix socket of their own.

``commands`` is the command line, ``counter`` takes what it asks, ``deeds`` does it.
"""

SOCKET = "admin.sock"
"""What the socket is called in the data directory."""

"""The scripting library: drivers that play Gouji over the protocol."""

"""The headless Gouji server: tables, clocks, journal and connections."""

"""The screens: the menu, the start, the table, the place table, the log and the help."""

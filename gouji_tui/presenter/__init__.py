"""What the screen shows, worked out from a view without any screen: rows of text in inks.

Each module makes the rows of one panel. Nothing here knows Textual; widgets only draw these rows and
the plain mode prints them.
"""

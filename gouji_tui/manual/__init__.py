"""What ``--help`` says of each command: its texts in Chinese and English, and the page made of them.

The texts are the data files beside this module: a section for each command with what it is ``about``, what
else is to be said, its examples, and a text for each option under its name; what several commands have is
under ``common``. They are no part of the catalogues, which are read whenever anything
starts. A test holds that both files say something of every option, and of nothing else.
"""

from gouji_tui.manual.page import page, plain_name
from gouji_tui.manual.reading import COMMON, OWN, Example, Manual

__all__ = ["COMMON", "OWN", "Example", "Manual", "page", "plain_name"]

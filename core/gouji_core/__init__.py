"""The rules of Gouji: values, decisions and events, without any input or output."""

__version__ = "0.1.0"

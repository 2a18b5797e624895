"""The rules of Gouji: values, decisions and events, without any input or output."""

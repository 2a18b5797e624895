"""Messages, limits, frames and sessions of the Gouji protocol, without any input or output."""

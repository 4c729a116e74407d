"""The protocol as a machine without input or output: frames and ticks in, frames and facts out (docs/spec/protocol.md)."""

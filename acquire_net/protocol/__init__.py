"""The protocol as a machine without input and output: frames and ticks go in, frames and facts come out (docs/protocol.md)."""

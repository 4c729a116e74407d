"""The window: what pygame draws and what it is asked. Nothing outside this folder imports pygame."""

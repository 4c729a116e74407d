"""Golden games: readable games with figures worked out by hand. README.md describes the format."""

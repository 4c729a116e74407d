"""The game in a terminal: typed lines, presenters for screen, plain text and programs, and tables over the network."""

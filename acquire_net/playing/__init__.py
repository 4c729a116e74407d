"""A table at which this peer plays: the rooms of the network package joined for one game, without a socket."""

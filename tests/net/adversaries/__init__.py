"""Peers that lie: every scripted cheat of the protocol as a row of a table, tried at a random moment over real sessions."""

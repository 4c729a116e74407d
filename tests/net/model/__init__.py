"""The view change (PROTOCOL.md 2.9) in every order of events on a small table, explored over the real session code."""

"""The view change (protocol.md, section 9) in every order of events on a small table, explored over the real session code."""

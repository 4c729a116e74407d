"""The rules by which a table goes on without a seat, each by itself: no session, no network, no clock but numbers."""

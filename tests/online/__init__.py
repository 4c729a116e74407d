"""Whole programs at one table: processes of `acquire`, real sockets, real files."""

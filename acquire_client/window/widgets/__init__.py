"""The things that people press, type into and read: drawn by a painter, driven by pygame's events, ignorant of the game.

A widget knows its box and its name. A `FocusManager` (focus_manager.py) holds the widgets of a scene and says which has the
focus; names keep the focus where it was when a scene builds its widgets anew.
"""

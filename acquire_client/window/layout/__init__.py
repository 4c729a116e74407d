"""Where things lie: rectangles as pure functions of the size of the window and the scale, without pygame and without words.

Scenes ask for a layout when they are built and draw into its boxes; tests ask for hundreds and look for overlaps.
"""

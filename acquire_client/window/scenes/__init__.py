"""What fills the window: one scene at a time, with dialogs on top of it. A scene builds widgets, hears events, draws itself.

Scenes know the view model and matches; they know no other scene than those they lead to, and of the window only the `Shell`.
"""

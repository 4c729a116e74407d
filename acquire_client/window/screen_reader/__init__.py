"""What a screen reader gets: the scene as a tree of nodes with roles and names, the changes of it, and the door to AccessKit.

All but the door (adapter.py) is pure: no pygame, no AccessKit. Widgets and scenes describe themselves with the nodes of nodes.py.
"""

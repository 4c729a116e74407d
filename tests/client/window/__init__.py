"""The window under SDL's dummy drivers: layouts, widgets, scenes, whole games by keys and by clicks."""

"""Charts as pictures on the disk, in the colours of the look: drawn anew, in the same size whatever the window is."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pygame

from acquire_client.files.saves import write_free
from acquire_client.theme import Look, look_with
from acquire_client.trouble import reason
from acquire_client.window.assets.fonts import Fonts
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.scene import Shell

SIZE = (1600, 900)
FINE = 2
"""It is drawn so many times as large and shrunk, for pygame's own lines are jagged."""

Paint = Callable[[Painter, Box], None]


def chart_picture(look: Look, title: str, note: str, paint: Paint) -> pygame.Surface:
    """Return a title, a line below it, and what `paint` draws into the rest."""
    w, h = SIZE[0] * FINE, SIZE[1] * FINE
    painter = Painter(pygame.Surface((w, h)), look, Unit(w, h, 1.0), Fonts())
    unit, whole = painter.unit, Box(0, 0, w, h)
    painter.fill(whole, "panel")
    inner = whole.inset(unit(36), unit(28))
    painter.text(inner.top(unit(38)), title, 26, bold=True, cut=True)
    painter.text(inner.without_top(unit(40)).top(unit(24)), note, 14, "dim", cut=True)
    paint(painter, inner.without_top(unit(80)))
    return pygame.transform.smoothscale(painter.surface, SIZE)


def save_chart(shell: Shell, name: str, title: str, note: str, paint: Paint) -> None:
    """Save a chart beside the records, under the first free name, and tell where it lies or why it could not be saved."""
    translate = shell.translate
    picture = chart_picture(look_with(shell.settings.look, shell.settings.palette), title, note, paint)

    def write() -> Path | OSError:
        file = io.BytesIO()
        pygame.image.save(picture, file, "chart.png")
        try:
            return write_free(shell.records, name, ".png", file.getvalue())
        except OSError as error:
            return error

    def written(found: Path | OSError) -> None:
        if isinstance(found, OSError):
            shell.show_notice(translate("The picture is not saved: {why}.", why=reason(found, shell.words)), bad=True)
        else:
            shell.show_notice(translate("Saved as {name}.", name=str(found)))

    shell.workers.start(write, written)

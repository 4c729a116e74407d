"""Between lobby and board: every player mixes the bag, each proof is checked, and the opening tiles say who goes first.

What is shown comes from the events of the peer. The picture may lag behind them for a moment, so that a person can follow;
any key ends that. The table comes as soon as the opening tiles are turned over: a notice says there who goes first, and why,
while the first tile can be placed already.
"""

from __future__ import annotations

import pygame

from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.evening import Evening
from acquire_client.theme import mixed
from acquire_client.view_model.setup_story import GameOpening, opening_of, setup_story
from acquire_client.view_model.table_news import waiting_text
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.scene import DialogAnswer, Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, label_node
from acquire_client.window.table_view.motion import FRAME_MS
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.widget import Widget
from acquire_net import events

TITLE = message("Shuffling together")
STORY = message("Every player mixes the bag, so nobody can know it.")
TICK_MS, PASS_MS = 110, 200
"""How long a tick and a pass of the bag are at least seen before the next one, at normal speed."""
FLIP_MS, STAGGER_MS = 280, 110
GLOW_MS = 450
"""How long the tile of the first player is seen to glow before the table comes."""
LOOK_MS = 250
NAME_SIZE, STATE_SIZE = 19, 15
TILE, LOW_TILE = 64, 48
"""Units of an opening tile, and in a low window."""
MIN_AVATAR = 72
"""Units: where avatars would be smaller, the bag makes room for them."""


class SetupScene(Scene):
    """navigation.py shows it when a game of an `Evening` begins, and not when the person comes back to one. `update` compares
    the picture with `setup_story`: the ticks and the bag follow it, and after all ticks `opening` is taken from the steps of
    the match. When the opening has been shown for `_opening_ms`, it calls `Shell.show_online_table` and is gone. Nothing waits
    for this picture: the peer goes on whatever it shows."""

    def __init__(self, shell: Shell, evening: Evening) -> None:
        assert evening.match is not None
        super().__init__(shell)
        self.evening, self.match = evening, evening.match
        self.opening: GameOpening | None = None
        """The opening tiles and who goes first; None until the picture has come to them."""
        self.is_leaving = False
        """True when the person has gone back to the lobby, and the peer has not said so yet."""
        self._ticks = 0
        """How many ticks the picture shows; there may be more of them by now."""
        self._tick_ms = 0
        """When the last tick was added."""
        self._bag = 0.0
        """Where the bag is, in places of the row of avatars."""
        self._moved_ms = 0
        """When the bag was moved last."""
        self._opened_ms: int | None = None
        """When the opening began to be shown."""
        self._hurries = self._is_moving = False
        evening.listeners.append(self._on_event)
        shell.set_title(self.translate(TITLE))

    @property
    def factor(self) -> float:
        return 0.0 if self._hurries else ANIMATIONS[self.shell.settings.animation]

    def _on_event(self, event: events.PeerEvent) -> None:
        if isinstance(event, events.DealProgress | events.Played | events.WaitingFor | events.NotAnswering):
            self.rebuild()

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    # --- time ---

    def update(self, now_ms: int) -> bool:
        self.match.poll()  # the log of the table tells these steps as what was there before
        story, before = setup_story(self.evening, self.shell.words), (self._ticks, self._bag, self.opening)
        if self._ticks != len(story.mixed) and now_ms - self._tick_ms >= TICK_MS * self.factor:
            self._ticks = self._ticks + 1 if self._ticks < len(story.mixed) and self.factor else len(story.mixed)
            self._tick_ms = now_ms
        self._move_bag(story.seats.index(story.holder) if story.holder in story.seats else len(story.seats) - 1, now_ms)
        if self.opening is None and self._ticks >= len(story.mixed):
            self.opening = opening_of(self.match.steps)
            if self.opening is not None:
                self._opened_ms = now_ms
                self.shell.play_sound("place")
                self.rebuild()
        if self.opening is not None and self._shown_ms(now_ms) >= self._opening_ms():
            self.shell.show_notice(self._state_text())
            self.shell.show_online_table()
            return True
        self._is_moving = before != (self._ticks, self._bag, self.opening) or self._is_flipping(now_ms)
        return self._is_moving

    def _move_bag(self, target: int, now_ms: int) -> None:
        elapsed, self._moved_ms = now_ms - self._moved_ms, now_ms
        step = elapsed / (PASS_MS * self.factor) if self.factor else len(self.match.players)
        self._bag = min(target, self._bag + step) if self._bag <= target else float(target)

    def _shown_ms(self, now_ms: int) -> int:
        return 0 if self._opened_ms is None else now_ms - self._opened_ms

    def _opening_ms(self) -> float:
        """Return for how long the opening is shown in all."""
        return 0 if self._hurries else GLOW_MS + self._flipping_ms()

    def _flipping_ms(self) -> float:
        """Return how long it takes until all opening tiles are turned over."""
        tiles = 0 if self.opening is None else len(self.opening.tiles)
        return self.factor * (FLIP_MS + max(0, tiles - 1) * STAGGER_MS)

    def _is_flipping(self, now_ms: int) -> bool:
        return self.opening is not None and self.factor > 0 and self._shown_ms(now_ms) <= self._flipping_ms() + FRAME_MS

    def _flipped(self, place: int) -> float:
        """Return how far the tile in this place is turned: 0 shows its back, 1 its face."""
        if not self.factor:
            return 1.0
        gone = self._shown_ms(self.now_ms) / self.factor - place * STAGGER_MS
        return min(1.0, max(0.0, gone / FLIP_MS))

    def wait_ms(self, now_ms: int) -> int | None:
        if self._is_moving:
            return FRAME_MS
        due = [LOOK_MS, max(1, round(self._opening_ms()) - self._shown_ms(now_ms)) if self.opening is not None else LOOK_MS]
        if self._ticks < len(setup_story(self.evening, self.shell.words).mixed):
            due.append(max(1, round(TICK_MS * self.factor) - (now_ms - self._tick_ms)))
        return min(due)

    # --- what can be done ---

    def hurry_up(self) -> None:
        """Show at once what is known already."""
        self._hurries = True
        self.update(self.now_ms)

    def ask_to_cancel(self) -> None:
        self.shell.show_dialog(
            message("Go back to the lobby?"),
            lambda: self.translate("The others begin again without you. You wait in the lobby, and sit down again when a seat "
                                   "is free. If their programs begin this game before yours has said so, you leave it for "
                                   "good."),
            (DialogAnswer(message("Back to the lobby"), self._cancel), DialogAnswer(message("Stay"), kind="primary")),
            lambda key: None)

    def _cancel(self) -> None:
        self.match.poll_changes()
        if self.match.game.turn:
            self.shell.show_notice(self.translate("The game has begun meanwhile."))
            return
        self.is_leaving = True
        self.evening.peer.leave()
        self.rebuild()

    def build_widgets(self) -> list[Widget]:
        cancel = Button("cancel", self.foot.left(self.unit(240)), self.translate("Back to the lobby"), self.ask_to_cancel,
                        hint="Esc", enabled=self.opening is None and not self.is_leaving)
        # Always enabled: else the focus would go to the other button, and a second Enter would ask whether to go back.
        skip = Button("skip", self.foot.end(self.unit(240)), self.translate("Skip"), self.hurry_up, kind="quiet",
                      hint=self.translate("Space"))
        return [skip, cancel]

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE and self.opening is None and not self.is_leaving:
            self.ask_to_cancel()
        else:
            self.hurry_up()
        return True

    # --- the picture ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        body = page.body
        self.story = body.top(unit(30))
        self.note = body.foot(max(unit(50), 2 * (unit.text(13) + 8)))
        stage = body.without_top(self.story.h + unit(16)).without_foot(self.note.h + unit(12))
        self.stage = stage
        count = max(1, len(self.match.players))
        inner = stage.inset(unit(24), unit(18))
        # From above: the bag of half the size, the avatar, its name and tick, and the tile that is opened. Where that leaves
        # small avatars, the bag goes round below the names: the tiles lie there as soon as it is not needed any more.
        self.name_h, self.state_h = max(unit(22), unit.text(NAME_SIZE) + 4), max(unit(20), unit.text(STATE_SIZE) + 4)
        names = unit(18) + self.name_h + self.state_h
        below = names + unit(10 + TILE)
        side = min(unit(112), int((inner.h - unit(12) - below) / 1.5))
        self._is_bag_below = side < unit(MIN_AVATAR)
        if self._is_bag_below:
            inner, below = stage.inset(unit(24), unit(8)), names + unit(4 + LOW_TILE)
            side = max(inner.h // 5, min(unit(MIN_AVATAR), inner.h - below))
        self.cells = inner.columns([1] * count, unit(12))
        side = min(side, *(cell.w - unit(6) for cell in self.cells))
        bag = 0 if self._is_bag_below else side // 2 + unit(12)
        top = inner.y + max(0, inner.h - bag - side - below) // 2 + bag
        self.avatars = tuple(Box(cell.x + (cell.w - side) // 2, top, side, side) for cell in self.cells)

    def panels(self) -> Panels:
        return ((self.stage, "panel"),)

    def _state_text(self) -> str:
        """Return the line below the row: what is checked now, who is waited for, or who goes first."""
        names = self.match.names.in_language(self.shell.words)
        if self.is_leaving:
            return self.translate("Going back to the lobby …")
        if self.opening is not None:
            return f"{self.opening.sentence(names)} {self.opening.reason(names, self.match.game.ruleset)}"
        if self.evening.silent or self.evening.disk_trouble or self.evening.paused:
            return waiting_text(self.evening, self.shell.words)
        return setup_story(self.evening, self.shell.words).checking

    def spoken_title(self) -> str:
        return self.translate(TITLE)

    def spoken_text(self) -> str:
        return self.translate(STORY)

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return each player with the tick, and what is checked now, which changes too often to be read out; the result is read
        out as the notice at the table."""
        names = self.match.names.in_language(self.shell.words)
        mixed = setup_story(self.evening, self.shell.words).mixed
        done, waits = self.translate("✓ checked"), self.translate("not checked yet")
        rows = tuple(label_node(f"seat {seat}", f"{names.seat(seat)}: {done if seat in mixed else waits}", cell)
                     for seat, cell in enumerate(self.cells))
        return *rows, label_node("told", self._state_text(), self.note)

    def paint(self, painter: Painter) -> None:
        unit, names = painter.unit, self.match.names.in_language(self.shell.words)
        painter.text(self.head, self.translate(TITLE), 24, bold=True, cut=True)
        painter.text(self.story, self.translate(STORY), 15, "dim", cut=True)
        story = setup_story(self.evening, self.shell.words)
        tiles = {} if self.opening is None else {seat: (place, tile) for place, (seat, tile) in enumerate(self.opening.tiles)}
        for seat, (cell, disc) in enumerate(zip(self.cells, self.avatars, strict=True)):
            painter.avatar(disc, seat, names.seat(seat))
            name = Box(cell.x, disc.bottom + unit(6), cell.w, self.name_h)
            is_out = seat in self.evening.lost
            painter.text(name, names.seat(seat), NAME_SIZE, "dim" if is_out else "text", "centre", bold=True, cut=True)
            below = Box(cell.x, name.bottom + unit(2), cell.w, self.state_h)
            if seat in story.mixed[:self._ticks]:
                painter.text(below, self.translate("✓ checked"), STATE_SIZE, "good", "centre", cut=True)
            elif story.holder == seat and not tiles:
                painter.text(below, self.translate("mixes"), STATE_SIZE, "dim", "centre", cut=True)
            if seat in tiles:
                top = below.bottom + unit(4 if self._is_bag_below else 10)
                end = self.stage.bottom - unit(8 if self._is_bag_below else 12)
                self._paint_tile(painter, Box(cell.x, top, cell.w, max(0, end - top)), seat, *tiles[seat])
        if not tiles and self._ticks < len(story.seats):
            self._paint_bag(painter)
        if self.opening is None:
            painter.paragraph(self.note, self._state_text(), 13, "dim", cut=True)
        else:
            painter.text(self.note.top(max(unit(26), unit.text(18) + 6)), self.opening.sentence(names), 18, bold=True, cut=True)
            painter.text(self.note.without_top(max(unit(26), unit.text(18) + 6)),
                         self.opening.reason(names, self.match.game.ruleset), 13, "dim", cut=True)

    def _paint_bag(self, painter: Painter) -> None:
        """Paint the bag above the row, or below the names, on its way from one player to the next."""
        unit, last = painter.unit, len(self.avatars) - 1
        place = min(float(last), max(0.0, self._bag))
        one, other = self.avatars[int(place)], self.avatars[min(last, int(place) + 1)]
        low = one.bottom + unit(12) + self.name_h + self.state_h
        side = max(20, min(unit(LOW_TILE), self.stage.bottom - unit(8) - low) if self._is_bag_below else one.w // 2)
        x = one.x + (one.w - side) // 2 + round((other.x - one.x) * (place - int(place)))
        hop = round(unit(14) * 4 * (place - int(place)) * (1 - (place - int(place))))
        bag = Box(x, (low if self._is_bag_below else one.y - side - unit(12)) - hop, side, side)
        fill = mixed(painter.look.text, painter.look.panel, 0.4)
        painter.panel(bag.top(side // 2).centred(side // 2, side // 2), fill, None, 4)
        painter.panel(bag.without_top(side // 4), fill, None, side / 3 / unit.size)
        painter.panel(Box(bag.x + side // 5, bag.y + side // 4, side - 2 * (side // 5), max(3, side // 12)), "text", None, 3)

    def _paint_tile(self, painter: Painter, room: Box, seat: int, place: int, tile: str) -> None:
        """Paint an opening tile while it turns over: it becomes narrow, and shows its face in the second half."""
        unit = painter.unit
        side = max(28, min(unit(TILE), room.h, room.w - unit(8)))
        turned = self._flipped(place)
        width = max(3, round(side * abs(2 * turned - 1)))
        square = Box(room.x + (room.w - side) // 2, room.y, side, side)
        if turned < 1:
            painter.panel(square.centred(width, side), "raised" if turned < 0.5 else "text", "line", 6)
            return
        painter.tile(square, tile)
        if self.opening is not None and seat == self.opening.first and self._all_flipped():
            painter.glow(square)

    def _all_flipped(self) -> bool:
        return self.opening is not None and self._flipped(len(self.opening.tiles) - 1) >= 1

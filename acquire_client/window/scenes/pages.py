"""Pages over the table that are only read: lines, the price card, the chart. Any of Escape, Enter and Space closes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pygame

from acquire_client.language import message
from acquire_client.view_model.history import History, history_of
from acquire_client.view_model.price_card import BONUS_TITLES, price_card, range_text
from acquire_client.view_model.rule_changes import rules_summary
from acquire_client.view_model.words import TableNames, chain_title, turn_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.scenes.chart_pictures import save_chart
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.screen_reader.page_nodes import chart_node
from acquire_client.window.screen_reader.table_nodes import prices_node
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.drawn import Series, draw_chart
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import ACTIVATING, ENTER_KEYS, Widget
from acquire_core import Ruleset
from acquire_core.record import Record
from acquire_core.ruleset import TIER_NAMES

TIERS = (message("cheap"), message("medium"), message("expensive"))
assert len(TIERS) == len(TIER_NAMES)


def seat_colours(painter: Painter) -> Sequence[str]:
    """Return the colours of lines: those of the players' avatars."""
    return painter.look.seats


class Page(Scene):
    """A sheet over whatever is there, with a title and a button that closes it."""

    overlay = True
    shares = (0.72, 0.84)
    close = message("Close")

    def __init__(self, shell: Shell, title: str) -> None:
        super().__init__(shell)
        self.title = title

    def lay_out(self, window: Box, unit: Unit) -> None:
        self.fit_frame(window, unit, int(window.h * self.shares[1]))

    def fit_frame(self, window: Box, unit: Unit, height: int) -> None:
        """Lay out a sheet of this height; a page with few rows makes its own lower."""
        self.frame = window.centred(int(window.w * self.shares[0]), height)
        inner = self.frame.inset(unit(24), unit(18))
        self.head = inner.top(unit(36))
        self.foot = inner.foot(unit.target(38))
        self.body = inner.without_top(self.head.h + unit(8)).without_foot(self.foot.h + unit(12))

    def build_widgets(self) -> list[Widget]:
        return [Button("close", self.foot.end(self.unit(180)), self.translate(self.close), self.shell.pop, kind="primary",
                       hint="Esc", icon="close")]

    def press_key(self, event: pygame.event.Event) -> bool:
        closing = (pygame.K_ESCAPE, *ACTIVATING)
        if event.key in closing or pygame.K_F1 <= event.key <= pygame.K_F10:
            self.shell.pop()
        return True

    def paint(self, painter: Painter) -> None:
        painter.panel(self.frame, "panel", "line", 12)
        painter.text(self.head, self.title, 19, bold=True, cut=True)


class FormPage(Page):
    """A sheet to be filled in: Enter does what its main button says, wherever the focus is but on the buttons of `own_enter`, and
    Escape leaves it."""

    own_enter: tuple[str, ...] = ("cancel",)

    def confirm(self) -> None:
        """Do what the main button says."""
        raise NotImplementedError

    def handle_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS and self.focus_manager.focus not in self.own_enter:
            self.confirm()
            return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        return True


def paint_figure(painter: Painter, box: Box, figure: str, caption: str) -> None:
    """Paint a large figure, and below it what it is."""
    painter.panel(box, "raised", None, 8)
    upper, lower = box.inset(painter.unit(10), painter.unit(6)).rows((1.5, 1))
    painter.text(upper, figure, 24, bold=True, figures=True)
    painter.text(lower, caption, 12, "dim")


class LinesPage(Page):
    """Facts, one a line, on a sheet that is as high as they need."""

    def __init__(self, shell: Shell, title: str, lines: Sequence[str | ListLine]) -> None:
        super().__init__(shell, title)
        self.lines = [ListLine(line) if isinstance(line, str) else line for line in lines]

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        view = self._view()
        spare = self.body.h - len(view.rows) * view.line_height
        if spare > 0:
            self.fit_frame(window, unit, self.frame.h - spare)

    def _view(self) -> ListView:
        unit = self.unit
        return ListView("lines", self.body, self.lines, max(unit(25), unit.text(13) + 8), painter=self.painter)

    def build_widgets(self) -> list[Widget]:
        return [*super().build_widgets(), self._view()]


class PricesPage(Page):
    """The price card, with the rows marked where chains stand now."""

    shares = (0.78, 0.86)

    def __init__(self, shell: Shell, ruleset: Ruleset, sizes: Mapping[str, int]) -> None:
        super().__init__(shell, shell.translate("Prices and bonuses"))
        self.ruleset, self.sizes = ruleset, sizes

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        return (prices_part(self.body, self.ruleset, self),)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        paint_prices(painter, self.body, self.ruleset, self.sizes, self)


def prices_part(body: Box, ruleset: Ruleset, scene: Scene) -> AccessibleNode:
    return prices_node(body, price_card(ruleset), tuple(map(scene.translate, TIERS)), scene.translate)


def paint_prices(painter: Painter, body: Box, ruleset: Ruleset, sizes: Mapping[str, int], scene: Scene) -> None:
    card, unit, translate, money = price_card(ruleset), painter.unit, scene.translate, scene.shell.words.money
    names = BONUS_TITLES[:ruleset.bonus_places]
    shares = [1.5, 1.5, 1.5, 1, *[1.2] * len(names)]
    height = min(max(unit(26), unit.text(13) + 8), body.h // (len(card.rows) + 4))
    heads = body.top(height).columns(shares, unit(8))
    for column, chains in enumerate(card.tiers):
        painter.text(heads[column], translate(TIERS[column]), 12, "dim")
        for number, chain in enumerate(chains):
            line = Box(heads[column].x, heads[column].y + (number + 1) * height, heads[column].w, height)
            side = min(line.h - 4, unit(20))
            painter.chain(line.left(side).centred(side, side), chain, radius=4)
            painter.text(line.without_left(side + unit(8)), chain_title(chain), 13, bold=bool(sizes.get(chain)), cut=True)
    for column, name in enumerate((message("Price"), *names), 3):
        painter.text(heads[column].moved(y=3 * height), translate(name), 12, "dim", "right")
    table = body.without_top(4 * height)
    painter.line((table.x, table.y), (table.right, table.y))
    prices = {chain: ruleset.price(ruleset.chain_names.index(chain), size) for chain, size in sizes.items() if size}
    for number, row in enumerate(card.rows):
        line = Box(table.x, table.y + 2 + number * height, table.w, height)
        here = [chain for chain, price in prices.items() if price == row.price]
        if here:
            painter.panel(line.inset(-unit(6), 1), "raised", None, 5)
        cells = line.columns(shares, unit(8))
        for column, ranges in enumerate(row.sizes):
            bounds = range_text(ranges).replace("-", "–")
            # A thin dash may lie between two rows of pixels and be pale in both.
            painter.text(cells[column].left(unit(64)), bounds, 13, bold=bounds == "–", figures=True)
            marks = [chain for chain in here if chain in card.tiers[column]]
            for at, chain in enumerate(marks):
                side = min(height - 6, unit(18))
                painter.chain(Box(cells[column].x + unit(68) + at * (side + 3), line.y + (height - side) // 2, side, side), chain,
                              radius=4, patterned=False)
        painter.text(cells[3], money(row.price), 13, "mine" if here else "text", "right", bold=True, figures=True)
        for column, bonus in enumerate(row.bonuses, 4):
            painter.text(cells[column], money(bonus), 13, align="right", figures=True)


MAX_TICKS, MAX_TIMES = 6, 8
MONEY_STEPS = (2500, 5000, 10_000, 20_000, 30_000, 40_000, 50_000, 100_000, 200_000)
TIME_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def times_of(turns: Sequence[int], rounds: bool, translate: Callable[..., str]) -> list[tuple[float, str]]:
    """Return where on a line of turns which of them are named: the first, and round numbers that keep apart."""
    if not turns:
        return []
    step = next((step for step in TIME_STEPS if (turns[-1] - turns[0]) / step <= MAX_TIMES), TIME_STEPS[-1])
    last = max(1, len(turns) - 1)
    times = [(0.0, turn_title(turns[0], rounds, translate))]
    for at, (before, turn) in enumerate(zip(turns, turns[1:], strict=False), 1):
        if turn // step > before // step and at / last > 1 / MAX_TIMES:
            times.append((at / last, str(turn // step * step)))
    return times


def paint_worth(painter: Painter, box: Box, history: History, names: Sequence[str], translate: Callable[..., str]) -> None:
    """Paint net worth over the turns, a line for each seat."""
    colours = seat_colours(painter)
    series = [Series(name, tuple(float(value) for value in row), colours[number % len(colours)])
              for number, (name, row) in enumerate(zip(names, history.worth, strict=True))]
    high = max((max(one.values, default=0) for one in series), default=0)
    most = max(1, min(MAX_TICKS, (box.h - painter.unit(26)) // (painter.unit.text(11) + 4) - 1))
    step = next((step for step in MONEY_STEPS if high / step <= most), MONEY_STEPS[-1])
    top = (int(high / step) + 1) * step
    ticks = [(float(value), translate("{amount:$}", amount=value)) for value in range(0, top + 1, step)]
    draw_chart(painter, box, series, 0, top, ticks, times_of(history.turns, history.rounds, translate))


def worth_part(box: Box, history: History, names: Sequence[str], scene: Scene) -> AccessibleNode:
    """Return the chart of the net worth for a screen reader."""
    curves = tuple(zip(names, history.worth, strict=True))
    return chart_node(scene.translate("Net worth by turn"), box, curves, lambda value: scene.shell.words.money(round(value)),
                      scene.translate)


class ChartPage(Page):
    shares = (0.82, 0.8)

    def __init__(self, shell: Shell, record: Record, names: TableNames) -> None:
        super().__init__(shell, shell.translate("Net worth by turn"))
        self.names = names.seats
        self.history = history_of(record, names)
        self.note = f"{rules_summary(record.ruleset, shell.words)} · {shell.words.listing(self.names)}"

    def build_widgets(self) -> list[Widget]:
        picture = Button("picture", self.foot.left(self.unit(220)), self.translate("As a picture (PNG)"), self.save_picture,
                         hint="P", icon="picture")
        return [*super().build_widgets(), picture]

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        return (worth_part(self.body, self.history, self.names, self),)

    def save_picture(self) -> None:
        save_worth(self.shell, self.history, self.names, self.note)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_p:
            self.save_picture()
            return True
        return super().press_key(event)

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        paint_worth(painter, self.body, self.history, self.names, self.translate)


def save_worth(shell: Shell, history: History, names: Sequence[str], note: str) -> None:
    """Save the net worth by turn as a picture."""
    save_chart(shell, "game", shell.translate("Net worth by turn"), note,
               lambda painter, box: paint_worth(painter, box, history, names, shell.translate))



"""A review beside the board of a replay: accuracy of each player, the curves, the list of findings, and how far the work is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.language import message
from acquire_client.view_model.findings import PlayerReview, signed_share
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.replay import ReviewLayout
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode
from acquire_client.window.screen_reader.page_nodes import list_node
from acquire_client.window.table_view.chances_view import WinChances, paint_curves
from acquire_client.window.table_view.side_view import Translate, paint_heading, side_inner
from acquire_client.window.widgets.lines import ListLine, ListView

COLUMNS = (1.8, 1.1, 0.9, 1.4, 0.9)
HEADS = (message("Player"), message("Accuracy"), message("Money"), message("Mistakes"), message("Luck"))

EXPLAINED = (
    message("The win chances are what a person can know who watches the table: the shares and the money, but no tiles."),
    message("A mistake is a move that cost at least 2% of win chance against the move of a strong computer player, by what the "
            "player knew. ?? marks one that cost 10% or more."),
    message("Accuracy begins at 100%. Each mistake takes its cost away from what is left: one of 10% and one of 20% leave 72%."),
    message("Money says the same of the money at the end, and so it also counts where a game is lost or won already. It begins "
            "at 100%, and each move that cost at least 3% of what the player could expect takes that away from what is left."),
    message("$ marks a move that cost money but hardly a chance, $$ one that cost 10% or more of the money. The five costliest "
            "of each player are listed, and all of them count."),
    message("Luck is everything else: the tiles, and what the others did. The chance at the beginning, mistakes and luck add up "
            "to the chance at the end."),
    message("↑ and ↓ mark turns that changed a player's chance much, without a mistake of that player."),
    message("The computer player is not always right. Treat a small cost as a hint."),
)


def list_height(unit: Unit) -> int:
    return max(28, unit.text(13) + 10)


def findings_widget(places: ReviewLayout, unit: Unit, chances: WinChances, shown: Sequence[int], chosen: int | None,
                    choose: Callable[[int], None], shell: Shell, empty: str) -> ListView:
    """Return the list of the findings that are shown; `chosen` and what `choose` gets are their numbers among all."""
    lines = []
    for number in shown:
        one = chances.found[number]
        lines.append(ListLine(f"{one.kind.value} {one.title}", note=signed_share(one.change, shell.words),
                              avatar=(one.seat, chances.players[one.seat].name)))
    at = shown.index(chosen) if chosen in shown else None
    height = list_height(unit)
    top = None if at is None else max(0, at - places.list.h // height // 2)
    return ListView("swings", places.list, lines, height, choose=lambda line: choose(shown[line]), chosen=at, size=13, top=top,
                    empty=empty, spoken=shell.translate("Mistakes"))


def paint_review(painter: Painter, places: ReviewLayout, chances: WinChances, shown: Sequence[int], move: int,
                 chosen: int | None, note: str, own: Sequence[int], shell: Shell) -> None:
    translate = shell.translate
    used = painter.text(places.head, translate("Review"), 13, "text", bold=True)
    room = places.head.without_end(places.explain.w + painter.unit(8)).without_left(used + painter.unit(12))
    painter.text(room, note, 11, "bad", cut=True)
    for number, (name, cell) in enumerate(zip(HEADS, _cells(places.players[0], painter.unit), strict=True)):
        painter.text(cell, translate(name), 11, "dim", "right" if number else "left")
    for player, row in zip(chances.players, places.players[1:], strict=True):
        _paint_player(painter, row, player, player.seat in own, shell)
    marks = [chances.mark_of(number, number == chosen) for number in shown]
    paint_curves(painter, places.curve, chances, chances.place_of_move(move), marks)


def _cells(row: Box, unit: Unit) -> tuple[Box, ...]:
    return row.columns(COLUMNS, unit(8))


def review_node(places: ReviewLayout, chances: WinChances, shell: Shell) -> AccessibleNode:
    """Return accuracy, money, mistakes and luck of each player for a screen reader."""
    heads = [shell.translate(head) for head in HEADS[1:]]
    lines = []
    for player in chances.players:
        figures = [f"{head}: {text}" for head, text in zip(heads, _player_texts(player, shell), strict=True)]
        lines.append(f"{player.name}. {', '.join(figures)}")
    first, last = places.players[0], places.players[-1]
    return list_node("players", shell.translate("Review"), Box(first.x, first.y, first.w, last.bottom - first.y), lines)


def _player_texts(player: PlayerReview, shell: Shell) -> tuple[str, str, str, str]:
    """Return accuracy, what is kept of the money, mistakes with their cost, and luck."""
    words = shell.words
    known, money = ("–" if part is None else words.percent(part) for part in (player.accuracy, player.money))
    cost = f"{words.number(player.mistakes)} ({signed_share(-player.lost, words)})" if player.mistakes else "0"
    return known, money, cost, signed_share(player.luck, words)


def _paint_player(painter: Painter, row: Box, player: PlayerReview, is_own: bool, shell: Shell) -> None:
    name, accuracy, money, mistakes, luck = _cells(row, painter.unit)
    known, kept, cost, luck_text = _player_texts(player, shell)
    side = min(row.h - 2, painter.unit(18))
    painter.avatar(name.left(side).centred(side, side), player.seat, player.name)
    painter.text(name.without_left(side + painter.unit(6)), player.name, 12.5, bold=is_own, cut=True)
    painter.text(accuracy, known, 12.5, align="right", bold=True, figures=True)
    painter.text(money, kept, 12.5, align="right", bold=True, figures=True)
    painter.text(mistakes, cost, 12.5, "bad" if player.mistakes else "dim", "right", figures=True)
    painter.text(luck, luck_text, 12.5, align="right", figures=True)


def paint_progress(painter: Painter, column: Box, share: float, translate: Translate) -> None:
    """Paint what is going on while nothing has been found yet."""
    unit = painter.unit
    paint_heading(painter, column, translate("Review"))
    inner = side_inner(column, unit)[1]
    text = translate("A strong computer player looks at every decision. You can watch the game meanwhile.")
    used = painter.paragraph(inner, text, 14)
    bar = inner.without_top(used + unit(14)).top(max(8, unit(10)))
    painter.panel(bar, "raised", "line", 5)
    painter.panel(bar.left(max(bar.h, round(bar.w * share))), "mine", None, 5)
    done = translate("{share:%} done", share=share)
    painter.text(Box(bar.x, bar.bottom + unit(6), bar.w, painter.line_height(unit.text(13))), done, 13, "dim", figures=True)


def paint_finding(painter: Painter, box: Box, event: str, better: str) -> None:
    """Paint a finding in words: what happened in the first line, below it what was better."""
    head = box.top(max(painter.unit(20), painter.unit.text(15) + 4))
    painter.text(head, event, 15, bold=True, cut=True)
    painter.paragraph(box.without_top(head.h), better, 13, "good", cut=True)

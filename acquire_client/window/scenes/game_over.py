"""The end of a game: the settlement chain by chain, who won, how it came about, and what next."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from acquire_client.files.saves import write_free
from acquire_client.files.settings import ANIMATIONS
from acquire_client.language import message
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.match import Match
from acquire_client.theme import mixed
from acquire_client.trouble import reason
from acquire_client.view_model.history import (
    Holding,
    bonuses_by_seat,
    history_csv,
    history_json,
    history_of,
    holdings_at_end,
    market_at_end,
)
from acquire_client.view_model.seat_choices import LEVEL_WORDS
from acquire_client.view_model.sentences import end_condition, end_sentence
from acquire_client.view_model.settlement import Worth, final_settlement, own_result, payout_text
from acquire_client.view_model.words import TableNames
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.controller.game_review import GameReview
from acquire_client.window.controller.proposals import match_of_level, proposed_level
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.pages import paint_worth, save_worth, worth_part
from acquire_client.window.scenes.scene import FunctionKey, Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.screen_reader.page_nodes import holdings_node, podium_node
from acquire_client.window.table_view.motion import FRAME_MS
from acquire_client.window.widgets.button import Button, widths_of_labels
from acquire_client.window.widgets.widget import Widget

PARTS = ((message("Cash"), 1.0), (message("Final bonuses"), 0.72), (message("Shares"), 0.48))
"""The parts of a bar, and how strong the colour of each is."""
SKIP, REVIEW = message("Skip"), message("Review my game")
MIN_BAR = 7
"""Units: where a bar below a name would be lower, it lies beside the name."""
LOOK_MS = 250
"""Between two looks at how far the review is."""
CHAIN_MS = 800
"""How long the settlement of a chain takes."""

OTHER_ACTS = ((message("Play again"), "A"), (message("See the table"), "T"), (message("Replay"), "R"),
              (message("Save the record"), "F7"), (message("Menu"), "Esc"))
OTHER_ICONS = ("restart", "back", "play", "save", "menu")
"""What can be done at the end besides the review, with the keys."""


class GameOver(Scene):
    """navigation.py shows it over the table, for a match that has its result. All figures are worked out in the constructor;
    afterwards only `settled`, the review and the proposed level change. `update` moves the settlement on and looks at the
    review. `again`, `save` and `function_key` are calls of the table below, which knows how its match is played again and
    saved."""

    def __init__(self, shell: Shell, match: Match, again: Callable[[], None], save: Callable[[], None],
                 function_key: FunctionKey, score_text: Callable[[], str] = str) -> None:
        """`score_text` returns the score of the evening in one line; empty where there is none."""
        super().__init__(shell)
        self.match, self._again, self._save, self._function_key = match, again, save, function_key
        self._score_text = score_text
        record, snapshot = match.record(), match.game.snapshot()
        self.history = history_of(record, match.names)
        self.standings = match.game.standings()
        self.events = [event for step in match.steps for event in step.events]
        self.bonuses = bonuses_by_seat(self.events, len(match.players))
        self.holdings = holdings_at_end(self.events, snapshot["shares"])
        """What each seat had of each chain at the end."""
        self.market = market_at_end(self.events, tuple(self.holdings[0]))
        self.settlement = final_settlement(self.events, snapshot["cash"])
        self.settled = 0.0
        """How many chains have been paid in the picture; a part of one counts in part."""
        self._began_ms: int | None = None
        """When the settlement began to be shown."""
        self.review = GameReview(shell.workers, record)
        """It is worked on while the settlement plays."""
        self.review.begin_work()
        self._looked_ms, self._shows_running = 0, False
        if not ANIMATIONS[shell.settings.animation]:
            self.settled = len(self.settlement.chains)
        self.next_level: str | None = None
        """The level that is proposed; it is looked for in a thread."""
        if isinstance(match, LocalMatch):
            records = shell.records
            shell.workers.start(lambda: proposed_level(record, records), self._propose_level)

    @property
    def holders(self) -> list[tuple[str, Mapping[str, Holding]]]:
        """Return who had how much of each chain at the end, by name; the market too, where it competed."""
        seats = zip(self.match.names.seats, self.holdings, strict=True)
        return [*seats, *([] if self.market is None else [(self.translate("The market"), self.market)])]

    def _propose_level(self, level: str | None) -> None:
        self.next_level = level
        self.rebuild()

    @property
    def is_settling(self) -> bool:
        return self.settled < len(self.settlement.chains)

    def update(self, now_ms: int) -> bool:
        """Go on with the settlement, and show how far the review is."""
        looks = self.review.is_running and now_ms - self._looked_ms >= LOOK_MS
        if looks or self._shows_running != self.review.is_running:
            self._looked_ms = now_ms
            self.rebuild()
            looks = True
        return self._settle_until(now_ms) or looks

    def _settle_until(self, now_ms: int) -> bool:
        if not self.is_settling:
            return False
        if self._began_ms is None:
            self._began_ms = now_ms
        took, chains = CHAIN_MS * ANIMATIONS[self.shell.settings.animation], len(self.settlement.chains)
        paid = (now_ms - self._began_ms) / took if took else chains
        if paid < chains:
            self.settled = paid
        else:
            self.skip()
        return True

    def wait_ms(self, now_ms: int) -> int | None:
        if self.is_settling:
            return FRAME_MS
        return max(0, self._looked_ms + LOOK_MS - now_ms) if self.review.is_running else None

    def on_leave(self) -> None:
        self.review.cancel_work()

    def skip(self) -> None:
        """Show the end of the settlement."""
        self.settled = len(self.settlement.chains)
        self.rebuild("review")

    @property
    def names(self) -> TableNames:
        return self.match.names.in_language(self.shell.words)

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.proposal = self.head.end(int(self.head.w * 0.32))
        self.line = page.body.top(unit(26))
        body = page.body.without_top(unit(38))
        rows = len(self.holders)
        self.chains = body.foot(min(int(body.h * 0.45), unit(52) + rows * max(unit(26), unit.text(13) + 6)))
        upper = body.without_foot(self.chains.h + unit(14))
        self.ranking, self.chart = upper.columns((1, 1.5), unit(18))
        self.chart_head = self.chart.inset(unit(16), unit(8)).top(unit.target(30))

    @property
    def title_box(self) -> Box:
        """Return where the winner is written: beside what is proposed."""
        return self.head if self.next_level is None else self.head.without_end(self.proposal.w + self.unit(14))

    def again_words(self) -> tuple[str, str]:
        """Return what the button says that begins another game, and its tooltip."""
        return self.translate(OTHER_ACTS[0][0]), ""

    def build_widgets(self) -> list[Widget]:
        self._shows_running = self.review.is_running
        table, programs, picture = self.chart_head.end(int(self.chart_head.w * 0.62)).columns((1, 1, 1), self.unit(8))
        translate = self.translate
        proposed: list[Widget] = []
        if self.next_level is not None:
            level = translate(LEVEL_WORDS[self.next_level])
            proposed.append(Button("raise", self.proposal, translate("Play against level {level}", level=level),
                                   self.play_next_level, hint="N", size=14, icon="crown",
                                   note=translate("Two wins in a row: try the next level")))
        name, label, act = ("skip", translate(SKIP), self.skip) if self.is_settling else (
            "review", self._review_label(), self.show_review)
        labels = [(label, "Enter"), *((translate(text), key) for text, key in OTHER_ACTS)]
        again, why = self.again_words()
        labels[1] = (again, "A")
        gap = self.unit(10)
        room = self.foot.w - gap * (len(labels) - 1)
        cells = self.foot.columns(widths_of_labels(self.painter, labels, bold=True, icon_room=room), gap)
        return [
            Button(name, cells[0], label, act, kind="primary", hint="Enter", icon="skip" if self.is_settling else "review",
                   tip=translate("Computer review of every turn: win chances, mistakes, turning points, and what was better.")),
            Button("again", cells[1], again, self._again, hint="A", icon=OTHER_ICONS[0], tip=why),
            Button("table", cells[2], labels[2][0], self.shell.pop, hint="T", icon=OTHER_ICONS[1]),
            Button("replay", cells[3], labels[3][0], self.replay, hint="R", icon=OTHER_ICONS[2]),
            Button("save", cells[4], labels[4][0], self._save, hint="F7", icon=OTHER_ICONS[3]),
            Button("menu", cells[5], labels[5][0], self.shell.show_menu, hint="Esc", icon=OTHER_ICONS[4]),
            Button("export", table, "CSV", self.export_csv, hint="E", size=12, icon="log",
                   tip=translate("As a table, for a spreadsheet")),
            Button("programs", programs, "JSON", self.export_json, hint="J", size=12, icon="rules",
                   tip=translate("All figures, for programs")),
            Button("picture", picture, "PNG", self.save_picture, hint="P", size=12, icon="picture",
                   tip=translate("As a picture (PNG)")),
            *proposed,
        ]

    def play_next_level(self) -> None:
        """Begin the game that is proposed: the same seats and rules, stronger computer players."""
        if self.next_level is not None and isinstance(self.match, LocalMatch):
            self.shell.play(match_of_level(self.match, self.next_level))

    def _review_label(self) -> str:
        share = self.review.share_done
        if share is None:
            return self.translate(REVIEW)
        return self.translate("Review my game ({share:%})", share=share)

    def show_review(self) -> None:
        """Show the review, which goes on if it is not done."""
        self.shell.show_review(self.review.record, self._save, self.review, self.match.people)

    def replay(self) -> None:
        self.shell.show_replay(self.match.record(), self._save, self.match.people)

    def export_csv(self) -> None:
        """Write net worth by turn and the result for a spreadsheet, beside the records."""
        self._write(".csv", history_csv(self.history, self.names, self.standings, self.bonuses))

    def export_json(self) -> None:
        """Write the same and holdings by chain for programs."""
        self._write(".json", history_json(self.history, self.names, self.standings, self.holdings))

    def _write(self, suffix: str, text: str) -> None:
        try:
            path = write_free(self.shell.records, "game", suffix, text)
        except OSError as error:
            self.shell.show_notice(self.translate("The table is not written: {why}.", why=reason(error, self.shell.words)),
                                   bad=True)
            return
        self.shell.show_notice(self.translate("Saved as {name}.", name=str(path)))

    def save_picture(self) -> None:
        """Save the chart as a picture, to be shown around."""
        score = ", ".join(f"{rank}. {self.names.holder(seat)} {self.names.words.money(money)}"
                          for rank, seat, money in self.standings)
        save_worth(self.shell, self.history, self.names.seats, score)

    def press_key(self, event: pygame.event.Event) -> bool:
        acts = {pygame.K_a: self._again, pygame.K_t: self.shell.pop, pygame.K_r: self.replay, pygame.K_e: self.export_csv,
                pygame.K_j: self.export_json, pygame.K_p: self.save_picture, pygame.K_ESCAPE: self.shell.show_menu}
        if event.key in acts:
            acts[event.key]()
        elif event.key == pygame.K_n and self.next_level is not None:
            self.play_next_level()
        elif self.is_settling and not pygame.K_F1 <= event.key <= pygame.K_F12:
            self.skip()
        else:
            self._function_key(event.key)
        return True

    def window_title(self) -> str:
        return self.translate("Result")

    def spoken_title(self) -> str:
        return self.translate("The game is over")

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return what is settled now or the result, which are read out, then standings, chart, and shares and bonuses."""
        if self.is_settling:
            text = payout_text(self.settlement.chains[int(self.settled)], self.names)
        else:
            text = f"{self._title()}. {self._reason()} {self._score_text()}".rstrip()
        both = Box(self.head.x, self.head.y, self.head.w, self.line.bottom - self.head.y)
        return (label_node("result", text, both, Speech.POLITE),
                podium_node(self.ranking, self.standings, self.settlement.worth_after(self.settled), self.names),
                worth_part(self.chart, self.history, self.names.seats, self),
                holdings_node(self.chains, self.holders, self.names.translate))

    def _reason(self) -> str:
        """Return why the game is over."""
        seen = self.match.observe(None)
        condition = end_condition(seen.sizes, seen.ruleset, self.names)
        return end_sentence(self.match.game.end_reason, self.events, self.names, condition)

    def panels(self) -> Panels:
        return (self.ranking, "panel"), (self.chart, "panel"), (self.chains, "panel")

    def paint(self, painter: Painter) -> None:
        unit, names = painter.unit, self.names
        if self.is_settling:
            paid = self.settlement.chains[int(self.settled)]
            painter.text(self.head, self.translate("The game is over"), 30, bold=True, cut=True)
            chip = self.line.left(self.line.h)
            painter.chip(chip, paid.chain)
            painter.text(self.line.without_left(chip.w + unit(8)), payout_text(paid, names), 15, cut=True)
        else:
            painter.text(self.title_box, self._title(), 30, bold=True, cut=True)
            score = self._score_text()
            reason = self.line.left(int(self.line.w * 0.56)) if score else self.line
            painter.text(reason, self._reason(), 14, "dim", cut=True)
            painter.text(self.line.without_left(int(self.line.w * 0.58)), score, 15, "text", "right", bold=True, cut=True)
        self._paint_podium(painter)
        painter.text(self.chart_head.left(int(self.chart_head.w * 0.36)), self.translate("Net worth by turn"), 12, "dim",
                     bold=True)
        inner = self.chart.inset(unit(16), unit(12)).without_top(self.chart_head.h + unit(4))
        paint_worth(painter, inner, self.history, names.seats, self.translate)
        self._paint_chains(painter)

    def _title(self) -> str:
        """Return who has won; the only person at this computer reads how the own game ended."""
        names, people = self.names, self.match.people
        own = next(iter(people)) if len(people) == 1 else None
        if own is not None and not names.teams and (result := own_result(self.standings, own, names)):
            return result
        winners = [names.holder(seat) for rank, seat, _ in self.standings if rank == 1]
        who = names.words.listing(winners)
        several = len(winners) > 1 or names.teams
        return self.translate("{names} win", names=who) if several else self.translate("{name} wins", name=who)

    def _paint_podium(self, painter: Painter) -> None:
        """Paint a bar for each player, or team: cash before the settlement, bonuses and shares. It grows chain by chain.

        A bar lies below its name, or beside it where the rows are low.
        """
        unit, look = painter.unit, painter.look
        inner = self.ranking.inset(unit(16), unit(10))
        legend = inner.foot(max(unit(18), 15))
        place = inner.without_foot(legend.h + unit(4))
        count = len(self.standings)
        least = max(unit(22), painter.line_height(unit.text(15))) + unit(4) + unit(MIN_BAR)
        is_low = (place.h - unit(6) * (count - 1)) // count < least
        rows = place.rows([1] * len(self.standings), unit(2 if is_low else 6))
        worth = self.settlement.worth_after(self.settled)
        most = max(1, max(money for _, _, money in self.standings))
        for (rank, holder, _), row in zip(self.standings, rows, strict=True):
            seats = self.names.seats_of(holder)
            fill, total = look.seat_paint(holder).fill, sum(worth[seat].total for seat in seats)
            text = row if is_low else row.top(max(unit(22), row.h // 2))
            disc = min(text.h, unit(22))
            painter.avatar(text.left(disc), holder, self.names.holder(holder))
            label = text.without_left(disc + unit(8))
            holder_text = self.names.holder(holder) if self.is_settling else f"{rank}. {self.names.holder(holder)}"
            money = label.end(int(label.w * 0.29) if is_low else label.w // 3)
            painter.text(money, self.names.words.money(round(total)), 15, "text", "right", True, figures=True)
            room = label.without_end(money.w + unit(6))
            if is_low:
                room, bar = room.columns((1.5, 1), unit(6))
                bar = bar.centred(bar.w, min(unit(10), bar.h // 2))
            else:
                bar = Box(label.x, text.bottom + unit(2), label.w, max(4, min(unit(14), row.bottom - text.bottom - unit(4))))
            painter.text(room, holder_text, 15, bold=rank == 1, cut=True)
            painter.panel(bar, "raised", None, 4)
            self._paint_bar(painter, bar, [worth[seat] for seat in seats], most, fill)
        parts = legend.columns((1, 1, 1))
        for (name, share), part in zip(PARTS, parts, strict=True):
            side = max(8, unit(10))
            painter.fill(part.left(side).centred(side, side), mixed(look.text, look.panel, share))
            painter.text(part.without_left(side + unit(6)), self.translate(name), 11.5, "dim")

    @staticmethod
    def _paint_bar(painter: Painter, bar: Box, worth: list[Worth], most: int, fill: str) -> None:
        x = bar.x
        amounts = (sum(one.cash for one in worth), sum(one.bonuses for one in worth), sum(one.shares for one in worth))
        for amount, (_, share) in zip(amounts, PARTS, strict=True):
            width = round(bar.w * amount / most)
            if width > 0:
                painter.fill(Box(x, bar.y, min(width, bar.right - x), bar.h), mixed(fill, painter.look.panel, share))
            x = min(bar.right, x + width)

    def _paint_chains(self, painter: Painter) -> None:
        """Paint what everybody had of every chain at the end, and the bonuses that came from it."""
        unit = painter.unit
        chains, holders = tuple(self.holdings[0]), self.holders
        rows = self.chains.inset(unit(16), unit(8)).rows([1] * (len(holders) + 1))
        shares = (1.3, *[1] * len(chains))
        head = rows[0].columns(shares, unit(10))
        painter.text(head[0], self.translate("Shares and bonuses"), 11.5, "dim")
        for chain, cell in zip(chains, head[1:], strict=True):
            side = min(cell.h - 4, unit(22))
            painter.chain(cell.centred(side, side), chain, radius=4, patterned=False)
        for (name, holdings), row in zip(holders, rows[1:], strict=True):
            cells = row.columns(shares, unit(10))
            painter.text(cells[0], name, 13, cut=True)
            for held, cell in zip(holdings.values(), cells[1:], strict=True):
                blocks, bonuses = cell.columns((0.5, 1.5), unit(6))
                painter.text(blocks, str(held.blocks) if held.blocks else "", 13, "text" if held.dollars else "dim", "right",
                             bold=held.dollars > 0, figures=True)
                paid = "+" + self.names.words.money(held.bonuses) if held.bonuses else ""
                painter.text(bonuses, paid, 12, "good", figures=True)

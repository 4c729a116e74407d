"""The statistics of a person: games, wins by level and rules, streaks, the largest merger."""

from __future__ import annotations

from collections.abc import Mapping

from acquire_client.files.past_games import PastGames, summary_of
from acquire_client.files.saves import SaveError, load
from acquire_client.language import Words, message
from acquire_client.view_model.presets import presets_from
from acquire_client.view_model.seat_choices import LEVEL_WORDS
from acquire_client.view_model.statistics import (
    GameStatistics,
    LargestMerger,
    WinRate,
    count_games,
    largest_merger,
    rates_by_name,
)
from acquire_client.view_model.words import chain_title
from acquire_client.window.assets.painter import Painter
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import statistics_layout
from acquire_client.window.scenes.pages import Page, paint_figure
from acquire_client.window.scenes.scene import Shell

NAME_SHARE, BAR_SHARE, RATE_SHARE = 1.5, 1.0, 1.3


def past_statistics(games: PastGames) -> GameStatistics:
    """Count the games of the history, from the oldest to the newest."""
    summaries = map(summary_of, reversed(games.paths()))
    return count_games(summary for summary in summaries if summary is not None)


def past_largest_merger(games: PastGames) -> LargestMerger | None:
    """Return the largest merger of the history; files that cannot be read are left out."""
    records = []
    for path in games.paths():
        try:
            records.append(load(path))
        except SaveError:
            pass
    return largest_merger(records)


def rate_text(rate: WinRate, words: Words) -> str:
    return words.translate("{wins} of {games}, {share:%}", wins=rate.wins, games=rate.games, share=rate.share)


def figures_of(counted: GameStatistics, words: Words) -> tuple[tuple[str, str], ...]:
    """Return the large figures, each with what it is."""
    won = words.percent(counted.all.share) if counted.all.games else "–"
    return ((words.number(counted.games), words.translate("Finished games")),
            (won, words.translate("Won") if not counted.all.games else
             words.translate("Won: {wins} of {games}", wins=counted.all.wins, games=counted.all.games)),
            (words.number(counted.current_streak), words.translate("Wins in a row now")),
            (words.number(counted.longest_streak), words.translate("Most wins in a row")))


def counting_note(counted: GameStatistics, words: Words) -> str:
    """Return which games count for wins."""
    note = words.translate("Wins count where one person played here.")
    if counted.tried_again:
        note += " " + words.translate("{count:game|games} tried again, not counted.", count=counted.tried_again)
    return note


class StatisticsPage(Page):
    """The largest merger comes a little later: all games are played again for it, in a thread."""

    shares = (0.78, 0.84)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, shell.translate("Statistics"))
        games = PastGames(shell.records)
        self.counted = past_statistics(games)
        self.merger: LargestMerger | None = None

        def found(merger: LargestMerger | None) -> None:
            self.merger = merger
            self.rebuild()

        shell.workers.start(lambda: past_largest_merger(games), found)

    def lay_out(self, window: Box, unit: Unit) -> None:
        super().lay_out(window, unit)
        rows = 1 + max(len(self.counted.by_level), len(self._rates_by_rules()))
        self.parts = statistics_layout(self.body, unit, rows)

    def _rates_by_rules(self) -> Mapping[str, WinRate]:
        return rates_by_name(self.counted, presets_from(self.shell.settings.presets), self.shell.words)

    def on_restyle(self) -> None:
        super().on_restyle()
        self.title = self.translate("Statistics")

    def paint(self, painter: Painter) -> None:
        super().paint(painter)
        words, counted = self.shell.words, self.counted
        if not counted.games:
            painter.text(self.body.top(painter.unit(26)), self.translate("No game has been finished yet."), 14, "dim")
            return
        for (figure, caption), box in zip(figures_of(counted, words), self.parts.figures, strict=True):
            paint_figure(painter, box, figure, caption)
        levels = {self.translate(LEVEL_WORDS.get(name, name)): rate for name, rate in counted.by_level.items()}
        self._paint_rates(painter, self.parts.levels, message("By the strongest computer player"), levels)
        self._paint_rates(painter, self.parts.rules, message("By rules"), self._rates_by_rules())
        if self.merger is not None:
            self._paint_merger(painter, self.parts.merger, self.merger)
        painter.text(self.parts.note, counting_note(counted, words), 12, "dim", cut=True)

    def _paint_rates(self, painter: Painter, rows: tuple[Box, ...], title: str, rates: Mapping[str, WinRate]) -> None:
        """Paint a line with a bar for each rate; nothing where no game counts."""
        if not rates:
            return
        unit = painter.unit
        painter.text(rows[0], self.translate(title), 13, bold=True)
        for (name, rate), row in zip(rates.items(), rows[1:], strict=False):
            label, bar, note = row.columns((NAME_SHARE, BAR_SHARE, RATE_SHARE), unit(8))
            painter.text(label, name, 13, cut=True)
            track = bar.centred(bar.w, max(6, unit(8)))
            painter.panel(track, "raised", None, 4)
            if rate.wins:
                painter.panel(track.left(max(track.h, round(track.w * rate.share))), "mine", None, 4)
            painter.text(note, rate_text(rate, self.shell.words), 13, "dim", "right", figures=True)

    def _paint_merger(self, painter: Painter, box: Box, merger: LargestMerger) -> None:
        unit, translate = painter.unit, self.translate
        head, row = box.rows((1, 1))
        painter.text(head, translate("Largest merger"), 13, bold=True)
        side = min(row.h, unit(20))
        painter.chip(row.left(side).centred(side, side), merger.survivor)
        text = translate("{survivor} took over {chains:and}", survivor=chain_title(merger.survivor),
                         chains=[chain_title(chain) for chain in merger.defunct])
        figures = translate("{count:tile|tiles}, {money:$} of bonuses", count=merger.tiles, money=merger.bonus_dollars)
        words = row.without_left(side + unit(8))
        used = painter.text(words, text, 13, cut=True)
        painter.text(words.without_left(used + unit(16)), figures, 13, "dim", "right")

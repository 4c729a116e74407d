"""The statistics of a person: games, wins by level and edition, streaks, the largest merger."""

from __future__ import annotations

from collections.abc import Mapping

from acquire_client.files.past_games import PastGames
from acquire_client.files.saves import SaveError, load
from acquire_client.files.unfinished_games import content_of
from acquire_client.language import Words
from acquire_client.view_model.record_summary import summarize_record
from acquire_client.view_model.rule_changes import RULESET_TITLES
from acquire_client.view_model.statistics import GameStatistics, LargestMerger, WinRate, count_games, largest_merger
from acquire_client.view_model.words import chain_title
from acquire_client.window.scenes.new_game import LEVEL_WORDS
from acquire_client.window.scenes.pages import Page
from acquire_client.window.scenes.scene import Shell
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import Widget


def past_statistics(games: PastGames) -> GameStatistics:
    """Count the games of the history, from the oldest to the newest."""
    summaries = (summarize_record(content_of(path) or b"") for path in reversed(games.paths()))
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


def statistics_lines(counted: GameStatistics, merger: LargestMerger | None, words: Words) -> list[ListLine]:
    """Return the facts in lines with figures at their ends."""
    translate = words.translate

    def rates(of: Mapping[str, WinRate], titles: Mapping[str, str]) -> list[ListLine]:
        return [ListLine(translate(titles.get(name, name)), note=rate_text(rate, words)) for name, rate in of.items()]

    lines = [ListLine(translate("Finished games"), note=words.number(counted.games))]
    if counted.all.games:
        lines += [
            ListLine(translate("Won"), note=rate_text(counted.all, words)),
            ListLine(translate("Wins in a row now"), note=words.number(counted.current_streak)),
            ListLine(translate("Most wins in a row"), note=words.number(counted.longest_streak)),
            ListLine(translate("By the strongest computer player"), strong=True), *rates(counted.by_level, LEVEL_WORDS),
            ListLine(translate("By edition"), strong=True), *rates(counted.by_edition, RULESET_TITLES),
        ]
    if merger is not None:
        lines.append(ListLine(translate("Largest merger"), strong=True))
        lines.append(ListLine(translate("{survivor} took over {chains:and}", survivor=chain_title(merger.survivor),
                                        chains=[chain_title(chain) for chain in merger.defunct]), chain=merger.survivor,
                              note=translate("{count:tile|tiles}, {money:$} of bonuses", count=merger.tiles,
                                             money=merger.bonus_dollars)))
    return lines


def rate_text(rate: WinRate, words: Words) -> str:
    return words.translate("{wins} of {games}, {share:%}", wins=rate.wins, games=rate.games, share=rate.share)


class StatisticsPage(Page):
    """The largest merger comes a little later: all games are played again for it, in a thread."""

    shares = (0.62, 0.8)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, shell.translate("Statistics"))
        games = PastGames(shell.records)
        self.counted = past_statistics(games)
        self.merger: LargestMerger | None = None

        def found(merger: LargestMerger | None) -> None:
            self.merger = merger
            self.rebuild()

        shell.workers.start(lambda: past_largest_merger(games), found)

    def build_widgets(self) -> list[Widget]:
        unit = self.unit
        lines = statistics_lines(self.counted, self.merger, self.shell.words)
        empty = self.translate("No game has been finished yet.")
        return [*super().build_widgets(), ListView("lines", self.body, lines if self.counted.games else [],
                                                   max(unit(25), unit.text(13) + 8), empty=empty)]

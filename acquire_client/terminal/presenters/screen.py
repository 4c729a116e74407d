"""A match drawn for a terminal with rich: boards, score sheets and coloured chains; readable without colour too."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group
from rich.padding import Padding
from rich.text import Text

from acquire_client.matches.match import Match
from acquire_client.matches.programs import LostDecision
from acquire_client.matches.steps import MatchStep
from acquire_client.terminal.console import (
    BAD,
    CHANGED,
    GOOD,
    HEADING,
    QUIET,
    board_and_sheet,
    board_text,
    chain_text,
    heading_text,
    indent_content,
    notes_line,
    plain_table,
    price_card_table,
    unicode_output,
)
from acquire_client.terminal.presenters.plain import CLEAR, player_lines, without_draws
from acquire_client.terminal.review_screen import worth_chart
from acquire_client.terminal.rules_text import aim_facts, changed_rule_facts
from acquire_client.view_model.board import BoardPicture, board_picture
from acquire_client.view_model.hints import Hint
from acquire_client.view_model.history import History
from acquire_client.view_model.log import why_first
from acquire_client.view_model.placing import dead_squares
from acquire_client.view_model.price_card import price_card
from acquire_client.view_model.prompts import Prompt
from acquire_client.view_model.rounds import Progress, progress_text
from acquire_client.view_model.sentences import EndRefusals, event_sentence, narrate_action
from acquire_client.view_model.sheet import sheet_seen
from acquire_client.view_model.words import TableNames, chain_title, counted, dollars, percent
from acquire_core import Observation, Ruleset
from acquire_core.events import StartTilePlaced, TilePlaced, TurnBegan
from acquire_core.ruleset import format_option


class ScreenPresenter:
    """`clears`: whether a hand-over may wipe the screen."""

    def __init__(self, console: Console, clears: bool = False) -> None:
        self.console = console
        self.clears = clears
        self.new: list[str] = []
        """Tiles placed since a person last saw the board."""
        self.refusals = EndRefusals()

    def begin(self, match: Match) -> None:
        self.refusals = EndRefusals()
        self.console.print(Text(f"Acquire, rules {match.game.ruleset.name}", HEADING))
        self.console.print(*changed_rule_facts(match.game.ruleset), *player_lines(match), sep="\n", style=QUIET)
        self.console.print("'?' lists what you can type.", style=QUIET)

    def show_opening(self, steps: Sequence[MatchStep], viewer: int | None, names: TableNames, rules: Ruleset) -> None:
        for step in steps:
            self.show_step(without_draws(step), viewer, names)
            for reason in why_first(step.events, names, rules):
                self.console.print(indent_content(Text(reason, QUIET)))

    def show_step(self, step: MatchStep, viewer: int | None, names: TableNames) -> None:
        self.new += [event.tile for event in step.events if isinstance(event, TilePlaced | StartTilePlaced)]
        lines = narrate_action(step.action, step.seen_by(viewer), names, self.refusals.is_old(step.action))
        began = [event for event in step.events if isinstance(event, TurnBegan)]
        for line in lines:
            if began and line == event_sentence(began[-1], names):
                self.console.print()
                turn, who = began[-1].turn, names.seat(began[-1].seat)
                title = f"Round {turn}, {who} leads" if names.rounds else f"Turn {turn}, {who}"
                self.console.print(Text(title, HEADING))
            else:
                self.console.print(indent_content(Text(line)))

    def show_missed_decision(self, lost: LostDecision, names: TableNames) -> None:
        if lost.is_news:
            self.console.print(indent_content(Text(lost.as_sentence(names), style=BAD)))

    def show_undone_steps(self, steps: Sequence[MatchStep], names: TableNames) -> None:
        for step in reversed(steps):
            self.new = [tile for tile in self.new
                        if tile not in [event.tile for event in step.events if isinstance(event, TilePlaced)]]
            self.console.print(Text(f"Taken back: {narrate_action(step.action, step.seen_by(None), names)[0]}", CHANGED))

    def show_table(self, seen: Observation, names: TableNames) -> None:
        sheet = sheet_seen(seen, names)
        self.console.print()
        self.console.print(Group(board_and_sheet(self._picture(seen), sheet, self.console), notes_line(sheet)))
        self.new = []

    def show_board(self, seen: Observation, names: TableNames) -> None:
        self.console.print(board_text(self._picture(seen), unicode_output(self.console)))

    def _picture(self, seen: Observation) -> BoardPicture:
        return board_picture(seen.board, self.new, dead_squares(seen))

    def show_sheet(self, seen: Observation, names: TableNames) -> None:
        self.show_table(seen, names)

    def show_hand(self, tiles: Sequence[str], shares: Sequence[str]) -> None:
        for title, facts in (("Your tiles", tiles), ("Your shares", shares)):
            if facts:
                self.console.print(heading_text(title))
                self.console.print(*(indent_content(Text(fact)) for fact in facts), sep="\n")

    def show_chart(self, history: History, names: TableNames) -> None:
        self.console.print(worth_chart(history, names, self.console))

    def show_log(self, lines: Sequence[str]) -> None:
        for line in lines or ("Nothing has happened yet.",):
            self.console.print(indent_content(Text(line)))

    def show_rules(self, ruleset: Ruleset) -> None:
        self.console.print(*(Text(fact) for fact in aim_facts(ruleset)), "", sep="\n")
        self.console.print(heading_text(f"Rules {ruleset.name}"))
        for name, value in ruleset.changes().items():
            self.console.print(indent_content(Text(f"{name} = {format_option(value)}")))
        self.console.print(price_card_table(price_card(ruleset), self.console))

    def show_hints(self, hints: Sequence[Hint], names: TableNames) -> None:
        for number, hint in enumerate(hints, 1):
            figures = f"  wins {percent(hint.win)}, tried in {percent(hint.tried)} of the games" if hint.games else ""
            head = plain_table("", "", show_header=False)  # a long head goes on below the text, not below the number
            head.add_row(f"{number}.", Text.assemble((hint.text, GOOD if number == 1 else ""), (figures, HEADING)))
            self.console.print(head)
            for line, style in ((hint.why, ""), (hint.then, ""), (hint.outlook, QUIET)):
                if line:
                    self.console.print(Padding(Text(line, style=style), (0, 0, 0, 3), expand=False))

    def show_help(self, prompt: Prompt, commands: Sequence[tuple[str, str]]) -> None:
        self.show_choices(prompt)
        table = plain_table("", "", show_header=False)
        for word, what in commands:
            table.add_row(Text(word, HEADING), what)
        self.console.print()
        self.console.print(table)

    def ask_question(self, prompt: Prompt, seen: Observation, names: TableNames) -> None:
        self.console.print()
        self.console.print(Text(prompt.question, HEADING))
        self.show_choices(prompt)

    def show_choices(self, prompt: Prompt) -> None:
        for fact in prompt.facts:
            self.console.print(indent_content(Text(fact)))
        if prompt.stocks:
            table = plain_table("chain", "price", "market", "yours", numbers=("price", "market", "yours"))
            for stock in prompt.stocks:
                table.add_row(chain_text(stock.chain), dollars(stock.price), str(stock.market), str(stock.held or ""))
            self.console.print(indent_content(table))
        named = any(choice.name for choice in prompt.choices)
        table = plain_table("", *([""] if named else []), "", show_header=False)
        for choice in prompt.choices:
            closed = choice.action is None
            chain = getattr(choice.action, "chain", None)
            label = Text(choice.label, style=QUIET if closed else "")
            if isinstance(chain, str):
                label = chain_text(chain)
                label.append(choice.label.removeprefix(chain_title(chain)))
            name = [Text(choice.name, style=QUIET if closed else HEADING)] if named else []
            table.add_row(Text(choice.key, style=QUIET if closed else CHANGED), *name, label)
        if prompt.choices:
            self.console.print(indent_content(table))
        if prompt.phase == "pick":
            self.console.print(indent_content(Text(f"{counted(len(prompt.tiles), 'tile')}: {' '.join(prompt.tiles)}")))
        if prompt.how:
            self.console.print(indent_content(Text(prompt.how, style=QUIET)))

    def ask_confirmation(self, meaning: str) -> None:
        self.console.print(Text.assemble((meaning, CHANGED), " After this nothing can be taken back."))
        self.console.print(Text("Enter confirms, 'no' goes back.", style=QUIET))

    def show_prompt(self, text: str) -> None:
        self.console.print(Text(text, HEADING), end="")
        self.console.file.flush()

    def hand_over(self, name: str, wait: bool, news: Sequence[str] = ()) -> None:
        if self.clears:
            self.console.file.write(CLEAR)
        elif wait:
            self.console.file.write("\n" * 60)
        for line in news:
            self.console.print(indent_content(Text(line)))
        self.console.print(Text.assemble((f"Now {name} decides.", HEADING),
                                         f" Press Enter when only {name} can see the screen." if wait else ""))

    def show_progress(self, progress: Progress, names: TableNames) -> None:
        self.console.print(Text(progress_text(progress, names), HEADING))

    def show_note(self, text: str) -> None:
        self.console.print(Text(text, style=QUIET))

    def show_error(self, text: str) -> None:
        self.console.print(Text(text, style=BAD))

    def show_warning(self, text: str, bell: bool) -> None:
        if bell:
            self.console.bell()
        self.show_error(text)

    def show_saved_path(self, path: str) -> None:
        self.console.print(Text(f"Saved in '{path}'.", style=GOOD), soft_wrap=False)

    def show_result(self, match: Match) -> None:
        self.show_table(match.observe(None), match.names)
        self.console.print()
        table = plain_table("rank", "name", "money", numbers=("rank", "money"))
        for rank, seat, money in match.game.standings():
            table.add_row(str(rank), match.names.holder(seat), dollars(money), style=GOOD if rank == 1 else "")
        self.console.print(table)

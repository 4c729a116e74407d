"""The function keys as in 1988, for a scene that shows a table: they mean the same at the table and in a replay of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import pygame

from acquire_client.language import Words, message
from acquire_client.view_model.chain_card import card_text, chain_card
from acquire_client.view_model.facts import loose_facts, player_facts, share_facts
from acquire_client.view_model.sheet import ScoreSheet
from acquire_client.view_model.words import TableNames
from acquire_client.window.scenes.scene import DialogAnswer, Shell
from acquire_client.window.widgets.lines import ListLine
from acquire_core import Observation, Ruleset
from acquire_core.record import Record


class FunctionKeys(ABC):
    """A scene that shows a table owns one and calls `function_key`; a dialog over the scene may get the same call, so that the
    keys mean the same there. A subclass says what is shown now (`observed_now`, `sheet_now`, `record`) and what leaving means
    (`before_leaving`, `leave`). What is shown must be what the person may see, because all pages are made of it."""

    leave_title: str
    """The question with which `ask_to_leave` begins."""
    stays_by_default = False
    """Whether the main button stays, because others would wait."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    @property
    @abstractmethod
    def stay(self) -> str:
        """The answer with which the person does not leave."""

    def function_key(self, key: int) -> bool:
        """Do what the key means if it is one of these, and return True."""
        acts = {
            pygame.K_F1: self.show_prices, pygame.K_F2: self.show_chains, pygame.K_F3: self.show_hand,
            pygame.K_F4: self.show_players, pygame.K_F5: self.show_chart, pygame.K_F6: self.toggle_passes,
            pygame.K_F7: self.save, pygame.K_F8: self.load,
            pygame.K_F9: self.show_help, pygame.K_F10: self.ask_to_leave,
        }
        if key in acts:
            acts[key]()
        return key in acts

    # --- what is shown ---

    @property
    @abstractmethod
    def ruleset(self) -> Ruleset: ...

    @property
    @abstractmethod
    def names(self) -> TableNames: ...

    @abstractmethod
    def observed_now(self) -> Observation: ...

    @abstractmethod
    def sheet_now(self) -> ScoreSheet: ...

    @abstractmethod
    def record(self) -> Record: ...

    @property
    def is_cash_concealed(self) -> bool:
        """Return True if the cash of a seat is hidden, so that a chart of it must not be shown."""
        return any(seat.cash is None for seat in self.sheet_now().seats)

    def chart_refusal(self) -> str:
        """Return why there is no chart; empty where there is one."""
        if not self.is_cash_concealed:
            return ""
        return self.shell.translate("Cash is concealed under these rules; the chart comes at the end.")

    # --- the keys ---

    def show_prices(self) -> None:
        self.shell.show_prices(self.ruleset, {row.chain: row.size for row in self.sheet_now().chains})

    def show_chains(self) -> None:
        self.shell.show_lines(self.shell.translate("Chains"), self._chain_lines())

    @abstractmethod
    def show_hand(self) -> None:
        """Show what every tile would do, and the shares of the same seat."""

    def _chain_lines(self) -> list[ListLine]:
        return chain_lines(self.observed_now(), self.sheet_now(), self.names.in_language(self.shell.words))

    def show_players(self) -> None:
        self.shell.show_lines(self.shell.translate("Players"), player_lines(self.sheet_now(), self.shell.words))

    def show_chart(self) -> None:
        refusal = self.chart_refusal()
        if refusal:
            self.shell.show_notice(refusal)
            return
        try:
            record = self.record()
        except ValueError:  # a game that began from a position has none
            self.shell.show_notice(self.shell.translate("This game has no record, so there is no chart."))
            return
        self.shell.show_chart(record, self.names)

    @abstractmethod
    def toggle_passes(self) -> None:
        """Show the full log, or the short one without draws and passes."""

    @abstractmethod
    def save(self) -> None: ...

    def load(self) -> None:
        self.shell.show_saved_games()

    def show_help(self) -> None:
        self.shell.show_help(self.ruleset)

    def ask_to_leave(self) -> None:
        """Ask before leaving."""
        leave, stay = ("plain", "primary") if self.stays_by_default else ("primary", "plain")
        self.shell.show_dialog(self.leave_title, self.before_leaving, (
            DialogAnswer(message("Leave"), self.leave, leave), DialogAnswer(message("Settings"), self.shell.show_settings),
            *self.more_answers(), DialogAnswer(self.stay, kind=stay)), self._key_while_leaving, self.same_question())

    def same_question(self) -> Callable[[], bool]:
        """Return what says whether leaving still means what it means now."""
        return lambda: True

    def more_answers(self) -> tuple[DialogAnswer, ...]:
        """Return what else can be done where leaving is asked."""
        return ()

    @abstractmethod
    def before_leaving(self) -> str:
        """Return what leaving means."""

    @abstractmethod
    def leave(self) -> None: ...

    def _key_while_leaving(self, key: int) -> None:
        """Stay when F10 is pressed once more."""
        self.shell.pop() if key == pygame.K_F10 else self.function_key(key)


def chain_lines(seen: Observation, sheet: ScoreSheet, names: TableNames) -> list[ListLine]:
    """Return the card of each chain with its tiles, then the chains that are not on the board, loose tiles and dead squares."""
    founded, others = [], []
    for row in sheet.chains:
        first, *rest = card_text(chain_card(sheet, row.chain, seen.ruleset), names).split("\n")
        if row.size:
            tiles = " ".join(tile for tile, chain in seen.board.items() if chain == row.chain)
            founded += [ListLine(first, row.chain), ListLine(" ".join(rest)), ListLine(tiles)]
        else:
            others.append(ListLine(" ".join((first, *rest)), row.chain))
    return [*founded, *others, *map(ListLine, loose_facts(seen, names.words))]


def share_lines(sheet: ScoreSheet, seat: int, words: Words) -> list[ListLine]:
    """Return the shares of a seat, each with the mark of its chain."""
    facts = share_facts(sheet, seat, words)
    held = [row.chain for row in sheet.chains if row.blocks[seat] and row.blocks[seat] is not True]
    return [ListLine(fact, chain) for fact, chain in zip(facts, held or [""], strict=True)]


def player_lines(sheet: ScoreSheet, words: Words) -> list[ListLine]:
    """Return the seats with their avatars, the chains with their marks, and the bag."""
    facts, seats, chains = player_facts(sheet, words), len(sheet.seats), len(sheet.chains)
    return [*(ListLine(fact, avatar=(number, sheet.seats[number].name)) for number, fact in enumerate(facts[:seats])),
            *(ListLine(fact, row.chain) for fact, row in zip(facts[seats:seats + chains], sheet.chains, strict=True)),
            *map(ListLine, facts[seats + chains:])]

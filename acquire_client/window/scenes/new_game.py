"""A custom game: who plays, by which rules. What was chosen last is there again the next time."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pygame

from acquire_client.language import message
from acquire_client.matches.local import LocalMatch, MatchError
from acquire_client.matches.players import BOT_NAMES, SeatsError, players_from
from acquire_client.matches.table_log import LOG_NOTES
from acquire_client.view_model.option_sentences import EDITION_ORIGINS, changed_or_refusal, edition_differences
from acquire_client.view_model.presets import MAX_PRESETS, presets_from, presets_text, rules_from, rules_text
from acquire_client.view_model.ready_games import is_seat_name, person_name
from acquire_client.view_model.rule_changes import OPTION_TITLES, changed_rules
from acquire_client.view_model.rule_choices import choice_at, rule_choices
from acquire_client.view_model.seat_choices import (
    LEVEL_NAMES,
    LEVEL_NOTES,
    LEVEL_OF_NEW_SEAT,
    LEVEL_WORDS,
    LIKING_NOTES,
    LIKING_WORDS,
    LIKINGS,
    LONGEST_NAME,
    PERSON,
    SeatChoice,
    seats_from,
    seats_text,
)
from acquire_client.view_model.table_presets import TOURNAMENT
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.layout.scale import FORM_ROOMS
from acquire_client.window.layout.seat_cards import SeatCardLayout, seat_cards_layout
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.widgets.button import Button, Toggle
from acquire_client.window.widgets.choice import Choice, choice_among
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core import RULESETS, Ruleset
from acquire_core.record_header import LAST_ROUND, WHOLE
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS

HOLDINGS = {"open": message("open"), "piles": message("piles"), "hidden": message("hidden")}
BUYS = (1, 2, 3, 4, 5)

# Options that are switched here, with what they mean; all of them are on the page of house rules.
SWITCHES = (
    ("special_powers", message("Special powers"), message("Five markers each: free shares, more tiles, trades.")),
    ("open_pick", message("Open pick"), message("A tile is chosen from the bag instead of drawn.")),
    ("sell_shares", message("Selling shares"), message("Shares may be sold when it is time to buy.")),
    ("founder_buys_four", message("Founder buys four"), message("The founder of a chain may buy four shares of it.")),
    ("two_player_market", message("Market competes"), message("With two players the market competes for bonuses.")),
    ("teams", message("Teams"), message("Four players: first and third against second and fourth.")),
)
TOURNAMENT_ENTRY = len(RULESETS)
"""The number of the preset in the list of rules: behind the editions."""
LOG_SWITCH = message("Last round only")
ABOUT_TOURNAMENT = message("Four players, drawn seats, hidden holdings, and a log of the last round only.")
SWITCH_ROWS = (len(SWITCHES) + 2) // 2
"""With the log of the table, which is not among the rules."""


class NewGameScene(Scene):
    """The page of ready games opens it. `seats`, `ruleset` and `log` are what is chosen, and every change but that of a name
    ends in `rebuild`. `start` makes a `LocalMatch` of them and `leave` goes back; both keep the choice in the settings. A rule
    goes through `changed_or_refusal`, so `ruleset` is valid at every moment; `start` finds out whether these seats can play by
    it."""

    rooms = FORM_ROOMS

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        settings = shell.settings
        self.seats = seats_from(settings.seats, person_name(settings.name, "", shell.translate("Player")))
        last = f"{settings.rules},{settings.options}" if settings.options else settings.rules
        # What another version has kept may make no sense here; the rules themselves stand.
        self.ruleset = rules_from(last) or RULESETS.get(settings.rules, RULESETS["classic"])
        self.log = settings.log
        """Which part of the log the table shows."""
        self.presets = list(presets_from(settings.presets))
        """The rules that the person has saved; they are in the settings too."""
        self.own_changes: dict[str, Any] = {} if self.ruleset in self.presets or self.is_tournament else self.ruleset.changes()
        """What was changed by hand. It goes along when another edition is chosen."""

    # --- what can be chosen ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.left, self.right = page.body.columns((1.12, 1), unit(24))
        room = self.left.inset(unit(12), unit(10)).without_top(unit(30))
        self.cards, self.add_box, self.every_box = seat_cards_layout(room, unit, len(self.seats))
        lines = self.right.inset(unit(18), unit(10)).without_top(unit(30))
        step, line = unit(6), min(page.row, max(28, lines.h // 16))
        self.rule = lines.top(line)
        rest = lines.h - (3 + SWITCH_ROWS + 1) * (line + step) - (max(28, unit(30)) if self.is_changed else 0)
        self.about = Box(lines.x, self.rule.bottom + step, lines.w, min(rest, unit(132)))
        self.rule_pages = Box(lines.x, self.about.bottom + step, lines.w, line).columns((1, 1), unit(8))
        below = Box(lines.x, self.rule_pages[0].bottom + unit(8), lines.w, lines.bottom - self.rule_pages[0].bottom - unit(8))
        lower = below.stacked(2 + SWITCH_ROWS, line, step)
        switches = [cell for row in lower[2:] for cell in row.columns((1, 1), unit(24))]
        self.options = (*lower[:2], *switches)
        self.changes = Box(below.x, lower[-1].bottom + step, below.w, below.bottom - lower[-1].bottom - step)

    def build_widgets(self) -> list[Widget]:
        widgets: list[Widget] = []
        for number, (seat, card) in enumerate(zip(self.seats, self.cards, strict=True)):
            widgets += self._seat_widgets(number, seat, card)
        widgets.append(Button("add", self.add_box, self.translate("Add seat"), self._add_seat, size=13, icon="add",
                              enabled=len(self.seats) < MAX_PLAYERS))
        if sum(seat.kind != PERSON for seat in self.seats) > 1:
            widgets.append(self._level_of_all())
        widgets += self._rule_widgets()
        back, start = self.foot.columns((1, 2.4), self.unit(14))
        return [*widgets, Button("back", back, self.translate("Back"), self.leave, hint="Esc", icon="back"),
                Button("start", start, self.translate("Start the game"), self.start, kind="primary", hint="Enter", size=15,
                       icon="play")]

    def _level_of_all(self) -> Choice:
        """Return what sets the level of all computer players at once; where they differ, it begins at the highest of them."""
        translate = self.translate
        levels = [LEVEL_NAMES.index(seat.kind) for seat in self.seats if seat.kind != PERSON]
        at, tip = max(levels), translate("Sets the level of all computer players.")
        labels = [translate("All computers: {level}", level=translate(LEVEL_WORDS[one])) for one in LEVEL_NAMES]
        if len(set(levels)) > 1:
            labels[at] = translate("Different levels")
        return Choice("levels", self.every_box, labels, at, self._set_all_levels, tip=tip,
                      meter=(at, len(LEVEL_NAMES) - 1), spoken=translate("Level of all computer players"))

    def _seat_widgets(self, number: int, seat: SeatChoice, card: SeatCardLayout) -> list[Widget]:
        translate, painter, is_person = self.translate, self.painter, seat.kind == PERSON
        widgets: list[Widget] = [
            TextField(f"name {number}", card.name, seat.name, lambda text: self._set_name(number, text), longest=LONGEST_NAME,
                      ghost=translate("Name"), entered=self.start, spoken=translate("Seat {number}: name", number=number + 1)),
            choice_among(painter, f"kind {number}", card.kind, (translate("Person"), translate("Computer")), int(not is_person),
                         lambda at: self._change_seat(number, kind=LEVEL_OF_NEW_SEAT if at else PERSON),
                         spoken=translate("Seat {number}: person or computer", number=number + 1)),
            Button(f"remove {number}", card.remove, "", lambda: self._remove_seat(number), kind="quiet", icon="close",
                   enabled=len(self.seats) > MIN_PLAYERS, spoken=translate("Seat {number}: remove", number=number + 1)),
        ]
        if not is_person:
            at = LEVEL_NAMES.index(seat.kind)
            widgets.append(Choice(f"level {number}", card.level, [translate(LEVEL_WORDS[one]) for one in LEVEL_NAMES], at,
                                  lambda at: self._change_seat(number, kind=LEVEL_NAMES[at]),
                                  tip=translate(LEVEL_NOTES[seat.kind]), meter=(at, len(LEVEL_NAMES) - 1),
                                  spoken=translate("Seat {number}: level", number=number + 1)))
        if seat.has_liking:
            widgets.append(Choice(f"liking {number}", card.style, [translate(LIKING_WORDS[one]) for one in LIKINGS],
                                  LIKINGS.index(seat.liking), lambda at: self._change_seat(number, liking=LIKINGS[at]),
                                  tip=translate(LIKING_NOTES[seat.liking] or message("What this player likes beside winning.")),
                                  spoken=translate("Seat {number}: style", number=number + 1)))
        return widgets

    def _rule_widgets(self) -> list[Widget]:
        translate, rules = self.translate, self.ruleset
        choices = rule_choices(self.presets, self.shell.words)
        known, names = [choice.ruleset for choice in choices], [choice.title for choice in choices]
        number = choice_at(choices, rules, self.log)
        at = tuple(RULESETS).index(rules.name) if number is None else number
        chosen, keep = self.rule.columns((3, 1), self.unit(8))
        own = rules in self.presets
        editions, house = self.rule_pages
        changed = len(rules.changes())
        label = translate("House rules ({count} changed)", count=changed) if changed else translate("House rules")
        widgets: list[Widget] = [
            Choice("rules", chosen, names, at, lambda number: self._choose_rules(number, known), translate("Rules"),
                   translate(ABOUT_TOURNAMENT) if self.is_tournament else ""),
            Button("keep", keep, translate("Delete preset") if own else translate("Save preset"),
                   self._forget_preset if own else self._keep_preset,
                   size=12, icon="delete" if own else "keep",
                   enabled=own or (rules not in known and len(self.presets) < MAX_PRESETS),
                   tip=translate("Rules that you have changed can be kept, to be chosen again with one key.")),
            Button("editions", editions, translate("Compare editions"), self.show_editions, hint="F2", size=12, icon="cards"),
            Button("house", house, label, self.show_house_rules, hint="F3", size=12, icon="rules"),
            choice_among(self.painter, "holdings", self.options[0], tuple(map(translate, HOLDINGS.values())),
                         tuple(HOLDINGS).index(rules.holdings), lambda at: self._set_option(holdings=tuple(HOLDINGS)[at]),
                         translate("Others' holdings"), translate("What the others see of a player's shares and cash.")),
            choice_among(self.painter, "max_buy", self.options[1], tuple(map(str, BUYS)), BUYS.index(rules.max_buy),
                         lambda at: self._set_option(max_buy=BUYS[at]), translate("Shares a turn")),
        ]
        if self.is_changed:
            widgets.append(Button("plain", self._plain_box, translate("Undo changes"), self._undo_changes, size=12, icon="undo",
                                  tip=translate("Play the edition as it is.")))
        widgets.append(Toggle("log", self.options[2 + len(SWITCHES)], translate(LOG_SWITCH), self.log == LAST_ROUND,
                              self._set_log, translate(LOG_NOTES[LAST_ROUND])))
        for (name, label, tip), box in zip(SWITCHES, self.options[2:2 + len(SWITCHES)], strict=True):
            matters = name != "two_player_market" or len(self.seats) == MIN_PLAYERS
            widgets.append(Toggle(name, box, translate(label), matters and getattr(rules, name), self._option_toggle(name),
                                  translate(tip), enabled=matters))
        return widgets

    def _set_log(self, last_round: bool) -> None:
        self.log = LAST_ROUND if last_round else WHOLE
        self.rebuild()

    def _option_toggle(self, name: str) -> Callable[[bool], None]:
        return lambda on: self._set_option(**{name: on})

    # --- changes ---

    def _set_name(self, number: int, text: str) -> None:
        self.seats[number] = replace(self.seats[number], name=text)

    def _change_seat(self, number: int, **changes: str) -> None:
        self.seats[number] = replace(self.seats[number], **changes)
        self.rebuild()

    def _set_all_levels(self, at: int) -> None:
        self.seats = [seat if seat.kind == PERSON else replace(seat, kind=LEVEL_NAMES[at]) for seat in self.seats]
        self.rebuild()

    def _add_seat(self) -> None:
        taken = {seat.name for seat in self.seats}
        self.seats.append(SeatChoice(LEVEL_OF_NEW_SEAT, next(name for name in (*BOT_NAMES, "Gus") if name not in taken)))
        self.rebuild()

    def _remove_seat(self, number: int) -> None:
        self.seats.pop(number)
        self.rebuild(f"remove {min(number, len(self.seats) - 1)}")

    @property
    def is_changed(self) -> bool:
        """Return True if the rules are neither an edition as it is nor a preset."""
        return bool(self.ruleset.changes()) and self.ruleset not in self.presets and not self.is_tournament

    @property
    def _plain_box(self) -> Box:
        return self.changes.end(self.unit(132)).top(max(28, self.unit(30)))

    @property
    def is_tournament(self) -> bool:
        """Return True if rules and log are those of the preset, for which seats are drawn."""
        return TOURNAMENT.is_set(self.ruleset, self.log)

    def _choose_rules(self, number: int, known: Sequence[Ruleset]) -> None:
        """Choose an edition, a preset of the table, or rules that were saved, by the number in the list."""
        was_tournament = self.is_tournament
        if number != TOURNAMENT_ENTRY:
            if was_tournament:
                self.log = WHOLE
            self._set_rules(known[number])
            return
        self.ruleset, self.log = TOURNAMENT.ruleset, TOURNAMENT.log
        taken = {seat.name for seat in self.seats}
        free = iter([name for name in (*BOT_NAMES, "Gus") if name not in taken])
        while len(self.seats) < TOURNAMENT.seats:
            self.seats.append(SeatChoice(LEVEL_OF_NEW_SEAT, next(free)))
        del self.seats[TOURNAMENT.seats:]
        self.rebuild()

    def _set_rules(self, ruleset: Ruleset) -> None:
        """Choose an edition with what was changed by hand, as far as it makes sense there; or a preset as it is."""
        self.ruleset = ruleset
        lost = []
        for name, value in self.own_changes.items() if ruleset not in self.presets else ():
            self.ruleset, refusal = changed_or_refusal(self.ruleset, name, value, self.shell.words)
            if refusal:
                lost.append(self.translate(OPTION_TITLES[name]))
        if lost:
            self.shell.show_notice(self.translate("This edition does not allow what you have changed: {rules}.",
                                                  rules=self.shell.words.listing(lost)))
        self.rebuild()

    def show_editions(self) -> None:
        self.shell.show_editions(self.ruleset.name, lambda name: self._set_rules(RULESETS[name]))

    def show_house_rules(self) -> None:
        self.shell.show_house_rules(self.ruleset, self._take_house_rules)

    def _take_house_rules(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.own_changes = ruleset.changes()
        self.rebuild()

    def _undo_changes(self) -> None:
        self.own_changes = {}
        self._set_rules(RULESETS[self.ruleset.name])

    def _keep_preset(self) -> None:
        self.presets.append(self.ruleset)
        self.own_changes = {}
        self._keep_presets()

    def _forget_preset(self) -> None:
        self.presets.remove(self.ruleset)
        self.own_changes = self.ruleset.changes()
        self._keep_presets()

    def _keep_presets(self) -> None:
        self.shell.change_settings(replace(self.shell.settings, presets=presets_text(self.presets)))
        self.rebuild()

    def _set_option(self, **changes: Any) -> None:
        for name, value in changes.items():
            self.ruleset, refusal = changed_or_refusal(self.ruleset, name, value, self.shell.words)
            if refusal:
                self.shell.show_notice(refusal, bad=True)
            elif value == getattr(RULESETS[self.ruleset.name], name):
                self.own_changes.pop(name, None)
            else:
                self.own_changes[name] = value
        self.rebuild()

    # --- beginning ---

    def start(self) -> None:
        try:
            players = players_from(seats_text(self.seats))
            if self.is_tournament:
                players = tuple(secrets.SystemRandom().sample(players, len(players)))
            match = LocalMatch.start(self.ruleset, players, secrets.randbits(63), self.log)
        except (SeatsError, MatchError) as error:
            self.shell.show_notice(self.shell.words.sentence(error.in_language(self.shell.words)), bad=True)
            return
        self._keep_choice()
        self.shell.play(match)

    def _keep_choice(self) -> None:
        """Keep seats and rules for the next time, and the name of the first person if it was changed."""
        named = next((seat.name.strip() for seat in self.seats if seat.kind == PERSON), "")
        name = named if is_seat_name(named) and named != self.translate("Player") else self.shell.settings.name
        rules, _, options = rules_text(self.ruleset).partition(",")
        kept = replace(self.shell.settings, name=name, seats=seats_text(self.seats), rules=rules, options=options,
                       log=self.log)
        if kept != self.shell.settings:
            self.shell.change_settings(kept)

    def leave(self) -> None:
        """Go back to the page of ready games. What was chosen is there again the next time, unless these seats cannot play."""
        with suppress(SeatsError):
            players_from(seats_text(self.seats))
            self._keep_choice()
        self.shell.pop()

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Start with Enter, wherever the focus is, as the button says; Space presses what has the focus."""
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS:
            self.ready()
            self.start()
            return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        acts = {pygame.K_ESCAPE: self.leave, pygame.K_F2: self.show_editions, pygame.K_F3: self.show_house_rules}
        if event.key in acts:
            acts[event.key]()
        return True

    # --- the picture ---

    def panels(self) -> Panels:
        return (self.left, "panel"), (self.right, "panel")

    def paint(self, painter: Painter) -> None:
        unit, translate = painter.unit, self.translate
        painter.text(self.head, translate("Custom game"), 26, bold=True)
        for box, title in ((self.left, translate("Seats")), (self.right, translate("Rules"))):
            painter.text(box.top(unit(38)).inset(unit(18), 0), title, 13, "dim", bold=True)
        for number, (seat, card) in enumerate(zip(self.seats, self.cards, strict=True)):
            painter.panel(card.card, "raised", "line", 8)
            painter.avatar(card.avatar, number, seat.name or "?")
            notes = " ".join(map(translate, seat.notes))
            if seat.kind == PERSON:
                painter.text(card.level.to(card.style), notes, 12.5, "dim")
            elif card.note.h:
                painter.text(card.note, notes, 11.5, "dim", cut=True)
        note, about = translate(EDITION_ORIGINS[self.ruleset.name]), edition_differences(self.ruleset.name, self.shell.words)
        if self.ruleset.name != "classic":
            note = translate("{year} · differs from Classic:", year=note)
        line = self.about.top(max(unit(20), unit.text(12.5) + 4))
        painter.text(line, note, 12.5, "dim", bold=True)
        painter.paragraph(self.about.without_top(line.h + unit(2)), "\n".join(f"• {one}" for one in about), 12.5)
        if self.is_changed:
            changed = translate("Changed: {rules}.", rules=", ".join(changed_rules(self.ruleset, self.shell.words)))
            painter.paragraph(self.changes.without_end(self._plain_box.w + unit(10)), changed, 12.5, "dim", cut=True)

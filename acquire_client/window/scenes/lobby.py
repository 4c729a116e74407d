"""The lobby of a network table: who sits there, what is proposed, how others come, and what people say to each other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pygame

from acquire_client.language import message
from acquire_client.matches.evening import Evening, EveningStage
from acquire_client.view_model.lobby_cards import (
    CLOCKS,
    NO_CLOCK,
    SeatCard,
    evening_score_text,
    seat_cards,
    table_chips,
    waiting_line,
)
from acquire_client.view_model.lobby_changes import change_line, propose_preset, seated_identities
from acquire_client.view_model.over_days import NO_RETURN, refusal_of
from acquire_client.view_model.presets import presets_from
from acquire_client.view_model.rule_choices import RuleChoice, choice_at, rule_choices
from acquire_client.view_model.table_presets import TOURNAMENT
from acquire_client.view_model.table_terms import option_term
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.scene import DialogAnswer, Scene, Shell
from acquire_client.window.table_view.chat_view import FIELD, ChatBox
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.chips import paint_chips
from acquire_client.window.widgets.choice import Choice
from acquire_client.window.widgets.clipboard import write_clipboard
from acquire_client.window.widgets.qr_picture import QrPicture
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core import RULESETS, Ruleset
from acquire_core.record_header import WHOLE
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS
from acquire_net import Address, TableAddress, clock_options, events, is_over_days, option_value, rules_lines

SEATS = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
ARRIVING = message("Asking the table …")
OWN_ENTER = ("leave", "copy", "qr", "house", "options", "days", "exclude", "block", "up", "computer")
"""The first words of the buttons on which Enter does what they say, and not what the main button says."""
LONGEST_READ_ALOUD = 34
"""A code that is not longer stays in one line; an address of IPv6 is copied or filmed."""
LOBBY_ROOMS = ((1100, 619), (1100, 900))
INVITE = message("Invite others")
READY, NOT_READY = message("I am ready"), message("Not ready after all")


class LobbyScene(Scene):
    """navigation.py shows it for an `Evening`, which has the peer and all that it has reported. An order goes to
    `evening.peer`, and the scene changes only when the peer reports what came of it: `_on_event` rebuilds after each event. The
    scene itself keeps nothing but the chat box and rules that are not proposed yet. Begin with `build_widgets` for what can be
    done, and with `_paint_seat` and `_paint_invitation` for what is seen."""

    rooms = LOBBY_ROOMS

    def __init__(self, shell: Shell, evening: Evening) -> None:
        super().__init__(shell)
        self.evening = evening
        self.chat = ChatBox(evening, shell.translate, self.rebuild)
        self.wanted_rules: Ruleset | None = None
        """What the page of house rules has come to; proposed as one change when it is closed."""
        evening.listeners.append(self._on_event)
        shell.set_title("")

    def _on_event(self, event: events.PeerEvent) -> None:
        self.rebuild()

    def on_leave(self) -> None:
        self.evening.listeners.remove(self._on_event)

    # --- what can be done ---

    def set_ready(self) -> None:
        self.evening.peer.set_ready(not self.evening.own_wish)

    @property
    def can_be_ready(self) -> bool:
        """Return True if the person here has a seat, and all seats are taken."""
        lobby, me = self.evening.lobby, self.evening.me
        return (lobby is not None and me is not None and me.is_seated
                and sum(each.is_seated for each in lobby.members) == lobby.places)

    def _exclude(self, card: SeatCard) -> None:
        """Do what the button beside a player says."""
        member, peer = card.member, self.evening.peer
        assert member is not None
        if member.is_blocked:
            peer.block_player(member.identity, False)
        elif member.is_excluded or member.is_kept_out:
            peer.accept_player(member.identity)
        elif self.shell.is_own_computer(member.identity):
            self.shell.remove_computer(member.identity)
        elif self.evening.is_founder:
            self.shell.show_dialog(
                self.translate("Exclude {name}?", name=card.name),
                lambda: self.translate("They get no seat at this table, and nobody here reads what they write."),
                (DialogAnswer(message("Exclude"), lambda: peer.exclude_player(member.identity)),
                 DialogAnswer(message("Stay together"), kind="primary"),
                 DialogAnswer(message("Block for good"), lambda: peer.block_player(member.identity))), lambda key: None)
        else:
            self.shell.show_dialog(
                self.translate("Block {name}?", name=card.name),
                lambda: self.translate("You read nothing of what they write, and they get no seat at a table of yours."),
                (DialogAnswer(message("Block for good"), lambda: peer.block_player(member.identity)),
                 DialogAnswer(message("Cancel"), kind="primary")), lambda key: None)

    def _button_label(self, card: SeatCard) -> str:
        """Return what can be done about a player; empty for the person here."""
        member = card.member
        if member is None or member.is_me:
            return ""
        if member.is_blocked:
            return self.translate("Unblock")
        if self.shell.is_own_computer(member.identity):
            return self.translate("Remove")
        if not self.evening.is_founder:
            return "" if member.computer else self.translate("Block")
        return self.translate("Let in") if member.is_excluded or member.is_kept_out else self.translate("Exclude")

    def _move_up(self, card: SeatCard) -> None:
        """Propose that a player changes seats with the one before."""
        order = [] if self.evening.lobby is None else seated_identities(self.evening.lobby)
        if card.member is not None and card.member.identity in order[1:]:
            at = order.index(card.member.identity)
            order[at - 1:at + 1] = order[at], order[at - 1]
            self.evening.peer.propose_changes(order=tuple(order))

    def add_computer(self) -> None:
        if self.is_over_days:
            self.shell.play_sound("error")
            self.shell.show_notice(refusal_of(message("Add computer player"), NO_RETURN, self.shell.words), bad=True)
        else:
            self.shell.show_add_computer(self.evening)

    @property
    def is_over_days(self) -> bool:
        """Return True if the players of this table need not be there together."""
        return self.evening.lobby is not None and is_over_days(self.evening.lobby.options)

    def show_days(self) -> None:
        """Show what a table over days is, and whether its mailbox answers."""
        if self.is_over_days and self.evening.lobby is not None:
            self.shell.show_days(self.evening.lobby.options)

    def show_house_rules(self) -> None:
        lobby = self.evening.lobby
        if self.evening.is_founder and lobby is not None and lobby.ruleset is not None:
            self.shell.show_house_rules(lobby.ruleset, self._take_house_rules)

    def _take_house_rules(self, ruleset: Ruleset) -> None:
        self.wanted_rules = ruleset

    def on_return(self) -> None:
        """Propose the house rules that were chosen on their page, as one change."""
        wanted, self.wanted_rules = self.wanted_rules, None
        lobby = self.evening.lobby
        if wanted is not None and lobby is not None and wanted != lobby.ruleset:
            self._propose(rules=rules_lines(wanted))

    def show_options(self) -> None:
        self.shell.show_table_options(self.evening)

    @property
    def long_code(self) -> str:
        """Return the code that leads here from anywhere; empty as long as there is none."""
        listening = self.evening.listening
        return "" if listening is None else listening.relay_code or listening.code

    def show_qr(self) -> None:
        if self.long_code:
            self.shell.show_qr(self.long_code)

    def ask_to_leave(self) -> None:
        if self.evening.stage is EveningStage.ARRIVING or self.evening.lobby is None or len(self.evening.lobby.members) < 2:
            self.shell.leave_table()
            return
        self.shell.show_dialog(message("Leave the table?"), lambda: self.translate("The others stay, and you can come back."), (
            DialogAnswer(message("Leave"), self.shell.leave_table), DialogAnswer(message("Stay"), kind="primary")),
            lambda key: None)

    def copy_code(self) -> None:
        if self.long_code:
            write_clipboard(self.long_code)
            self.shell.show_notice(self.translate("The join code is copied."))

    # --- layout ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        lobby = self.evening.lobby
        self.cards = () if lobby is None else seat_cards(
            lobby, self.evening.own_wish, self.shell.words, self.shell.coming_computers(lobby))
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.left, right = page.body.columns((1.2, 1), unit(20))
        invite_h = min(max(96, unit(150)), int(self.left.h * 0.34))
        self.invite = self.left.foot(invite_h)
        self.left = self.left.without_foot(invite_h + unit(14))
        terms_h = min(max(250, unit(312)), int(right.h * 0.64))
        self.terms, self.talk = right.top(terms_h), right.without_top(terms_h + unit(14))
        seats = self.left.inset(unit(16), unit(10))
        self.seats_head, rows = seats.top(unit(26)), seats.without_top(unit(30))
        count = max(1, min(len(self.cards), (rows.h + unit(4)) // (30 + unit(4))))
        height = max(30, min(unit.target(52), (rows.h - unit(4) * (count - 1)) // count))
        self.rows = rows.stacked(count, height, unit(4))
        inner, row = self.terms.inset(unit(16), unit(10)), max(28, unit.target(32))
        self.terms_head = inner.top(unit(24))
        self.choices = inner.without_top(unit(28)).stacked(4, row, unit(6))
        below = self.choices[3].bottom + unit(8)
        self.chips = Box(inner.x, below, inner.w, max(0, inner.bottom - below))
        self.change_line = self.chips.foot(max(16, unit(20)))
        self.chips = self.chips.without_foot(self.change_line.h + unit(2))
        inner = self.talk.inset(unit(16), unit(10))
        self.talk_head, self.chat_line = inner.top(unit(24)), inner.foot(max(30, unit.target(34)))
        self.chat_box = inner.without_top(unit(28)).without_foot(self.chat_line.h + unit(6))

    def rebuild(self, focus: str | None = None) -> None:
        """Build the widgets anew; nothing has the focus that the person has not chosen, so that Enter is for the main button."""
        before = self.focus_manager.focus
        super().rebuild(focus)
        if focus is None and self.focus_manager.focus != before:
            self.focus_manager.focus = None

    # --- widgets ---

    def build_widgets(self) -> list[Widget]:
        evening, translate, unit = self.evening, self.translate, self.unit
        widgets = self._term_widgets()
        if self.long_code:
            widgets.append(Button("copy", self._copy_box, translate("Copy the join code"), self.copy_code, size=12.5, icon="copy",
                                  hint=translate("Ctrl+C")))
            widgets.append(QrPicture("qr", self._qr_box, self.long_code, self.show_qr, translate("QR code of the join code"),
                                     translate("The join code, for a camera")))
        seats = {card.member.identity: card.number for card in self.cards if card.member is not None}
        widgets += self.chat.widgets(self.chat_box, self.chat_line, seats, self.painter)
        leave, ready = self.foot.columns((1, 2.4), unit(14))
        label = translate(NOT_READY) if evening.own_wish else translate(READY)
        escape, enter = ("", "") if self.is_typing else ("Esc", "Enter")
        widgets.append(Button("leave", leave, translate("Leave"), self.ask_to_leave, hint=escape, icon="leave"))
        if self.can_watch:
            widgets.append(Button("watch", ready, translate("Watch meanwhile"), self.watch, kind="primary", hint=enter,
                                  size=15))
        else:
            widgets.append(Button("ready", ready, label, self.set_ready, kind="plain" if evening.own_wish else "primary",
                                  hint=enter, size=15, icon="" if evening.own_wish else "check",
                                  enabled=self.can_be_ready, tip=self._ready_tip()))
        return [*widgets, *self._seat_buttons()]

    @property
    def is_typing(self) -> bool:
        """Return True if the line of the chat has the focus: then Enter sends it, and Esc leaves it."""
        return self.focus_manager.focus == FIELD

    @property
    def can_watch(self) -> bool:
        """Return True if a game runs at this table that the person here can watch, who has no seat in it."""
        evening = self.evening
        return evening.game_runs is not None and evening.game_runs.may_watch and evening.place is not None

    def watch(self) -> None:
        """Watch the game of this table, and go on waiting for the next one."""
        if self.evening.place is not None:
            self.shell.watch_online(self.evening.place)

    def _seat_buttons(self) -> list[Widget]:
        """Return what can be pressed beside a player or a free seat. They come last, so that the focus never begins on one."""
        buttons: list[Widget] = []
        translate, unit = self.translate, self.unit
        for card, row in zip(self.cards, self.rows, strict=False):
            height = min(row.h, max(28, unit(30)))
            box = row.end(unit(100)).centred(unit(100), height)
            if card.member is None and self.evening.is_founder and not card.is_awaited:
                margin = max(4, unit(6))  # the outline of a free seat stays free all around
                wide = row.end(unit(190)).without_end(margin).centred(unit(182), min(height, max(28, row.h - 2 * margin)))
                buttons.append(Button(f"computer {card.number}", wide, translate("Add computer player"), self.add_computer,
                                      size=12))
            elif label := self._button_label(card):
                act = "exclude" if self.evening.is_founder else "block"
                buttons.append(Button(f"{act} {card.number}", box, label, partial(self._exclude, card), size=12))
            if card.member is not None and card.member.is_seated and card.number and self.evening.is_founder:
                side = max(28, unit(30))
                up = Box(box.x - side - unit(4), box.y, side, box.h)
                buttons.append(Button(f"up {card.number}", up, "↑", partial(self._move_up, card), size=12,
                                      tip=translate("One seat further up."),
                                      spoken=translate("{name}: one seat further up", name=card.name)))
        return buttons

    @property
    def _qr_box(self) -> Box:
        inner = self.invite.inset(self.unit(10), self.unit(8))
        return inner.end(inner.h)

    @property
    def _copy_box(self) -> Box:
        inner, unit = self.invite.inset(self.unit(16), self.unit(10)).without_end(self._qr_box.w + self.unit(6)), self.unit
        beside = self.painter.fonts.text_width(self.translate(INVITE), unit.text(14), True) + unit(10)
        return inner.end(min(unit(220), inner.w - beside)).top(max(28, unit(32)))

    def _ready_tip(self) -> str:
        return "" if self.can_be_ready else self.translate("First all seats have to be taken.")

    def _term_widgets(self) -> list[Widget]:
        """Return what the founder may change; the others see the same values and cannot press them."""
        lobby = self.evening.lobby
        if lobby is None or lobby.ruleset is None:
            return []
        mine, translate = self.evening.is_founder, self.translate
        choices = self._rule_choices
        number = choice_at(choices, lobby.ruleset, option_value(lobby.options, "log"))
        number = tuple(RULESETS).index(lobby.ruleset.name) if number is None else number
        clock = option_value(lobby.options, "clock")
        clocks = CLOCKS if clock in CLOCKS else (*CLOCKS, clock)
        labels = [translate(NO_CLOCK) if each == "none" else translate("{seconds} s", seconds=each) for each in clocks]
        edition, seats, time, pages = self.choices
        house, options = pages.columns((1, 1), self.unit(8))
        changed = len(lobby.ruleset.changes())
        label = translate("House rules ({count} changed)", count=changed) if changed else translate("House rules")
        at = SEATS.index(lobby.places) if lobby.places in SEATS else 0
        return [
            Choice("edition", edition, [choice.title for choice in choices], number, self._choose_rules, translate("Rules"),
                   enabled=mine, tip=self._term_tip()),
            Choice("seats", seats, [str(count) for count in SEATS], at, lambda at: self._propose(places=SEATS[at]),
                   translate("Seats"), tip=translate("Anybody may propose another number of seats.")),
            Button("days", time, option_term("mailbox", lobby.options, self.shell.words), self.show_days, hint="F6", size=12,
                   kind="chosen", icon="history", tip=translate("What a table over days is."))
            if self.is_over_days else
            Choice("clock", time, labels, clocks.index(clock), lambda at: self._propose(options=clock_options(clocks[at])),
                   translate("For a decision"), enabled=mine, tip=self._term_tip()),
            Button("house", house, label, self.show_house_rules, hint="F3", size=12, enabled=mine, tip=self._term_tip()),
            Button("options", options, translate("Options of the table"), self.show_options, hint="F4", size=12),
        ]

    @property
    def _rule_choices(self) -> list[RuleChoice]:
        """Return the rules that have a name; those of the person only at the person's own table."""
        own = presets_from(self.shell.settings.presets) if self.evening.is_founder else ()
        return rule_choices(own, self.shell.words)

    def _choose_rules(self, number: int) -> None:
        """Propose rules that have a name; with a preset of the table go its log and the seats, which are drawn."""
        lobby, chosen = self.evening.lobby, self._rule_choices[number]
        if chosen.preset is None:
            self._propose(rules=rules_lines(chosen.ruleset), options={"log": WHOLE} if self._is_tournament else None)
        elif lobby is not None:
            propose_preset(self.evening.peer, chosen.preset, lobby)

    @property
    def _is_tournament(self) -> bool:
        lobby = self.evening.lobby
        return (lobby is not None and lobby.ruleset is not None
                and TOURNAMENT.is_set(lobby.ruleset, option_value(lobby.options, "log")))

    def _term_tip(self) -> str:
        return "" if self.evening.is_founder else self.translate("The host can change this.")

    def _propose(self, *, rules: tuple[str, ...] | None = None, places: int | None = None,
                 options: Mapping[str, str] | None = None) -> None:
        self.evening.peer.propose_changes(rules=rules, places=places, options=options)

    # --- keys ---

    def handle_event(self, event: pygame.event.Event) -> bool:
        """The buttons name the keys that they have now: in the line of the chat Enter and Esc mean something else."""
        was_typing = self.is_typing
        is_taken = self._take_event(event)
        if self.is_typing != was_typing and self.shell.is_on_top(self):
            self.rebuild(self.focus_manager.focus)
        return is_taken

    def _take_event(self, event: pygame.event.Event) -> bool:
        """Enter does what the primary button says; in the line of the chat it sends the line."""
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS:
            self.ready()
            focus = self.focus_manager.focus or ""
            if self.is_typing:
                self.chat.say()
            elif focus.partition(" ")[0] in OWN_ENTER:
                return super().handle_event(event)
            elif self.can_watch:
                self.watch()
            elif self.can_be_ready and not self.evening.own_wish:
                self.set_ready()
            else:
                return super().handle_event(event)
            return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE and self.is_typing:
            self.focus_manager.focus = "ready"
        elif event.key == pygame.K_ESCAPE:
            self.ask_to_leave()
        elif event.key == pygame.K_F3:
            self.show_house_rules()
        elif event.key == pygame.K_F4:
            self.show_options()
        elif event.key == pygame.K_F6 and self.is_over_days:
            self.show_days()
        elif event.key == pygame.K_c and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.copy_code()
        elif event.key == pygame.K_w and self.can_watch:
            self.watch()
        else:
            return False
        return True

    # --- the picture ---

    def panels(self) -> Panels:
        return (self.left, "panel"), (self.invite, "panel"), (self.terms, "panel"), (self.talk, "panel")

    def paint(self, painter: Painter) -> None:
        evening, translate, unit = self.evening, self.translate, painter.unit
        lobby = evening.lobby
        title = self.head.top(unit(30))
        painter.text(title.left(int(title.w * 0.55)), translate("The table before the game"), 24, bold=True)
        painter.text(title.without_left(int(title.w * 0.57)), evening_score_text(evening, self.shell.words), 15, "text", "right",
                     bold=True, cut=True)
        line = translate(ARRIVING)
        if evening.journal_read is not None:
            line = translate("Your game is read again: {share:%}", share=evening.journal_read.done / evening.journal_read.total)
        if evening.game_runs is not None:
            line = translate("A game is being played here. You are waiting for the next one.")
        elif lobby is not None and lobby.ruleset is not None:
            line = waiting_line(lobby, evening.own_wish, self.shell.words)
            if evening.missing_links and self.can_be_ready:
                line = text_in(self.shell.words, evening.missing_links[0])
        painter.text(self.head.without_top(unit(30)), line, 14, "dim", cut=True)
        painter.text(self.seats_head, translate("Players"), 14, bold=True)
        if (left_out := len(self.cards) - len(self.rows)) > 0:
            painter.text(self.seats_head, translate("and {count} more", count=left_out), 12, "dim", "right")
        for card, row in zip(self.cards, self.rows, strict=False):
            self._paint_seat(painter, card, row)
        if not self.cards and evening.game_runs is not None:
            painter.paragraph(self.rows[0], translate("Who sits here is shown when this game is over."), 12.5, "dim", cut=True)
        if evening.never_arrived and evening.place is not None:
            painter.paragraph(self.rows[0].to(self.rows[-1]), self._connecting_text(evening.place), 13, "dim", cut=True)
        self._paint_invitation(painter)
        painter.text(self.terms_head, translate("The game"), 14, bold=True)
        if lobby is not None and lobby.ruleset is not None:
            chips = [*table_chips(lobby, self.shell.words), *([translate("Friends only")] if evening.friends_only else [])]
            if chips:
                room = self.chips.to(self.change_line) if evening.last_change is None else self.chips
                paint_chips(painter, room, translate("Differs from Classic:"), chips,
                            lambda count: translate("and {count} more", count=count))
            else:
                painter.paragraph(self.chips, translate("No rule was changed."), 12.5, "dim", cut=True)
        elif evening.game_runs is not None:
            painter.paragraph(self.choices[0].to(self.choices[1]), translate("Its rules are shown when this game is over."), 12.5,
                              "dim", cut=True)
        if evening.last_change is not None:
            painter.text(self.change_line, change_line(evening.last_change, self.shell.words), 12.5, "mine", cut=True)
        painter.text(self.talk_head, translate("Chat"), 14, bold=True)

    def _connecting_text(self, place: TableAddress) -> str:
        where = printable(str(Address(place.host, place.port)))
        if place.relay:
            return self.translate("This program asks the relay {address} for the table.", address=where)
        return self.translate("This program connects to {address}.", address=where)

    def _paint_seat(self, painter: Painter, card: SeatCard, row: Box) -> None:
        """Paint avatar, name, facts and the tick of a seat; a free seat is an outline."""
        unit = painter.unit
        if card.member is None:
            painter.dashed(row.inset(unit(2), unit(2)), "line", unit(6), 1)
            painter.text(row.inset(unit(14), 0).without_end(unit(190)), card.name, 13, "dim")
            return
        side = min(row.h - unit(6), unit(36))
        disc = row.left(side + unit(8)).centred(side, side)
        painter.avatar(disc, card.number, card.name)
        upper, lower = row.without_left(disc.w + unit(14)).without_end(self._buttons_width(card)).rows((1.15, 1))
        if card.member.is_seated:
            painter.text(upper.end(unit(80)), self.translate("✓ ready") if card.is_ready else self.translate("not ready"), 13,
                         "good" if card.is_ready else "dim", "right")
        upper = upper.without_end(unit(86))
        beside = upper.without_left(painter.text(upper, card.name, 15, bold=True, cut=True) + unit(8))
        is_bad = card.member.is_blocked or card.member.has_other_key
        partner = (card.partner,) if card.partner else ()
        if beside.w > unit(40):
            painter.text(beside, card.partner if card.member.computer else card.known, 12, "bad" if is_bad else "dim", cut=True)
        notes = " · ".join(card.notes if card.member.computer else (*partner, *card.notes))
        painter.text(lower, card.warning or notes, 12, "bad" if card.warning else "dim", cut=True)

    def _buttons_width(self, card: SeatCard) -> int:
        """Return the width that the buttons beside a player take."""
        if card.member is None or card.member.is_me:
            return self.unit(8)
        if self.evening.is_founder:
            return self.unit(104) + max(28, self.unit(30)) + self.unit(10)
        return self.unit(110) if self._button_label(card) else self.unit(8)

    def _paint_invitation(self, painter: Painter) -> None:
        evening, translate, unit = self.evening, self.translate, painter.unit
        inner = self.invite.inset(unit(16), unit(10)).without_end(self._qr_box.w + unit(6))
        lobby, listening = evening.lobby, evening.listening
        code = lobby.table_code if lobby is not None else ""
        head = inner.top(max(32, unit(34)))
        painter.text(head, translate(INVITE), 14, bold=True)
        near = translate("on this network")
        wide = max(painter.fonts.text_width(code, unit.text(34), True, True), painter.fonts.text_width(near, unit.text(12)))
        code_box = inner.without_top(head.h).left(min(wide + unit(16), int(inner.w * 0.36)))
        if code:
            painter.text(code_box.top(max(36, unit(44))), code, 34, bold=True, figures=True)
            painter.text(code_box.without_top(max(36, unit(44))), near, 12, "dim", cut=True)
        rest = inner.without_top(head.h + unit(6)).without_left(code_box.w if code else 0)
        if listening is not None:
            used, line = 0, painter.line_height(unit.text(13))
            for text in (translate("From anywhere: {code}", code="").strip(), self.long_code) if self.long_code else ():
                if len(text) <= LONGEST_READ_ALOUD:
                    painter.text(rest.without_top(used).top(line), text, 13, cut=True)
                    used += line
                else:
                    used += painter.paragraph(rest.without_top(used), text, 13, cut=True)
            where = text_in(self.shell.words, listening.trouble) or printable(", ".join(listening.addresses))
            painter.paragraph(rest.without_top(used + unit(4)), where, 11.5, "dim", cut=True)

"""Playing together: the tables near here, a table of one's own, and the way to a table by its code.

Found tables are what strangers announce. Who sits there is proven when this program connects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from acquire_client.files.folders import Folders
from acquire_client.language import message
from acquire_client.matches.local import TEAM_PLAYERS
from acquire_client.matches.near_tables import NearTables, address_of, search_near
from acquire_client.matches.own_peer import account_name, identity_of
from acquire_client.view_model.lobby_cards import CLOCKS, NO_CLOCK, near_first, near_table_text, short_fingerprint
from acquire_client.view_model.network_findings import finding_texts
from acquire_client.view_model.over_days import ABOUT_DAYS
from acquire_client.view_model.presets import presets_from, rules_from
from acquire_client.view_model.rule_choices import RuleChoice, choice_at, rule_choices
from acquire_client.view_model.seat_choices import LONGEST_NAME
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import printable
from acquire_client.window.assets.painter import Painter, Panels
from acquire_client.window.layout.box import MIN_TARGET, Box, Unit
from acquire_client.window.layout.pages import page_layout
from acquire_client.window.scenes.scene import Scene, Shell
from acquire_client.window.screen_reader.nodes import AccessibleNode, Speech, label_node
from acquire_client.window.widgets.button import Button
from acquire_client.window.widgets.choice import Choice, choice_among
from acquire_client.window.widgets.field import TextField
from acquire_client.window.widgets.lines import ListLine, ListView
from acquire_client.window.widgets.widget import ENTER_KEYS, Widget
from acquire_core import RULESETS
from acquire_core.record_header import WHOLE
from acquire_core.ruleset import MAX_PLAYERS, MIN_PLAYERS
from acquire_net import (
    AddressError,
    FoundTable,
    Host,
    IdentityError,
    Join,
    JoinCodeError,
    NetworkFinding,
    Offer,
    PlayerNameError,
    TableAddress,
    TableStage,
    checked_name,
    cleaned_text,
    clock_options,
    diagnose,
    read_table_code,
    rules_lines,
)

MAX_CODE = 80
LOOK_MS = 3000
"""So long without a table, and it is worth saying what may be wrong."""
GONE_MS = 1500
"""So long after the table with the focus has gone, or after the main button has become another one by itself, Enter does nothing:
it was meant for what stood there before."""
SEATS = tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1))
LOOKING = message("Looking for tables on this network …")
NOTHING_FOUND = message("No table was found on this network.")


def load_programs_of_tables() -> None:
    """Import what sits down at a table or watches one: it takes a moment, which nobody notices while the list is read."""
    from acquire_net import Peer, Spectator  # noqa: F401


def own_short_fingerprint(where: Folders) -> str:
    """Return by what the others at a table know this program; empty where its key cannot be used, which is said at a table."""
    try:
        return short_fingerprint(identity_of(where).fingerprint)
    except IdentityError:
        return ""


class TogetherScene(Scene):
    """The title opens it, and a code that led nowhere leads back to it. `search` looks for tables in threads of its own, and
    `_on_tables` takes what it has found, in the thread of the window. Three ways lead on: `host` and `host_over_days` with the
    offer that is chosen here, `join_by_code`, and `join_table` or `watch_table` with a table of the list. A table keeps its
    place in the list as long as it is there, and the focus goes along with it: nobody must join another table than the one that
    they have read."""

    def __init__(self, shell: Shell, search: Callable[[Callable[[], None]], NearTables] = search_near) -> None:
        super().__init__(shell)
        self.name = shell.settings.name or account_name() or shell.translate("Player")
        """What is typed as the own name; it is checked when a table is opened or joined."""
        self.code = self.complaint = ""
        """What is typed, and why it led to no table when it was tried."""
        self.own_fingerprint = ""
        """Of the key of this program; empty until it is read."""
        self.seats = 3
        self.own_rules = presets_from(shell.settings.presets)
        last = rules_from(f"{shell.settings.rules},{shell.settings.options}".rstrip(","))
        if last not in self.own_rules:
            last = RULESETS.get(shell.settings.rules, RULESETS["classic"])
        self.rules_at = choice_at(self.rule_choices, last, WHOLE) or 0
        """Which of the rules are chosen: those of the last game, where they have a name."""
        self.clock = "none"
        """The seconds for a decision as they are offered, or `none`."""
        self.findings: Sequence[NetworkFinding] | None = None
        """What may be in the way; None until it has been looked for."""
        self.tables: list[FoundTable] = []
        self.rows: tuple[Box, ...] = ()
        """Where the tables of the list are; none before the first layout."""
        self._began_ms: int | None = None
        """When the search began; None before the first `update`."""
        self._gone_ms: int | None = None
        """When the table that had the focus was gone."""
        self._changed_ms: int | None = None
        """When another table has become the one that Enter joins."""
        self._chooses_own = False
        """Whether something was chosen for an own table: then Enter opens that one, whatever is listed."""
        self._is_diagnosing = False
        self.search = search(lambda: shell.workers.post(self._on_tables))
        """Finds the tables near here until it is closed."""
        shell.workers.start(partial(own_short_fingerprint, shell.folders), self._on_own_fingerprint)
        shell.workers.start(load_programs_of_tables, lambda _: None)
        shell.set_title("")

    # --- the tables near here ---

    def _on_tables(self) -> None:
        found = {table.key: table for table in near_first(self.search.snapshot())}
        kind, _, number = (self.focus_manager.focus or "").partition(" ")
        before = self.tables[int(number) - 1] if kind in ("table", "watch") and int(number) <= len(self.tables) else None
        joinable_before = self.joinable
        # New ones below, so that no table takes the place of another under the pointer.
        self.tables = [found.pop(table.key) for table in self.tables if table.key in found] + list(found.values())
        keys = [table.key for table in self.tables]
        joinable_now = self.joinable
        if (joinable_now and joinable_now.key) != (joinable_before and joinable_before.key):
            self._changed_ms = self.now_ms
        if before is None or before.key in keys:
            self.rebuild(None if before is None else f"{kind} {keys.index(before.key) + 1}")
        else:
            self._gone_ms, self.focus_manager.focus = self.now_ms, None
            self.shell.show_notice(self.translate("The table of {name} is not there any more.", name=printable(before.name)))
            self.rebuild("table 1")

    def update(self, now_ms: int) -> bool:
        """Look for what may be in the way when no table has been found for a while."""
        if self._began_ms is None:
            self._began_ms = now_ms
        if self.tables or self._is_diagnosing or now_ms - self._began_ms < LOOK_MS:
            return False
        self._is_diagnosing = True

        def found(findings: list[NetworkFinding]) -> None:
            self.findings = findings
            self.rebuild()

        self.shell.workers.start(diagnose, found)
        return True

    def wait_ms(self, now_ms: int) -> int | None:
        if self.tables or self._is_diagnosing or self._began_ms is None:
            return None if self._began_ms is not None else 1
        return max(1, LOOK_MS - (now_ms - self._began_ms))

    def on_leave(self) -> None:
        self.shell.workers.start(self.search.close, lambda _: None)

    # --- what can be done ---

    def host(self) -> None:
        self._found(self._offer())

    def host_over_days(self) -> None:
        """Ask for the mailbox of a table whose players need not be there together."""
        if self._checked_name() is not None:
            self.shell.show_over_days(self._offer(), self._found)

    def _found(self, offer: Offer) -> None:
        name = self._checked_name()
        if name is not None:
            self.shell.sit_down_online(Host(offer), name)

    def _offer(self) -> Offer:
        options, chosen = clock_options(self.clock), self.rule_choices[self.rules_at]
        more = {} if chosen.preset is None else {"log": chosen.preset.log}
        return Offer(rules_lines(chosen.ruleset), self.seats, options | more)

    def join_by_code(self) -> None:
        """Join the table that is meant by what was typed: a table code, a join code, or an address."""
        code = read_table_code(self.code)
        meant = [table for table in self.tables if code and table.table_code == code]
        if len(meant) == 1:
            self.join_table(meant[0])
        elif meant:
            self._complain_of_code(self.translate("Several tables have the code {code}. Choose one in the list.", code=code))
        elif code:
            self._complain_of_code(self.translate("No table with the code {code} was found on this network. Compare it with the "
                                                  "list, or ask for the long code.", code=code))
        else:
            try:
                self._join(TableAddress.read(self.code), self.code)
            except (JoinCodeError, AddressError) as bad:
                self._complain_of_code(self.translate("This leads to no table: {why}.", why=text_in(self.shell.words, str(bad))))

    def join_table(self, table: FoundTable) -> None:
        """Join a table of the list; one whose game has begun is joined for the next game."""
        self._join(address_of(table))

    def watch_table(self, table: FoundTable) -> None:
        """Watch the game of a table of the list."""
        self.shell.watch_online(address_of(table), table.name)

    def _watch_focused(self) -> bool:
        """Watch the running game that has the focus, or else the first one; return False if there is none."""
        kind, _, number = (self.focus_manager.focus or "").partition(" ")
        shown = [at for at, table in enumerate(self.tables[:len(self.rows)]) if table.stage == TableStage.SHOWN]
        wanted = int(number) - 1 if kind in ("table", "watch") else next(iter(shown), -1)
        if wanted in shown:
            self.watch_table(self.tables[wanted])
        return wanted in shown

    def _join(self, place: TableAddress, typed: str = "") -> None:
        name = self._checked_name()
        if name is not None:
            self.shell.sit_down_online(Join(place), name, typed)

    def _checked_name(self) -> str | None:
        """Return the name and keep it; None where it cannot be one, which is said."""
        try:
            name = checked_name(cleaned_text(self.name))
        except PlayerNameError as bad:
            self._complain(self.translate("This cannot be your name: {why}.", why=text_in(self.shell.words, str(bad))))
            return None
        if name != self.shell.settings.name:
            self.shell.change_settings(replace(self.shell.settings, name=name))
        return name

    def _complain_of_code(self, text: str) -> None:
        """Say below the field why its code leads nowhere; it stays there until another one is typed."""
        self.shell.play_sound("error")
        self.complaint = text
        self.rebuild()

    def _complain(self, text: str) -> None:
        self.shell.play_sound("error")
        self.shell.show_notice(text, bad=True)

    # --- widgets ---

    def lay_out(self, window: Box, unit: Unit) -> None:
        page = page_layout(window, unit)
        self.head, self.foot = page.head, page.foot
        self.me = page.head.end(int(page.head.w * 0.45))
        self.left, self.right = page.body.columns((1.15, 1), unit(24))
        self.list_head = self.left.inset(unit(18), unit(12)).top(unit(30))
        rows = self.left.inset(unit(18), unit(12)).without_top(unit(38))
        height = max(44, unit.target(52))
        self.rows = rows.stacked(max(1, (rows.h + unit(8)) // (height + unit(8))), height, unit(8))
        self.list_box = rows
        inner, gap = self.right.inset(unit(18), unit(12)), unit(10)
        fixed = unit(38) + 4 * gap + unit(20) + unit(30) + unit(14) + max(unit(18), 15)
        row = max(MIN_TARGET, min(page.row, (inner.h - fixed) // 5))
        self.own_head = inner.top(unit(30))
        self.name_box, self.seats_box, self.edition_box, self.clock_box = inner.without_top(unit(38)).stacked(4, row, gap)
        below = inner.without_top(self.clock_box.bottom - inner.y + unit(20))
        self.code_head = below.top(unit(30))
        self.code_box, self.join_box = Box(below.x, self.code_head.bottom + unit(6), below.w, row).columns((2.2, 1), unit(8))
        self.code_hint = Box(below.x, self.code_box.bottom + unit(8), below.w,
                             max(0, below.bottom - self.code_box.bottom - unit(8)))

    def rebuild(self, focus: str | None = None) -> None:
        """Build the widgets anew. Nothing has the focus that the person has not chosen: in a field for text, the keys that the
        list shows would be typed."""
        before = self.focus_manager.focus
        super().rebuild(focus)
        if focus is None and self.focus_manager.focus != before:
            self.focus_manager.focus = None

    @property
    def has_code(self) -> bool:
        """Return True if a code is typed: then Enter and the main button join by it."""
        return bool(self.code.strip())

    @property
    def joinable(self) -> FoundTable | None:
        """Return the first table of the list that has a free seat, which Enter joins; None where it opens the own one instead."""
        shown = self.tables[:len(self.rows)]
        free = (table for table in shown if table.stage == TableStage.GATHERING and table.taken < table.places)
        return None if self._chooses_own else next(free, None)

    def press_primary(self) -> None:
        """Do what the main button says: join by the code that is typed, or the table that is listed first, or open one."""
        joinable = self.joinable
        if self.has_code:
            self.join_by_code()
        elif joinable is not None:
            self.join_table(joinable)
        else:
            self.host()

    def build_widgets(self) -> list[Widget]:
        translate, widgets = self.translate, list[Widget]()
        joinable = None if self.has_code else self.joinable
        opens = not self.has_code and joinable is None
        for number, (table, box) in enumerate(zip(self.tables, self.rows, strict=False), 1):
            title, stands = near_table_text(table, self.shell.words)
            watch = box.end(self.unit(112) if table.stage == TableStage.SHOWN else 0)
            widgets.append(Button(f"table {number}", box.without_end(watch.w + self.unit(6) if watch.w else 0), title,
                                  partial(self.join_table, table), note=stands,
                                  hint="Enter" if table is joinable else str(number) if number < 10 else "",
                                  kind="primary" if table is joinable else "plain", size=15, tip=self._tip_of(table)))
            if watch.w:
                widgets.append(Button(f"watch {number}", watch, translate("Watch"), partial(self.watch_table, table), hint="W",
                                      tip=translate("See this game as everybody at the table knows it.")))
        if not self.tables and self.findings is not None:
            widgets.append(ListView("findings", self.list_box.without_top(self.unit(30)), self._finding_lines(),
                                    max(self.unit(22), self.unit.text(13) + 6), painter=self.painter))
        choices = self.rule_choices
        clocks = [translate(NO_CLOCK) if clock == "none" else translate("{seconds} s", seconds=clock) for clock in CLOCKS]
        back, days, host = self.foot.columns((1, 1.2, 1.9), self.unit(14))
        return [
            *widgets,
            TextField("name", self._field(self.name_box), self.name, self._set_name, longest=LONGEST_NAME,
                      ghost=translate("Name"), entered=self.press_primary),
            choice_among(self.painter, "seats", self.seats_box, [str(count) for count in SEATS], SEATS.index(self.seats),
                         self._set_seats, translate("Seats")),
            Choice("edition", self.edition_box, [choice.title for choice in choices], self.rules_at, self._choose_rules,
                   translate("Rules"), choices[self.rules_at].about),
            choice_among(self.painter, "clock", self.clock_box, clocks, CLOCKS.index(self.clock), self._set_clock,
                         translate("For a decision"), translate(
                             "Seconds for each decision. Then a bank of three minutes runs; at zero your program answers.")),
            TextField("code", self.code_box, self.code, self._set_code, longest=MAX_CODE, ghost="K7QM",
                      entered=self.join_by_code),
            Button("join", self.join_box, translate("Join"), self.join_by_code, icon="right", enabled=self.has_code,
                   kind="primary" if self.has_code else "plain", hint="Enter" if self.has_code else ""),
            Button("back", back, translate("Back"), self.shell.pop, hint="Esc", icon="back"),
            Button("days", days, translate("Over days"), self.host_over_days, hint="D", icon="history",
                   tip=translate(ABOUT_DAYS)),
            Button("host", host, translate("Open a table"), self.host, kind="primary" if opens else "plain",
                   hint="Enter" if opens else "", size=15, icon="people"),
        ]

    def _field(self, row: Box) -> Box:
        """Return where in a row the field is, beside its label, as in a choice."""
        return row.without_left(int(row.w * 0.42))

    def _tip_of(self, table: FoundTable) -> str:
        if table.stage != TableStage.GATHERING:
            return self.translate("A game is being played there. You can wait for the next one.")
        return self.translate("Sit down at this table.")

    def _finding_lines(self) -> list[ListLine]:
        return [ListLine(text) for text in finding_texts(self.findings or (), self.shell.words)]

    def _on_own_fingerprint(self, text: str) -> None:
        self.own_fingerprint = text
        self.rebuild()

    def _set_name(self, text: str) -> None:
        self.name = text

    def _set_seats(self, at: int) -> None:
        self.seats, self._chooses_own = SEATS[at], True
        self.rebuild()

    @property
    def rule_choices(self) -> list[RuleChoice]:
        return rule_choices(self.own_rules, self.shell.words)

    def _choose_rules(self, at: int) -> None:
        self.rules_at, chosen, self._chooses_own = at, self.rule_choices[at], True
        if chosen.preset is not None or chosen.ruleset.teams:
            self.seats = TEAM_PLAYERS if chosen.preset is None else chosen.preset.seats
        self.rebuild()

    def _set_clock(self, at: int) -> None:
        self.clock, self._chooses_own = CLOCKS[at], True
        self.rebuild()

    def _set_code(self, text: str) -> None:
        had_code, self.code, self.complaint = self.has_code, text, ""
        if had_code != self.has_code:
            self.rebuild()

    # --- keys ---

    def handle_event(self, event: pygame.event.Event) -> bool:
        """Enter does what the main button says, see `press_primary`; on another button, what that one says."""
        if event.type == pygame.KEYDOWN and event.key in ENTER_KEYS:
            self.ready()
            if self._gone_ms is not None and self.now_ms - self._gone_ms < GONE_MS:
                return True
            focus = self.focus_manager.focus or ""
            if focus in ("code", "join", "back", "days", "host") or focus.startswith(("table ", "watch ")):
                return super().handle_event(event)
            if self.has_code or self._changed_ms is None or self.now_ms - self._changed_ms >= GONE_MS:
                self.press_primary()
            return True
        return super().handle_event(event)

    def press_key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_ESCAPE:
            self.shell.pop()
        elif pygame.K_1 <= event.key <= pygame.K_9 and event.key - pygame.K_1 < min(len(self.tables), len(self.rows)):
            self.join_table(self.tables[event.key - pygame.K_1])
        elif event.key == pygame.K_w:
            return self._watch_focused()
        elif event.key == pygame.K_d:
            self.host_over_days()
        else:
            return False
        return True

    # --- the picture ---

    def accessible_parts(self) -> tuple[AccessibleNode, ...]:
        """Return as whom the others see this player, and why the code that was typed leads nowhere, which is read out at once."""
        name, key = self._own_mark()
        mark = " ".join(filter(None, (self.translate("The others see you as {name}.", name=name), key)))
        nodes = [label_node("me", mark, self.me)]
        if self.complaint:
            nodes.append(label_node("complaint", self.complaint, self.code_hint, Speech.ASSERTIVE))
        return tuple(nodes)

    def _own_mark(self) -> tuple[str, str]:
        """Return the own name, and the words for the beginning of the own key; empty until it is read."""
        key = self.own_fingerprint
        return printable(self.name.strip()), self.translate("Your key: {key}", key=key) if key else ""

    def panels(self) -> Panels:
        return (self.left, "panel"), (self.right, "panel")

    def paint(self, painter: Painter) -> None:
        translate = self.translate
        painter.text(self.head, translate("Play together"), 26, bold=True)
        self._paint_me(painter)
        painter.text(self.list_head, translate("Tables near you"), 15, bold=True)
        painter.text(self.own_head, translate("A table of your own"), 15, bold=True)
        painter.text(self.name_box.left(int(self.name_box.w * 0.42)), translate("Your name"), 13)
        painter.text(self.code_head, translate("Join with a code"), 15, bold=True)
        hint = translate("Four characters on this network, or the long code from anywhere.")
        painter.paragraph(self.code_hint, self.complaint or hint, 12.5, "bad" if self.complaint else "dim", cut=True)
        left_out = len(self.tables) - len(self.rows)
        if left_out > 0:
            painter.text(self.list_head, translate("{count} more: type the code", count=left_out), 12, "dim", "right")
        if not self.tables:
            painter.text(self.list_box.top(painter.unit(26)), translate(LOOKING if self.findings is None else NOTHING_FOUND), 14,
                         "dim")

    def _paint_me(self, painter: Painter) -> None:
        """Paint name, mark and key of this player as the others see them in the lobby."""
        (name, key), unit = self._own_mark(), painter.unit
        side = min(self.me.h, unit(34))
        words = self.me.without_end(side + unit(10))
        upper = words.top(words.h // 2) if key else words
        painter.text(upper, name, 15, align="right", bold=True)
        if key:
            painter.text(words.foot(words.h - upper.h), key, 13, "dim", "right", figures=True)
        if name:
            painter.avatar(self.me.end(side), 0, name)

"""One evening at a table without a host, in a terminal: the lobby, the game, its end, for a person or a computer player.

A peer (acquire_net) lives in its own thread and puts its news into the inbox; a second thread puts in what is typed. Everything
else happens here, in one thread, in the order in which it came.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from acquire_client.language import ENGLISH
from acquire_client.matches.evening_score import EveningScore
from acquire_client.matches.local import MatchError
from acquire_client.matches.online import OnlineMatch
from acquire_client.matches.online_bot import BotSeat
from acquire_client.matches.players import Player
from acquire_client.matches.programs import refuse_unfit_program
from acquire_client.matches.table_log import LOG_NOTES, shows_all
from acquire_client.terminal.lobby_texts import LobbyTexts
from acquire_client.terminal.online_game import END_OF_INPUT, OnlineGame, TableCommands, TypedLine
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_client.terminal.prompt_loop import not_a_word
from acquire_client.terminal.table_settings import SettingError, proposed_setting, setting_names
from acquire_client.view_model.agreed import quorum_line, quorum_of_the_game
from acquire_client.view_model.lobby_changes import propose_preset
from acquire_client.view_model.table_presets import TABLE_PRESETS, drawn_order
from acquire_client.view_model.votes import void_draw_of_the_game
from acquire_client.view_model.words import dollars, printable, shortened
from acquire_core import RULESETS, Ruleset
from acquire_core.ai.external import Limits
from acquire_core.record import Record
from acquire_net import clock_options, events, option_value, rules_lines

LOBBY_WORDS = (
    ("ready", "agree to the table as it is proposed; 'not ready' takes it back"),
    ("who", "who is there, and what is proposed"),
    ("say", "'say TEXT' to everybody"),
    ("places", "'places 4' proposes another number of seats"),
    ("rules", "the rules of this table; the founder changes them with 'rules NAME'"),
    ("clock", "the founder sets the seconds for a decision with 'clock 60', or 'clock off'"),
    ("set", "the founder changes one rule or option: 'set holdings hidden', 'set grace 600'; 'set' lists the names"),
    ("order", "the founder orders the seats: 'order ANNA BEN', the first ones first; 'order random' draws them"),
    ("mute", "'mute NAME' hides what a player writes; 'unmute NAME' shows it again"),
    ("exclude", "'exclude NAME' proposes a table without a player"),
    ("accept", "the founder gives a player a seat who was excluded or not let in: 'accept NAME'"),
    ("block", "'block NAME' hides what a player writes, now and later, and gives them no seat; 'unblock NAME' ends that"),
    ("friends", "'friends on' gives strangers no seat at your table by themselves, 'friends off' does"),
    ("relay", "'relay HOST' makes you reachable through a relay too, 'relay off' ends that"),
    ("score", "who has won how many games of this evening"),
    ("quit", "leave"),
)
NOT_LISTED = ("not", "r", "q", "exit", "help", "?", "unblock", "unmute")
LOBBY_PROMPT = "lobby> "


class LobbyCommands(TableCommands, Protocol):
    """What a sitting wants of its peer besides; every call returns at once, and may come from any thread."""

    def set_ready(self, ready: bool) -> None: ...

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, places: int | None = None,
                                options: Mapping[str, str] | None = None,
                                order: tuple[bytes, ...] | None = None) -> None: ...

    def exclude_player(self, identity: bytes) -> None: ...

    def accept_player(self, identity: bytes) -> None: ...

    def block_player(self, identity: bytes, blocked: bool = True) -> None: ...

    def set_friends_only(self, friends_only: bool) -> None: ...

    def set_relay(self, relay: str) -> None: ...

    def stop(self) -> None:
        """Ends the peer in good order; `PeerStopped` is its last news."""


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """How this program takes part in the table."""
    bot: Player | None = None
    """A computer player in place of a person."""
    once: bool = True
    """Leave after one game; otherwise the program stays until a person or a signal ends it."""
    ready: bool = False
    """Agree to whatever is proposed, without being asked."""
    confirm: bool = False
    interactive: bool = False
    limits: Limits | None = None
    watches: bool = False
    """Without a seat, so that nobody waits for what is typed."""
    redraws: bool = False
    """The line that is being typed is drawn again below all that comes in, so that a prompt may change while it is typed."""
    attached: bool = False
    """As a computer player, obey the program that has started this one: it writes to the input, and ends it when it ends."""


class OnlineTable:
    """commands/network_seat.py makes one and calls `run`, which goes from lobby to game and back, and returns the exit code.
    All that happens comes out of `inbox`: events of the peer, a `TypedLine`, or END_OF_INPUT. `_wait_in_lobby` takes them
    before a game; during it an `OnlineGame` does, and hands what is not about the game to `receive_event`. An order to the peer
    returns at once, and its effect comes as an event: nothing here counts before that."""

    def __init__(self, peer: LobbyCommands, inbox: queue.SimpleQueue[object], presenter: Presenter,
                 seat_options: SeatOptions, keep_finished: Callable[[Record, int], None] | None = None) -> None:
        """`keep_finished` gets each game that this seat has played to the end, as the seat knows it, and the seat."""
        self.peer = peer
        self.keep_finished = keep_finished
        self.inbox = inbox
        self.presenter = presenter
        self.seat_options = seat_options
        self.talk = LobbyTexts()
        """What was reported of the lobby, and its sentences."""
        self.score = EveningScore()
        self.left = False
        """True if the person, or the program that has started this one, leaves the table."""
        self.stopped: events.PeerStopped | None = None
        """The last event of the peer; nothing comes after it."""
        self.is_at_table = False
        """Whether a game runs, to which this program can come back."""
        self._written_code = ""
        """The table code that a script has read last."""
        self._is_ready = False
        self._is_unfit = False
        """Whether the program that plays here does not know the rules of this table."""
        self._fits: Ruleset | None = None
        """The rules that the program which plays here knows, as far as it was asked."""
        self._finishes = False
        """Whether to leave behind the game that is being played, as the program has asked that has started this one."""
        self._has_played = False
        self._is_new = False
        """Whether something was shown since this program last considered whether to agree. A refusal does not count."""

    def run(self) -> int:
        """Play until the table ends or the player leaves; return the exit code."""
        code, begun = 0, self._wait_in_lobby()
        while begun is not None and not self._cannot_play(begun.ruleset):
            code, regrouped = self._play_game(begun)
            self._has_played = True
            leaves = self._finishes or (self.seat_options.once and not regrouped)
            begun = None if leaves else self._wait_in_lobby()
        if self.stopped is None:
            self.peer.stop()
            self._wait_for_the_end()
        return 1 if self._is_unfit or (self.stopped is not None and self.stopped.text) else code

    def _wait_for_the_end(self) -> None:
        while self.stopped is None:
            item = self.inbox.get()
            if isinstance(item, events.PeerStopped | events.HandsOpened | events.KeysOpened):
                self.receive_event(item)

    # --- the lobby

    def _wait_in_lobby(self) -> events.Begun | None:
        """Wait until the game begins; return None where it never will."""
        while not (self.left or self.stopped):
            if self._is_new and self.inbox.empty() and self.talk.company is not None:
                self._is_new = False
                self._agree_or_ask(self.talk.company)
                if self._is_unfit:
                    return None
            if self.seat_options.interactive and self.seat_options.bot is None:
                self.presenter.show_prompt(LOBBY_PROMPT)
            item = self.inbox.get()
            if isinstance(item, events.Begun):
                return item
            if self.seat_options.attached and (isinstance(item, TypedLine) or item is END_OF_INPUT):
                self.left = self.obey_starter(item) or self._finishes
            elif isinstance(item, TypedLine):
                self._run_line(item.strip())
            elif item is END_OF_INPUT:
                if not (self.seat_options.ready or self.seat_options.watches):
                    self.left = True
                    self.presenter.show_note("The input has ended, so this program leaves the table.")
            else:
                self.receive_event(item)
        return None

    def obey_starter(self, item: object) -> bool:
        """Take a line of the program that has started this one, or the end of its input; return True if it means to leave now."""
        if item in (TypedLine("finish"), TypedLine("stay")):
            self._finishes = item == TypedLine("finish")
        return item is END_OF_INPUT or item == TypedLine("leave")

    def receive_event(self, item: object) -> None:
        """Handle an event that is not about a game."""
        self._is_new = self._is_new or isinstance(item, events.LobbySnapshot | events.ReadyChanged)
        if isinstance(item, events.PeerStopped):
            self.stopped = item
            if item.text:
                self.presenter.show_error(printable(item.text))
            return
        sentences = list(self.talk.describe_event(item))
        if not isinstance(self.presenter, EventPresenter) or not self._write_event(self.presenter, item):
            for sentence in sentences:
                self.presenter.show_note(sentence)

    def _agree_or_ask(self, company: events.LobbySnapshot) -> None:
        """Agree without being asked where the options say so; otherwise ask the person."""
        if company.ruleset is not None and self._cannot_play(company.ruleset):
            return
        me = company.me
        full = sum(each.is_seated for each in company.members) == company.places
        wanted = me is not None and me.is_seated and full and not me.is_ready
        if wanted and self.seat_options.ready:
            self.peer.set_ready(True)
        elif wanted and not self._is_ready:
            for line in self.talk.overview_lines():
                self.presenter.show_note(line)
            self.presenter.show_note("Type 'ready' for another game with the same people, or 'quit'." if self._has_played
                                     else "All places are taken. Type 'ready' if you agree.")
        self._is_ready = wanted

    def _cannot_play(self, ruleset: Ruleset) -> bool:
        """Return True if a program that plays here does not know these rules; then it leaves the table with a sentence."""
        bot = self.seat_options.bot
        if bot is None or ruleset == self._fits:
            return False
        try:
            refuse_unfit_program(ruleset, bot)
            self._fits = ruleset
        except MatchError as refusal:
            self.presenter.show_error(ENGLISH.sentence(str(refusal)))
            self.left = self._is_unfit = True
        return self._is_unfit

    def _run_line(self, typed: str) -> None:
        word, _, rest = typed.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "ready" | "r" if not rest:
                self.peer.set_ready(True)
            case "not" if rest.lower() in ("", "ready"):
                self.peer.set_ready(False)
            case "who" | "":
                self._show_members()
                for line in self.talk.overview_lines():
                    self.presenter.show_note(line)
            case "say" if rest:
                self.peer.send_chat(rest)
            case "places" if rest.isascii() and rest.isdigit() and len(rest) == 1:
                self.peer.propose_changes(places=int(rest))
            case "rules":
                self._change_rules(rest)
            case "clock":
                self._change_clock(rest.lower())
            case "set":
                self._change_setting(rest)
            case "order" if rest:
                self._change_order(rest.split())
            case "exclude" | "accept" | "block" | "unblock" | "mute" | "unmute" as what:
                self._judge_player(what, rest)
            case "friends" if rest.lower() in ("on", "off"):
                self.peer.set_friends_only(rest.lower() == "on")
            case "relay" if rest:
                self.peer.set_relay("" if rest.lower() == "off" else rest)
            case "score" if not rest:
                self._show_score()
            case "quit" | "q" | "exit" if not rest:
                self.left = True
            case "?" | "help" if not rest:
                self._list_words()
            case "say":
                self.presenter.show_error("'say' needs a text, such as 'say hello'.")
            case "places":
                self.presenter.show_error("'places' needs a number from 2 to 6, such as 'places 4'.")
            case "order":
                self.presenter.show_error("'order' needs names, such as 'order ANNA BEN'; 'who' lists them.")
            case "friends":
                self.presenter.show_error("'friends' needs 'on' or 'off'.")
            case "relay":
                self.presenter.show_error("'relay' needs a host, such as 'relay relay.example.org', or 'off'.")
            case _:
                self.presenter.show_error(not_a_word(typed, [*(name for name, _ in LOBBY_WORDS), *NOT_LISTED]))

    def _list_words(self) -> None:
        for name, what in LOBBY_WORDS:
            self.presenter.show_note(f"{name:<8} {what}")

    def _change_rules(self, name: str) -> None:
        company = self.talk.company
        if not name and company is not None and company.ruleset is not None:
            self.presenter.show_rules(company.ruleset)
            self.presenter.show_note(f"The founder changes them with 'rules NAME': {', '.join([*RULESETS, *TABLE_PRESETS])}.")
        elif name.lower() in TABLE_PRESETS:
            if company is not None and self._is_founder("the rules"):
                propose_preset(self.peer, TABLE_PRESETS[name.lower()], company)
        elif name.lower() in RULESETS:
            if self._is_founder("the rules"):
                self.peer.propose_changes(rules=rules_lines(RULESETS[name.lower()]))
        elif name:
            known = ", ".join([*RULESETS, *TABLE_PRESETS])
            self.presenter.show_error(f"There are no rules '{shortened(name)}'; there are {known}.")

    def _change_clock(self, seconds: str) -> None:
        if seconds in ("off", "none") or (seconds.isascii() and seconds.isdigit() and len(seconds) < 6):
            if self._is_founder("the clock"):
                self.peer.propose_changes(options=clock_options("none" if seconds in ("off", "none") else str(int(seconds))))
        else:
            self.presenter.show_error("'clock' needs seconds for a decision, such as 'clock 60', or 'clock off'.")

    def _is_founder(self, what: str) -> bool:
        """Return True if the person here may change this; if not, say who may."""
        company = self.talk.company
        founder = b"" if company is None else company.founder
        if company is not None and company.is_mine:
            return True
        who = self.talk.player_name(founder, "the founder")
        self.presenter.show_error(f"Only {who} can change {what} here: ask with 'say'.")
        return False

    def _judge_player(self, what: str, name: str) -> None:
        """Exclude or accept a player, block them by their key or mute them here, or take that back."""
        members = self.talk.company.members if self.talk.company is not None else ()
        found = [each for each in members if each.name.lower() == name.lower() and not each.is_me]
        if not found:
            self.presenter.show_error(f"Nobody here is called '{shortened(name)}'; 'who' lists the names." if name
                                      else f"'{what}' needs a name; 'who' lists the names.")
        elif what == "exclude":
            self.peer.exclude_player(found[0].identity)
        elif what in ("mute", "unmute"):
            self.peer.mute_player(found[0].identity, what == "mute")
            how = "hidden" if what == "mute" else "shown again"
            self.presenter.show_note(f"What {printable(found[0].name)} writes is {how} here.")
        elif what == "accept":
            self.peer.accept_player(found[0].identity)
        else:
            self.peer.block_player(found[0].identity, what == "block")

    def _change_setting(self, typed: str) -> None:
        lobby = self.talk.company
        if not typed:
            self.presenter.show_note(f"Rules and options: {', '.join(setting_names())}.")
        elif lobby is not None and self._is_founder("rules and options"):
            try:
                wanted = proposed_setting(typed, lobby)
            except SettingError as refusal:
                self.presenter.show_error(str(refusal))
                return
            self.peer.propose_changes(rules=wanted.rules, options=wanted.options)

    def _change_order(self, names: Sequence[str]) -> None:
        """Propose the seats in this order; players who are not named sit behind the others."""
        seated = [each for each in (self.talk.company.members if self.talk.company is not None else ()) if each.is_seated]
        order: list[bytes] = []
        if [name.lower() for name in names] == ["random"]:
            if self._is_founder("the order of the seats"):
                self.peer.propose_changes(order=drawn_order([each.identity for each in seated]))
            return
        for name in names:
            found = [each.identity for each in seated if each.name.lower() == name.lower() and each.identity not in order]
            if not found:
                self.presenter.show_error(f"Nobody who sits here is called '{shortened(name)}'; 'who' lists the names.")
                return
            order += found[:1]
        if self._is_founder("the order of the seats"):
            self.peer.propose_changes(order=(*order, *(each.identity for each in seated if each.identity not in order)))

    def _show_score(self) -> None:
        """Show who has won how many games of this evening."""
        players = self.score.players()
        if isinstance(self.presenter, EventPresenter):
            self.presenter.put_object("score", games=self.score.games, players=[
                {"identity": each.identity.hex(), "name": each.name, "wins": each.wins,
                 "games": each.games, "dollars": each.dollars} for each in players])
        elif players:
            score = ", ".join(f"{printable(each.name)} {each.wins} of {each.games} ({dollars(each.dollars)})" for each in players)
            self.presenter.show_note(f"Games won this evening: {score}.")
        else:
            self.presenter.show_note("No game of this evening is over yet.")

    def _show_members(self) -> None:
        """Write for scripts who is there, with all that is known of each."""
        if isinstance(self.presenter, EventPresenter) and self.talk.company is not None:
            self.presenter.put_object("members", members=[
                {"identity": each.identity.hex(), "name": each.name, "seated": each.is_seated, "ready": each.is_ready,
                 "here": each.is_here, "me": each.is_me, "founder": each.identity == self.talk.company.founder,
                 "computer": each.computer, "plays": each.plays, "started_by": each.beside, "known_since": each.known_since,
                 "other_key": each.has_other_key, "blocked": each.is_blocked, "excluded": each.is_excluded}
                for each in self.talk.company.members])

    # --- the game

    def _play_game(self, begun: events.Begun) -> tuple[int, bool]:
        """Return the exit code, and whether those who are left begin again, because the game never began."""
        self._is_new = False
        match = OnlineMatch(begun.ruleset, begun.names, begun.seat, self.peer.submit, computers=begun.computers,
                            log=option_value(begun.options, "log"), whole_turns=begun.is_over_days)
        self.talk.take_signed_names(begun)
        if isinstance(self.presenter, EventPresenter):
            self.presenter.put_object("started", table=begun.table, seat=begun.seat, names=list(begun.names),
                                      resumed=begun.resumed, journal=None if begun.journal is None else str(begun.journal),
                                      computers=list(begun.computers), options=dict(begun.options))
        elif begun.conventions:
            self.presenter.show_note(f"Conventions of this table: {printable(begun.conventions)}")
        if not shows_all(match):
            self.presenter.show_note(LOG_NOTES[match.log])
        if quorum := quorum_line(begun.options, len(begun.names)):
            self.presenter.show_note(quorum)
        self.presenter.begin(match)
        game = OnlineGame(match, self.presenter, self.inbox, self.peer, bot=self._bot_seat(match), identities=begun.identities,
                          interactive=self.seat_options.interactive, confirm=self.seat_options.confirm,
                          tell_other=self.receive_event, redraws=self.seat_options.redraws,
                          obey_starter=self.obey_starter if self.seat_options.attached else None)
        self.is_at_table = begun.seat is not None
        try:
            code = game.run()
            self.is_at_table = False
        finally:
            game.end_bot()
        self.left, self.stopped = self.left or game.left, self.stopped or game.stopped
        if game.ended is not None:
            self.score.record_game(begun, game.ended)
            if begun.seat is not None and self.keep_finished is not None:
                self.keep_finished(match.record(), begun.seat)
            if isinstance(self.presenter, EventPresenter):
                self.presenter.show_signed_result(match, game.ended, quorum=option_value(begun.options, "quorum"))
            else:
                for void in game.ended.void_draws:
                    self.presenter.show_note(void_draw_of_the_game(void, match.names))
                if quorum := quorum_of_the_game(begun.options, len(begun.names)):
                    self.presenter.show_note(quorum)
                self.receive_event(game.ended)
            if begun.seat is not None and (self.score.games > 1 or isinstance(self.presenter, EventPresenter)):
                self._show_score()
        return code, game.regrouped

    def _bot_seat(self, match: OnlineMatch) -> BotSeat | None:
        wanted = self.seat_options.bot
        return None if wanted is None or match.seat is None else BotSeat(match, wanted, self.seat_options.limits)

    # --- for scripts

    def _write_event(self, presenter: EventPresenter, item: object) -> bool:
        """Write an item as an event; return False where it has none and is shown as a note."""
        match item:
            case events.Listening(code, port, addresses, relay_code, trouble):
                presenter.put_object("table", code=code, port=port, addresses=list(addresses), relay_code=relay_code,
                                     trouble=trouble)
            case events.LobbySnapshot(table_code=code):
                if code != self._written_code:
                    self._written_code = code
                    presenter.put_object("table_code", code=code)
            case events.Met(identity, name):
                presenter.put_object("joined", name=name, identity=identity.hex())
            case events.Gone(identity, name) | events.Away(identity, name):
                presenter.put_object("left" if isinstance(item, events.Gone) else "away", name=name, identity=identity.hex())
            case events.LinkRefused(_, reason) | events.TableFull(reason, _):
                presenter.put_object("refused", reason=reason)
            case events.ProposalChanged(author, changes, _):
                presenter.put_object("proposal", author=author.hex(), changes=list(changes))
            case events.Said(identity, line, name, is_earlier):
                presenter.put_object("said", identity=identity.hex(), name=name, text=line, earlier=is_earlier)
            case events.Excluded(author, _):
                presenter.put_object("excluded", author=author.hex())
            case events.CheckPhrase(words):
                presenter.put_object("phrase", words=list(words))
            case events.Trouble(text):
                presenter.put_object("trouble", text=text)
            case events.Notice(text):
                presenter.put_object("notice", text=text)
            case events.GameRuns(may_watch, text):
                presenter.put_object("running", may_watch=may_watch, text=text)
            case events.ReadingJournal(done, total):
                presenter.put_object("reading", done=done, total=total)
            case events.KeysOpened(seats):
                presenter.put_object("opened", seats=list(seats))
            case events.HandsOpened(_, hands):
                presenter.put_object("hands", hands=[list(hand) for hand in hands])
            case _:
                return False
        return True


def read_lines(inbox: queue.SimpleQueue[object], read: Callable[[], str | None]) -> threading.Thread:
    """Put what is typed into the inbox, from a thread that nobody waits for."""

    def listen() -> None:
        while (line := read()) is not None:
            inbox.put(TypedLine(line))
        inbox.put(END_OF_INPUT)

    thread = threading.Thread(target=listen, name="acquire input", daemon=True)
    thread.start()
    return thread

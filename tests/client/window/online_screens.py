"""Pictures of playing together, as `screens.py` shows those of a single machine: with evenings that no network reports."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pygame

from acquire_client.matches.waiting_table import WaitingTable
from acquire_client.window.scenes.kiosk import KioskResult, KioskScene, KioskTableScene
from acquire_client.window.scenes.letters import LettersPage
from acquire_client.window.scenes.lobby import LobbyScene
from acquire_client.window.scenes.online_game_over import OnlineGameOver
from acquire_client.window.scenes.online_table import OnlineTableScene
from acquire_client.window.scenes.over_days import DaysPage, OverDaysPage
from acquire_client.window.scenes.setup import SetupScene
from acquire_client.window.scenes.title import TitleScene
from acquire_client.window.scenes.together import TogetherScene
from acquire_client.window.scenes.watch_table import WatchTableScene, WatchWait
from acquire_core import RULESETS, Ruleset
from acquire_net import (
    IDENTITY_FILE,
    PROTOCOLS_DIFFER,
    FoundTable,
    NetworkFinding,
    Offer,
    TableAddress,
    TableStage,
    Wording,
    checked_options,
    clock_options,
    days_options,
    events,
    own_identity,
    rules_lines,
)
from acquire_net.links.relay import REFUSALS
from acquire_net.lobby.events import ProposalChanged, ReadyChanged, Said
from acquire_net.protocol.log_types import OTHER_STATE, Conviction
from acquire_net.protocol.session_events import ClaimChanged, Disagreement, LinkState, NotAnswering, SeatReturns, TableSplit
from tests.support.evenings import ADA, BEN, NAMES, ReportedEvening, begun, lobby, member
from tests.support.honest_table import Table

from .driver import Window

Show = Callable[[Window], None]

CODE = "R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ"
LISTENING = events.Listening(CODE, 47108, ("192.168.0.7:47108", "[fd77::7]:47108"))
FINDINGS = [NetworkFinding("beacon on eth0", False, "the own one was NOT heard (192.168.0.7)",
                           "a firewall may keep UDP port 47108 closed; join codes work without", "eth0"),
            NetworkFinding("firewall", None, "ufw: 'sudo ufw status' tells whether it is on; 'sudo ufw allow 47108' and 'sudo "
                           "ufw allow 5353/udp' open it", commands=("sudo ufw allow 47108", "sudo ufw allow 5353/udp"))]


def found_table(name: str, *, stage: TableStage = TableStage.GATHERING, taken: int = 1, places: int = 4,
                rules: str = "classic", table_id: bytes = b"") -> FoundTable:
    """Return a table as a beacon announces it; its number comes from the name."""
    number = table_id or name.encode().ljust(8, b".")[:8]
    return FoundTable(number, name, ("192.168.0.9",), 47108, name.encode().ljust(10, b"."), taken, places, rules, "1",
                      frozenset({"beacon"}), 1.0, stage)


class GivenTables:
    """Tables that are found at once."""

    def __init__(self, tables: Sequence[FoundTable] = ()) -> None:
        self.tables = tuple(tables)
        self.is_closed = False

    def snapshot(self) -> tuple[FoundTable, ...]:
        return self.tables

    def close(self) -> None:
        self.is_closed = True


def together(*tables: FoundTable, findings: Sequence[NetworkFinding] | None = None, name: str = "Annabel") -> Show:
    def show(window: Window) -> None:
        own_identity(window.app.folders.data / IDENTITY_FILE, lambda count: bytes(range(count)))
        scene = TogetherScene(window.app, lambda on_change: GivenTables(tables))
        scene.name = name
        scene.findings, scene._is_diagnosing = findings, True
        window.app.push(scene)
        scene._on_tables()
        window.turn()

    return show


def over_days(clock: str = "none", mailbox: str = "", trouble: str | None = None) -> Show:
    """Show the page that asks for a mailbox; with a trouble, one that did not answer."""
    def show(window: Window) -> None:
        window.app.change_settings(replace(window.app.settings, mailbox=mailbox))
        together(found_table("Ben"))(window)
        offer = Offer(rules_lines(RULESETS["classic"]), 4, clock_options(clock))
        window.app.push(OverDaysPage(window.app, offer, lambda _: None, lambda *place: trouble or ""))
        window.turn()
        if trouble is not None:
            window.key(pygame.K_RETURN)
            window.app.workers.settle()
        window.turn()

    return show


def days_page(trouble: str) -> Show:
    """Show what a guest reads of a table over days whose mailbox answers like this."""
    def show(window: Window) -> None:
        ONLINE_SCREENS["lobby-days"](window)
        window.app.push(DaysPage(window.app, DAYS, lambda *place: trouble))
        window.app.workers.settle()
        window.turn()

    return show


def in_lobby(*happened: events.PeerEvent) -> Show:
    def show(window: Window) -> None:
        table = ReportedEvening()
        window.app.replace(LobbyScene(window.app, table.evening))
        table.report(LISTENING, *happened)
        window.turn()

    return show


OWN_TURN, OTHERS_TURN = 5, 6
"""Seeds of games that Ada begins, and that another player begins."""


def at_table(window: Window, rules: str | Ruleset = "classic", players: int = 3, seed: int = OWN_TURN,
             **more: object) -> ReportedEvening:
    """Sit down at a table over the network whose game has begun."""
    table = ReportedEvening(lambda: window.now_ms / 1000)
    table.report(LISTENING, lobby(*(member(number, is_me=number == 0) for number in range(players)), places=players))
    ruleset = RULESETS[rules] if isinstance(rules, str) else rules
    table.begin_game(Table(ruleset, players, random.Random(seed)), journal=JOURNAL, **more)
    window.app.evening = table.evening
    window.app.sit_down(OnlineTableScene(window.app, table.evening))
    window.turn()
    return table


def online(*happened: events.PeerEvent, keys: Sequence[int | str] = (), wait_s: float = 0, seed: int = OWN_TURN) -> Show:
    def show(window: Window) -> None:
        table = at_table(window, seed=seed)
        table.report(*happened)
        window.now_ms += round(1000 * wait_s)
        window.turn()
        for key in keys:
            window.key(key)

    return show


ROUNDS = RULESETS["classic"].replace(simultaneous=True)


def in_rounds(*sealed: int, keys: Sequence[int | str] = (), bids: bool = False, shown: bool = False) -> Show:
    """Play simultaneous play with three others, to the first bids of the person here if they are wanted; then these seats answer,
    and all answers are shown."""
    def show(window: Window) -> None:
        table = at_table(window, ROUNDS, 4)
        if bids:
            _play_to_bids(table)
        window.turn()
        for key in keys:
            window.key(key)
        table.seal(*sealed)
        if shown:
            table.answer_together()
        for _ in range(3):
            window.now_ms += 20_000
            window.turn()

    return show


def _play_to_bids(table: ReportedEvening) -> None:
    """Let all answer anything until the person here bids for something."""
    match, rng = table.evening.match, random.Random(3)
    assert match is not None
    for _ in range(400):
        match.poll_changes()
        if match.game.phase == "bid" and match.asked_seat == 0:
            return
        table.answer_anything(rng)
    raise AssertionError("nobody has bid in so many steps")


def in_changed_lobby(*keys: int | str, then: Show = lambda window: None) -> Show:
    """Show the lobby of a table where much was chosen, after two games, and press keys there or do something else."""
    def show(window: Window) -> None:
        table = ReportedEvening()
        window.app.evening = table.evening
        window.app.replace(LobbyScene(window.app, table.evening))
        people = (member(0, is_me=True), member(1, is_ready=True, known_since=1_778_000_000),
                  member(2, computer=True, plays="strong/gambler", beside="Ada"))
        table.report(LISTENING, lobby(*people, places=4))
        for winner in (0, 1):
            table.report(begun(0), events.Ended(((1, winner, 30_000), (2, 2, 20_000)), "", (0, 1, 2), "", None))
        teams = RULESETS["classic"].replace(teams=True, holdings="hidden", max_buy=4, special_powers=True)
        table.evening.friends_only = True
        full = (*people, member(3, has_other_key=True, warning="NOT the Dan you have met: another key"))
        for rules in (teams.replace(holdings="open"), teams):
            table.report(lobby(*full, places=4, rules=rules,
                               options=(("bank", "3"), ("clock", "60"), ("hands", "closed"), ("spectators", "no"))),
                         ProposalChanged(ADA, ("other rules",)))
        table.report(*CHAT)
        window.turn()
        for key in keys:
            window.key(key)
        then(window)
        window.turn()

    return show


def in_setup(*happened: events.PeerEvent, opens: bool = False) -> Show:
    def show(window: Window) -> None:
        table = at_setup(window)
        table.report(*happened)
        if opens:
            table.play_on()
        window.turn()

    return show


def at_watched_table(window: Window, scene: type[WatchTableScene] = WatchTableScene, moves: int = 40,
                     seed: int = OTHERS_TURN, names: tuple[str, ...] = NAMES) -> tuple[ReportedEvening, Table]:
    """Watch a table over the network on which so many answers were given; return its evening and its dealer."""
    table, dealer = ReportedEvening(lambda: window.now_ms / 1000), Table(RULESETS["classic"], 3, random.Random(seed))
    table.evening.watches = True
    table.begin_game(dealer, names, seat=None)
    for _ in range(moves):
        if table.play_on() is None:
            break
        table.answer_for_others()
    table.play_on()
    window.app.evening = table.evening
    window.app.sit_down(scene(window.app, table.evening))
    window.turn()
    return table, dealer


def watching(scene: type[WatchTableScene] = WatchTableScene, names: tuple[str, ...] = NAMES) -> Show:
    def show(window: Window) -> None:
        table, _ = at_watched_table(window, scene, names=names)
        table.report(events.Clock(1, 3, 40_000, 180_000, True, (180_000,) * 3))

    return show


def _watch_wait(window: Window) -> None:
    """The page that waits for a table which has not begun."""
    together(found_table("Ben"), found_table("Dan", stage=TableStage.SHOWN, taken=4))(window)
    table = ReportedEvening()
    table.evening.watches = True
    window.app.push(WatchWait(window.app, table.evening, "Ben"))
    window.turn()


def kiosk(*tables: FoundTable) -> Show:
    def show(window: Window) -> None:
        scene = KioskScene(window.app, 10 ** 9, lambda on_change: GivenTables(tables))
        window.app.push(scene)
        scene._on_tables()
        window.turn()

    return show


def at_setup(window: Window, players: int = 3, seed: int = OWN_TURN) -> ReportedEvening:
    """Begin the set-up of a table over the network; `play_on` opens the first tiles."""
    table = ReportedEvening(lambda: window.now_ms / 1000)
    table.report(LISTENING, lobby(*(member(number, is_me=number == 0) for number in range(players)), places=players))
    table.begin_game(Table(RULESETS["classic"], players, random.Random(seed)), deals=False)
    window.app.evening = table.evening
    window.app.replace(SetupScene(window.app, table.evening))
    window.turn()
    return table


ALL = (0, 1, 2)
MIXING = events.DealProgress(events.DealStage.MIXING, ALL, (0,), (), 108)
PROVING = events.DealProgress(events.DealStage.PROVING, ALL, (0, 1, 2), (0, 1), 108)
DRAWING = events.DealProgress(events.DealStage.DRAWING, ALL, (0,), (0,), 108)
QUICK = RULESETS["classic"].replace(end_size=11)
"""A game that may end with the first chain of eleven tiles."""
HEAD = "ba3f91c27d40e5a8" + 112 * "0"
JOURNAL = Path("tables/5d1c.acqlog")


def at_the_end(window: Window, journal: Path = JOURNAL, **more: object) -> ReportedEvening:
    """Show the end of a game over the network; its result is signed and all hands but Cleo's are open."""
    table = ReportedEvening(lambda: window.now_ms / 1000)
    table.report(LISTENING, lobby(*(member(number, is_me=number == 0) for number in range(3)), places=3))
    table.begin_game(Table(QUICK, 3, random.Random(OWN_TURN)), journal=journal, **more)
    window.app.evening = table.evening
    window.app.sit_down(OnlineTableScene(window.app, table.evening))
    table.play_to_the_end()
    window.turn()
    match = table.evening.match
    assert match is not None and match.is_over
    table.report(events.ProofsChecked(3, 61, 43, 118, HEAD, ALL), events.KeysOpened((0, 1)),
                 events.Ended(tuple(match.game.standings()), "", ALL, HEAD, journal))
    for _ in range(3):
        window.now_ms += 20_000
        window.turn()
    return table


def ended(*keys: str, **more: object) -> Show:
    def show(window: Window) -> None:
        at_the_end(window, **more)
        over = window.app.scenes[-1]
        assert isinstance(over, OnlineGameOver)
        over.review.cancel_work()
        window.app.workers.settle()
        for key in keys:
            window.key(key)
        window.turn()

    return show


def with_waiting_table(window: Window) -> None:
    """Show the title while a table waits to which this seat can return."""
    window.app.workers.settle()
    window.turn()
    title = window.app.scenes[-1]
    assert isinstance(title, TitleScene)
    title._offer_return(WaitingTable(JOURNAL, ("Ben", "Cleo"), 21, ("Ben",)))
    window.turn()


TABLES_OVER_DAYS = (
    WaitingTable(JOURNAL, ("Ben", "Cleo"), 21, ("Ben",), is_over_days=True),
    WaitingTable(Path("tables/6.acqlog"), ("Dan", "Eve", "Faye"), 7, (), True, is_over_days=True),
    WaitingTable(Path("tables/7.acqlog"), ("Ben",), 33, ("Ben",), is_over_days=True),
)


def with_tables_over_days(*keys: str) -> Show:
    """Show the title while several tables over days wait."""
    def show(window: Window) -> None:
        with_waiting_table(window)
        title = window.app.scenes[-1]
        assert isinstance(title, TitleScene)
        window.app.workers.settle()
        window.turn()
        title._offer_others(list(TABLES_OVER_DAYS[1:]))
        for key in keys:
            window.key(key)
        window.turn()

    return show


def in_trouble(*happened: events.PeerEvent) -> Show:
    """Let a window hear of trouble from its own peer."""
    def show(window: Window) -> None:
        table = at_table(window, seed=OTHERS_TURN)
        for event in happened:
            table.report(event)
            window.app._on_evening(table.evening, event)
        window.turn()

    return show


CAUGHT = events.Caught(1, Wording("the deck is not a proven shuffle of the one before"),
                       Path("tables/5d1c-1-118.acqproof"), "PROOF", 118)
DIFFERS = Disagreement(Conviction(2, 118, OTHER_STATE, ()), b"{}", None, "tables/5d1c-2-118.desync")
STOPPED = events.SeatStopped("InvariantError", "tables/5d1c.acqlog.report")
OTHER_VERSION = events.PeerStopped(Wording(PROTOCOLS_DIFFER, mine=3, theirs=2, older=Wording("the other machine")))


def _table_over_days(window: Window) -> None:
    at_table(window, seed=OTHERS_TURN, options=DAYS)


LETTERS = events.LettersWritten(((1, 3000 * "a"), (2, 2400 * "b")))


def letters(*happened: events.PeerEvent, written: events.LettersWritten = LETTERS, keys: Sequence[str] = (),
            seed: int = OTHERS_TURN, in_text: str = "") -> Show:
    """Show the letters of a table over days; with a text, one that was pasted."""
    def show(window: Window) -> None:
        table = at_table(window, seed=seed, options=DAYS)
        window.app.show_letters(table.evening)
        page = window.app.scenes[-1]
        assert isinstance(page, LettersPage)
        page.folder = Path("/home/ada/acquire/letters")
        table.report(written)
        if in_text:
            page.read_text(in_text)
            window.app.workers.settle()
            window.turn()
        for key in keys:
            window.key(key)
        table.report(*happened)
        window.turn()

    return show


def _handed_over(window: Window) -> None:
    """Others have handed their seats over, and so has the person here."""
    table = at_table(window, seed=OTHERS_TURN)
    table.report(events.HandedOver((1,)), events.LinksChanged((LinkState.HERE, LinkState.SLOW, LinkState.HERE), (0, 2500, 0)))
    table.evening.hand_over("club")
    window.turn()


def _kiosk_over(window: Window) -> None:
    at_watched_table(window, KioskTableScene, moves=2000)
    assert window.table.match.is_over
    if not isinstance(window.app.scenes[-1], KioskResult):
        window.app.show_kiosk_result(window.table.match)
    window.turn()


def _late_comer(window: Window) -> None:
    """The lobby of a table that plays already."""
    in_lobby(events.GameRuns(True, "The table plays."))(window)
    scene = window.app.scenes[-1]
    assert isinstance(scene, LobbyScene)
    scene.evening.place = TableAddress.read(CODE)
    scene.rebuild()
    window.turn()


DAYS = checked_options(days_options("mail.example.org:47109"))
CHAT = (Said(BEN, "Hi! 60 s okay?", "Ben"), Said(ADA, "Okay!", "Ada"))
PROVEN = events.ProofsChecked(7, 61, 23, 118, "ba3f91c27d40e5a8" + 112 * "0", ALL)
SILENT = (events.WaitingFor((1,), True), NotAnswering((1,), False))

ONLINE_SCREENS: dict[str, Show] = {
    "together": together(found_table("Ben"), found_table("Cleo", rules="tycoon-2023", taken=2, places=5),
                         found_table("Dan", stage=TableStage.SHOWN, taken=4)),
    "together-empty": together(),
    "over-days": over_days(),
    "over-days-silent": over_days(mailbox="mail.example.org", trouble=Wording(
        "the mailbox cannot be reached: {why}", why=REFUSALS[b"no mailbox"])),
    "over-days-clock": over_days("60", "mail.example.org"),
    "lobby-days-page": days_page(""),
    "lobby-days-silent": days_page(Wording("the mailbox cannot be reached: {why}", why="Connection refused")),
    "lobby-days": in_lobby(lobby(member(0), member(1, is_me=True), member(2, is_ready=True), places=3, options=DAYS),
                           ReadyChanged((BEN,), False), *CHAT),
    "table-days": _table_over_days,
    "letters": letters(),
    "letters-read": letters(events.LettersRead((1, 2), True), keys="c", seed=OWN_TURN),
    "letters-refused": letters(events.LettersRead((), troubles=(
        Wording("a letter is from this seat itself: it is for {name}", name="Ben"),
        Wording("a letter that says it is from {name}: {why}", name="Cleo",
                why=Wording("it was not sealed by that player for this seat")))),
        written=events.LettersWritten(LETTERS.texts, may_sign=False), in_text="Hello Ada"),
    "letters-doubt": letters(events.LettersRead((1,), True, True),
                             written=events.LettersWritten(LETTERS.texts, False, True)),
    "together-blocked": together(findings=FINDINGS),
    "lobby": in_lobby(lobby(member(0, is_me=True), places=4)),
    "lobby-full": in_lobby(
        lobby(member(0, is_me=True), member(1, is_ready=True), member(2, computer=True, beside="Ben"),
              member(3, is_seated=False, has_other_key=True), places=3,
              rules=RULESETS["classic"].replace(holdings="open", special_powers=True),
              options=(("bank", "3"), ("clock", "60"), ("hands", "closed"))),
        ReadyChanged((BEN,), False), *CHAT),
    "lobby-changed": in_changed_lobby(),
    "lobby-options": in_changed_lobby(pygame.K_F4),
    "lobby-computer": in_changed_lobby(then=lambda window: window.app.show_add_computer(window.app.evening)),
    "lobby-qr": in_changed_lobby(then=lambda window: window.app.show_qr(CODE)),
    "setup": in_setup(MIXING),
    "setup-proofs": in_setup(MIXING, PROVING),
    "setup-opening": in_setup(MIXING, PROVING, DRAWING, opens=True),
    "online-turn": online(events.Clock(0, 3, 40_000, 180_000, True, (180_000,) * 3), *CHAT),
    "online-waiting": online(*SILENT, wait_s=42, seed=OTHERS_TURN),
    "online-chat": online(*CHAT, keys=("m",)),
    "online-fair-play": online(events.DealProgress(events.DealStage.DONE), PROVEN, *CHAT, keys=("v",)),
    "online-seats": online(*SILENT, ClaimChanged(2, 1, 1, True, 1, 2), events.CheckPhrase(
        ("lemon", "swan", "paper", "stable", "cider", "helmet")), keys=("p",), wait_s=42, seed=OTHERS_TURN),
    "title-waiting": with_waiting_table,
    "title-days": with_tables_over_days(),
    "waiting-tables": with_tables_over_days("r"),
    "online-over": ended(),
    "online-over-days": ended(options=DAYS),
    "certificate": ended("c"),
    "trouble-caught": in_trouble(CAUGHT),
    "trouble-differs": in_trouble(DIFFERS),
    "trouble-split": in_trouble(TableSplit(Wording("view {view} has ended in two ways", view=2))),
    "trouble-stopped": in_trouble(STOPPED),
    "trouble-version": in_trouble(OTHER_VERSION),
    "online-sending": online(keys=("1",)),
    "online-handed-over": _handed_over,
    "online-rounds-place": in_rounds(2),
    "online-rounds-answered": in_rounds(0, 1, 3, keys=("1", pygame.K_RETURN)),
    "online-rounds-shown": in_rounds(0, 1, 2, 3, keys=("1", pygame.K_RETURN), shown=True),
    "online-rounds-bids": in_rounds(1, bids=True),
    "online-links": online(events.LinksChanged((LinkState.HERE, LinkState.AWAY, LinkState.LOST), (0, 6000, 800)),
                           SeatReturns(2, 61, 100), wait_s=12, seed=OTHERS_TURN),
    "online-leave": online(keys=(pygame.K_F10,)),
    "lobby-late": _late_comer,
    "watch": watching(),
    "watch-wait": _watch_wait,
    "kiosk": kiosk(found_table("Ben"), found_table("Cleo", rules="tycoon-2023", taken=2, places=5),
                   found_table("Dan", stage=TableStage.PLAYING, taken=4), found_table("Eve")),
    "kiosk-table": watching(KioskTableScene),
    "kiosk-over": _kiosk_over,
}
assert NAMES[0] == "Ada"

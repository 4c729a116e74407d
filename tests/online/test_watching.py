"""Programs that watch a table of other programs: what they print is what everybody knows, whatever is done to them or by them."""

from __future__ import annotations

import json
import secrets
import socket
from pathlib import Path
from typing import Any

import pytest

from acquire_client.matches.online import OnlineMatch
from acquire_client.terminal.presenters.events import EventPresenter
from acquire_net.crypto import signing
from acquire_net.crypto.curve import curve_keys
from acquire_net.discovery.table_address import TableAddress
from acquire_net.discovery.watch_card import WATCH_REQUEST, WatchCard, fetch_watch_card
from acquire_net.links.channels import WATCHING
from acquire_net.links.gateway import Gateway
from acquire_net.links.transport import Mesh
from acquire_net.players.identity import IDENTITY_FILE, own_identity
from acquire_net.protocol.session_events import JournalEntry
from acquire_net.spectating.messages import WatchRequest, frame_of
from acquire_net.spectating.public_log import PublicLog
from acquire_net.spectating.spectator_server import SpectatorServer
from acquire_net.table.acquire_game import AcquireGame, game_of
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.online.programs import PATIENCE_S, SHORT_GAME, Company, Program, proven
from tests.support.acquire_program import outcome, start_program
from tests.support.peers_on_loopback import LOOPBACK

SEAT = ("--json", "--port", 0, "--no-announce", "--once")


def public_actions(program: Program) -> list[dict[str, Any]]:
    """Return the lines that the journal of a seat leads to, for a spectator."""
    report = verify_journal(read_journal(program.journal), game_of, signing)
    game = report.game
    assert isinstance(game, AcquireGame)
    match = OnlineMatch(game.ruleset, [seat.name for seat in report.table.seats], None, lambda action: None)
    lines: list[str] = []
    presenter = EventPresenter(lines.append)
    presenter.begin(match)
    match.receive_actions(game.actions(), False)
    for step in match.poll():
        presenter.show_step(step, None, match.names)
    return [event for event in map(json.loads, lines) if event["event"] == "action"]


def actions_of(program: Program) -> list[dict[str, Any]]:
    return [event for event in program.events if event["event"] == "action"]


def found_card(code: str) -> tuple[TableAddress, WatchCard]:
    place = TableAddress.read(code)
    return place, fetch_watch_card(place.host, place.port, 10)


def a_flood(place: TableAddress, card: WatchCard, frames: int = 3000) -> None:
    """One client that asks without end and reads nothing, and fifty that send nothing at all."""
    keys = curve_keys(secrets.token_bytes)
    mesh = Mesh(keys.secret, keys.public)
    silent = []
    try:
        mesh.connect_to(card.curve, [(place.host, card.port)])
        for _ in range(200):
            mesh.poll(50)
            if mesh.is_up(card.curve):
                break
        assert mesh.is_up(card.curve)
        for _ in range(frames):
            mesh.send(card.curve, WATCHING + frame_of(WatchRequest(card.table, 0)))
        silent = [socket.create_connection((place.host, card.port), timeout=10) for _ in range(50)]
    finally:
        mesh.close()
        for each in silent:
            each.close()


@pytest.mark.fully
def test_two_who_watch_see_what_everybody_knows_whatever_is_done_to_them(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", "--bot", "2", *SEAT, *SHORT_GAME)
        code = ada.wait_for("table")["code"]
        early = company.run("early", "join", "--watch", code, "--json", "--once")
        early.wait_for("notice")
        ben = company.run("Ben", "join", code, "--name", "Ben", *SEAT)  # a person: the test decides when the game goes on
        ben.wait_for("question")
        early.wait_for("action")
        late = company.run("late", "join", "--watch", code, "--json", "--once")
        late.wait_for("action")
        late.kill()
        place, card = found_card(code)
        assert card.may_be_watched
        a_flood(place, card)
        again = company.run("again", "join", "--watch", code, "--json", "--once")
        again.wait_for("action")
        ben.kill()
        ben = company.run("Ben", "resume", "--bot", "2", "--json", "--once")
        programs = [ada, ben, early, again]
        finished = [program.wait_for("finished") for program in programs]
        assert [program.end() for program in programs] == [0] * 4
        assert len({event["head"] for event in finished}) == len({str(event["standings"]) for event in finished}) == 1
        assert finished[0]["head"] == proven(ada)[0] == proven(ben)[0]
        expected = public_actions(ada)
        for watcher in (early, again):
            assert actions_of(watcher) == expected
            started = next(event for event in watcher.events if event["event"] == "started")
            assert (started["seat"], started["journal"], started["names"]) == (None, None, ["Ada", "Ben"])
            assert not watcher.errors
        assert actions_of(late) == expected[:len(actions_of(late))]
        for event in expected:
            assert not event["line"].startswith("* draw") or event["line"].endswith("??")


@pytest.mark.fully
def test_a_seat_that_changes_what_was_played_is_named_and_not_believed(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        ada, ben = company.table(2)
        for program in (ada, ben):
            program.wait_for("finished")
            program.end()
        contents = read_journal(ada.journal)
        signer = own_identity(ada.home / "data" / IDENTITY_FILE, secrets.token_bytes).key
        server = SpectatorServer(signer, curve_keys(secrets.token_bytes), PublicLog(contents.opening, changed(contents.entries)))
        gateway = Gateway(9, {}, 0, hosts=[LOOPBACK])
        try:
            gateway.answer(WATCH_REQUEST, server.card)
            watcher = company.run("watcher", "join", "--watch", f"{LOOPBACK}:{gateway.port}", "--json")
            text = watcher.wait_for("error")["text"]
            assert "What Ada (key " in text and "not valid" in text and "ask another player" in text
            assert watcher.end() == 1
            assert [event["line"] for event in actions_of(watcher)] == [
                event["line"] for event in public_actions(ada)][:len(actions_of(watcher))]
        finally:
            server.close()
            gateway.close()


def changed(entries: tuple[JournalEntry, ...]) -> list[JournalEntry]:
    """Flip one bit of something that was signed, late in the game."""
    number = next(number for number, entry in enumerate(entries) if number > len(entries) // 2 and entry.frame)
    frame = bytearray(entries[number].frame)
    frame[-1] ^= 1
    return [*entries[:number], JournalEntry(bytes(frame)), *entries[number + 1:]]


@pytest.mark.fully
@pytest.mark.parametrize("how", ["--plain", "--text"])
def test_people_who_watch_read_sentences(tmp_path: Path, how: str) -> None:
    with Company(tmp_path) as company:
        ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", "--bot", "2", *SEAT, *SHORT_GAME)
        code = ada.wait_for("table")["code"]
        watcher = start_program(["join", "--watch", code, how, "--once"], tmp_path / "watcher")
        try:
            assert watcher.stdout is not None
            first = watcher.stdout.readline()
            assert "not begun yet" in first
            company.run("Ben", "join", code, "--name", "Ben", "--bot", "2", *SEAT).wait_for("finished")
            status, out, errors = outcome(watcher, "say hello\nwho\nboard\n", PATIENCE_S)
        finally:
            watcher.kill()
        ada.wait_for("finished")
        assert status == 0 and not errors
        for words_of_it in ("Ada", "Ben", "Hands at the end: ", "2 seats signed the result"):
            assert words_of_it in out, out[-2000:]


@pytest.mark.fully
def test_a_table_without_spectators_is_not_shown(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        ada = company.run("Ada", "host", "--seats", 2, "--name", "Ada", "--no-spectators", *SEAT)
        code = ada.wait_for("table")["code"]
        ben = company.run("Ben", "join", code, "--name", "Ben", *SEAT)
        ben.wait_for("started")
        ada.wait_for("started")
        watcher = company.run("watcher", "join", "--watch", code, "--json")
        assert "without spectators" in watcher.wait_for("error")["text"]
        assert watcher.end() == 1


def test_whoever_watches_takes_no_seat(tmp_path: Path) -> None:
    with Company(tmp_path) as company:
        program = company.run("Ada", "join", "--watch", "127.0.0.1:9", "--bot", "2")
        assert program.end() == 2
        assert "--watch takes no seat" in "".join(program.errors)

"""Trust on first use: who is known, who only says so, and what happens to the file."""

import json
import os
import stat
from pathlib import Path

import pytest

from acquire_net.crypto.signing import fingerprint_of
from acquire_net.players.acquaintance import Acquaintance
from acquire_net.players.identity import fingerprint_text
from acquire_net.players.known_players import MAX_NAMES, MAX_PLAYERS, Impostor, KnownPlayers, Newcomer, Recognised, Renamed
from acquire_net.players.names import PlayerNameError
from acquire_net.protocol.session_events import DrawVoid

SID, ANNA, MALLORY = (bytes((number,)) * 32 for number in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "known-players.json"


@pytest.fixture
def players(path: Path) -> KnownPlayers:
    return KnownPlayers(path)


def test_first_new_then_known(players: KnownPlayers, path: Path) -> None:
    assert isinstance(players.meet_player(SID, "Sid", 1000), Newcomer)
    met = players.meet_player(SID, "Sid", 2000)
    assert isinstance(met, Recognised)
    assert (met.player.first_met, met.player.last_met, met.player.games) == (1000, 2000, 0)
    assert KnownPlayers(path).players() == players.players() == (met.player,)
    assert not players.trouble


def test_a_known_key_under_another_name_is_reported_mildly(players: KnownPlayers) -> None:
    players.meet_player(SID, "Sid", 1000)
    met = players.meet_player(SID, "Sackson", 2000)
    assert isinstance(met, Renamed)
    assert met.warning_text == "Sackson is the player you know as Sid."
    assert isinstance(players.meet_player(SID, "Sackson", 3000), Recognised)
    for number in range(10):
        players.meet_player(SID, f"Sid {number}", 4000)
    assert len(players.players()[0].names) == MAX_NAMES


@pytest.mark.parametrize("name", ["Sid", "SID", "S\u0456d", "Sackson"])
def test_a_known_name_with_another_key_is_a_loud_warning_until_accepted(players: KnownPlayers, path: Path, name: str) -> None:
    players.meet_player(SID, "Sackson", 500)
    players.meet_player(SID, "Sid", 1000)
    for _ in range(2):
        met = players.meet_player(MALLORY, name, 2000)
        assert isinstance(met, Impostor)
        assert met.warning_text.startswith("WARNING")
        assert all(fingerprint_text(fingerprint_of(key)) in met.warning_text for key in (SID, MALLORY))
    assert KnownPlayers(path).player_of(MALLORY) is None
    players.accept_player(MALLORY, name, 3000)
    assert isinstance(players.meet_player(MALLORY, name, 4000), Recognised)
    assert isinstance(players.meet_player(SID, "Sid", 4000), Recognised)


def test_games_are_counted_for_those_who_were_met(players: KnownPlayers) -> None:
    players.meet_player(SID, "Sid", 1000)
    players.record_game(SID, 2000)
    players.record_game(SID, 3000, dropped=True)
    players.record_game(ANNA, 3000)
    assert [(player.games, player.dropped, player.last_met) for player in players.players()] == [(2, 1, 3000)]


def test_a_clock_that_went_back_breaks_nothing(players: KnownPlayers, path: Path) -> None:
    players.meet_player(SID, "Sid", 5000)
    players.record_game(SID, 1000)
    players.meet_player(SID, "Sid", 1000)
    again = KnownPlayers(path)
    assert not again.trouble
    assert again.players()[0].last_met == 5000


def test_a_name_that_is_none_is_refused(players: KnownPlayers, path: Path) -> None:
    with pytest.raises(PlayerNameError):
        players.meet_player(SID, "Sid\u202e", 1000)
    with pytest.raises(PlayerNameError):
        players.accept_player(SID, "", 1000)
    assert not path.exists()


def test_two_programs_see_what_the_other_met(players: KnownPlayers, path: Path) -> None:
    other = KnownPlayers(path)
    players.meet_player(SID, "Sid", 1000)
    other.meet_player(ANNA, "Anna", 2000)
    assert isinstance(players.meet_player(ANNA, "Anna", 3000), Recognised)
    assert [player.name for player in players.players()] == ["Anna", "Sid"]


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_the_list_is_private(players: KnownPlayers, path: Path) -> None:
    players.meet_player(SID, "Sid", 1000)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def filled(path: Path, games: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": "acquire known players 1", "players": [
        {"identity": (number + 100).to_bytes(32, "big").hex(), "names": [f"Guest {number}"], "first_met": number,
         "last_met": number, "games": games, "dropped": 0} for number in range(MAX_PLAYERS)]}))


def test_a_full_list_forgets_strangers_before_friends(path: Path) -> None:
    filled(path, games=0)
    players = KnownPlayers(path)
    first = players.players()[-1]
    players.record_game(bytes.fromhex(first.identity), 0)
    players.meet_player(SID, "Sid", 5000)
    assert len(players.players()) == MAX_PLAYERS
    assert players.player_of(bytes.fromhex(first.identity)) is not None
    assert players.player_of((101).to_bytes(32, "big")) is None


def test_strangers_do_not_push_out_friends(path: Path) -> None:
    filled(path, games=1)
    players = KnownPlayers(path)
    before = players.players()
    for number in range(5):
        players.meet_player(bytes((number, 7)) * 16, f"Stranger {number}", 9000)
    assert players.players() == before


def one_player(rest: str) -> str:
    return '{"format":"acquire known players 1","players":[{"identity":"' + "0" * 64 + '",' + rest + "}]}"


def test_one_good_player_is_read(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(one_player('"names":["Sid"],"first_met":1,"last_met":1'))
    assert KnownPlayers(path).players()[0].name == "Sid"


@pytest.mark.parametrize("text", [
    "", "{", "[]", '{"players": []} ', '{"format": "acquire known players 2", "players": []}',
    '{"format": "acquire known players 1", "players": [{"identity": "00"}]}', "x" * 2_100_000, "[" * 100_000,
    one_player('"names":["a\\u202eb"],"first_met":1,"last_met":1'), one_player('"names":["Sid"],"first_met":2,"last_met":1'),
    one_player('"names":["Sid"],"first_met":1,"last_met":1,"games":1e99'), one_player('"names":[],"first_met":1,"last_met":1'),
    one_player('"names":["Sid"],"first_met":1,"last_met":1,"dropped":1'),
    one_player('"names":["Sid"],"first_met":1,"last_met":1,"x":1'),
])
def test_a_damaged_list_is_set_aside_and_said_so(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
    players = KnownPlayers(path)
    assert "set aside" in players.trouble
    assert path.with_name(path.name + ".damaged").read_text() == text
    assert isinstance(players.meet_player(SID, "Sid", 1000), Newcomer)
    assert isinstance(KnownPlayers(path).meet_player(SID, "Sid", 2000), Recognised)


def test_a_list_that_cannot_be_read_is_not_written_over(players: KnownPlayers, path: Path,
                                                        monkeypatch: pytest.MonkeyPatch) -> None:
    players.meet_player(SID, "Sid", 1000)
    before = path.read_bytes()

    def closed(*args: object, **settings: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", closed)
        others = KnownPlayers(path)
        assert "Permission denied" in others.trouble
        assert isinstance(others.meet_player(ANNA, "Anna", 2000), Newcomer)
    assert path.read_bytes() == before


def test_a_full_disk_is_named_and_the_old_list_stays(players: KnownPlayers, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players.meet_player(SID, "Sid", 1000)
    before = path.read_bytes()

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert isinstance(players.meet_player(ANNA, "Anna", 2000), Newcomer)
    assert "No space left" in players.trouble
    assert path.read_bytes() == before
    assert len(list(path.parent.iterdir())) == 1


def test_a_conviction_is_remembered_and_older_files_are_read(players: KnownPlayers, path: Path) -> None:
    players.meet_player(SID, "Sid", 1000)
    before = json.loads(path.read_text())
    assert before["players"][0].pop("convicted") == 0
    path.write_text(json.dumps(before))
    again = KnownPlayers(path)
    again.record_conviction(SID, 2000)
    again.record_conviction(ANNA, 2000)
    assert [(player.name, player.convicted) for player in KnownPlayers(path).players()] == [("Sid", 2000)]


def test_whom_one_has_met_as_a_cheat_or_with_another_key_is_marked_until_accepted(path: Path) -> None:
    before = Acquaintance(path)
    assert not before.recognise_player(SID, "Sid") and not before.warning_of(SID)
    before.record_conviction(SID)
    evening = Acquaintance(path)
    assert "was convicted" in evening.recognise_player(SID, "Sid") and "convicted" in evening.warning_of(SID)
    assert "WARNING" in evening.recognise_player(MALLORY, "Sid")
    assert evening.warning_of(MALLORY) == "NOT the Sid you have met: another key"
    evening.accept_players([MALLORY])
    assert not evening.warning_of(MALLORY)


def test_a_table_renames_nobody(path: Path) -> None:
    evening = Acquaintance(path)
    evening.recognise_player(SID, "Sid")
    again = Acquaintance(path)
    again.note_seated([ANNA, SID])
    assert not again.recognise_player(SID, "root") and KnownPlayers(path).players()[0].names == ("Sid",)


def test_draws_that_are_made_again_are_counted_for_both_players_and_shown_from_the_second_on(path: Path) -> None:
    evening = Acquaintance(path)
    people = ((ANNA, "Anna"), (SID, "Sid"), (MALLORY, "Mallory"))
    for identity, name in people:
        evening.recognise_player(identity, name)
    void = DrawVoid((1,), (2,))
    evening.record_game([identity for identity, _ in people], 0, [2], [void])
    assert not evening.warning_of(SID) and not evening.warning_of(MALLORY), "once may be an accident"
    evening.record_game([identity for identity, _ in people], 0, [2], [void])
    counted = {player.name: (player.draws_left, player.draws_repeated) for player in KnownPlayers(path).players()}
    assert counted == {"Anna": (0, 0), "Sid": (0, 2), "Mallory": (2, 0)}
    assert Acquaintance(path).warning_of(MALLORY).startswith("dropped out in the middle of 2 draws of others")
    assert Acquaintance(path).warning_of(SID).startswith("2 draws of this player were made again")


def test_who_is_known_since_when_and_who_is_a_friend(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_net.players.acquaintance._now_s", lambda: 1000)
    first = Acquaintance(path)
    first.recognise_player(ANNA, "Anna")
    assert first.known_since(ANNA) == 0 and not first.is_friend(ANNA), "met a moment ago"
    monkeypatch.setattr("acquire_net.players.acquaintance._now_s", lambda: 5000)
    second = Acquaintance(path)
    second.recognise_player(ANNA, "Anna")
    second.recognise_player(MALLORY, "Anna")
    assert second.known_since(ANNA) == 1000 and not second.is_friend(ANNA), "who only looked in is not a friend"
    assert second.has_other_key(MALLORY) and second.known_since(MALLORY) == 0
    second.record_game([SID, ANNA], 0, [])
    assert second.is_friend(ANNA)
    second.friends_only = True
    assert second.keeps_out(MALLORY) and not second.keeps_out(ANNA)
    second.let_in(MALLORY)
    assert not second.keeps_out(MALLORY)


def test_a_blocked_key_stays_blocked_on_later_evenings(path: Path) -> None:
    evening = Acquaintance(path)
    evening.recognise_player(SID, "Sid")
    evening.record_game([ANNA, SID], 0, [])
    evening.set_blocked(SID, "Sid", True)
    evening.set_blocked(MALLORY, "Mallory", True)
    again = Acquaintance(path)
    assert all(again.is_blocked(who) and again.keeps_out(who) and not again.is_friend(who) for who in (SID, MALLORY))
    again.set_blocked(SID, "Sid", False)
    assert not Acquaintance(path).is_blocked(SID) and Acquaintance(path).is_friend(SID)


def test_a_blocked_player_is_forgotten_last(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("acquire_net.players.known_players.MAX_PLAYERS", 2)
    players = KnownPlayers(path)
    players.set_blocked(SID, "Sid", True, 1000)
    for number in range(3):
        players.meet_player(bytes([number]) * 32, f"Guest {number}", 2000 + number)
    assert players.player_of(SID) is not None and len(players.players()) == 2

"""What older versions wrote is read, verified and replayed as it was then."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from acquire_client import cli
from acquire_client.files.saves import load
from acquire_client.files.settings import FILE_NAME as SETTINGS_NAME
from acquire_client.files.settings import SettingsFile
from acquire_core import load_record
from acquire_core.record import Record
from acquire_net.players.identity import fingerprint_text, own_identity
from acquire_net.players.known_players import KnownPlayers

FOLDER = Path(__file__).parent
SAVED = FOLDER / "44dad8e"
"""Records, saved games, settings, an identity."""
JOURNALLED = FOLDER / "541e15f"
"""Journals of whole games between programs, the records in them, the players met there, the digests of the golden vectors."""
VECTORS = FOLDER.parent / "net" / "vectors"


def expected_in(folder: Path) -> dict[str, Any]:
    """Return what a version said of its own files."""
    found = json.loads((folder / "expected.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


RECORDS = [path.relative_to(SAVED).as_posix() for path in sorted(SAVED.rglob("*.acquire"))]
JOURNALS = [path.name for path in sorted(JOURNALLED.glob("*.acqlog"))]


def facts_of(record: Record) -> dict[str, Any]:
    """Return what `expected.json` holds of a record."""
    game = record.game()
    return {
        "ruleset": record.ruleset.name, "changes": record.ruleset.changes(), "rules": record.ruleset.digest.hex(),
        "sealed": record.sealed, "seats": [list(seat) for seat in record.seats], "actions": len(record.actions),
        "turn": game.turn, "phase": game.phase, "digest": game.digest().hex(), "end_reason": game.end_reason,
        "standings": [list(row) for row in game.standings()]}


def test_every_file_has_an_expectation() -> None:
    assert {*RECORDS, "settings.json", "identity"} == set(expected_in(SAVED))
    assert {*JOURNALS, "vectors"} == set(expected_in(JOURNALLED))
    assert len(RECORDS) == 12 and len(JOURNALS) == 2


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_replayed_and_written_as_it_was(name: str) -> None:
    path = SAVED / name
    record = load_record(path)
    assert facts_of(record) == expected_in(SAVED)[name]
    assert record.text().encode() == path.read_bytes()
    assert sum(1 for _ in record.replay()) == len(record.actions)


@pytest.mark.parametrize("name", [name for name in RECORDS if name.startswith("saves/")])
def test_a_saved_game_is_loaded_and_goes_on(name: str) -> None:
    record = load(SAVED / name)
    game = record.game()
    assert not game.over and game.legal_codes()
    game.play_random(seed=1)
    assert game.over


def test_settings_are_read_and_written_as_they_were(tmp_path: Path) -> None:
    shutil.copy(SAVED / SETTINGS_NAME, tmp_path)
    file = SettingsFile(tmp_path)
    settings = file.load()
    assert file.complaint is None
    written = expected_in(SAVED)[SETTINGS_NAME]
    assert {name: value for name, value in asdict(settings).items() if name in written} == written
    assert file.save(settings)
    assert SettingsFile(tmp_path).load() == settings


def test_an_identity_keeps_its_key_and_its_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    path.write_bytes((SAVED / "identity").read_bytes())
    path.chmod(0o600)

    def no_entropy(count: int) -> bytes:
        raise AssertionError("the key is there already")

    identity = own_identity(path, no_entropy)
    mark = identity.fingerprint
    assert identity.warning == ""
    then = expected_in(SAVED)["identity"]
    assert identity.public.hex() == then["public"]
    # Fingerprints had 40 bits then and have 80 now, which begin with the old ones.
    assert mark.hex().startswith(then["fingerprint"])
    assert fingerprint_text(mark).startswith(then["text"])


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_is_verified_and_replayed_as_it_was(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.acquire"
    assert cli.main(["verify", "--json", "--record", str(record), str(JOURNALLED / name)]) == 0
    found, then = json.loads(capsys.readouterr().out), expected_in(JOURNALLED)[name]
    assert {key: found[key] for key in then} == then
    assert record.read_bytes() == (JOURNALLED / name).with_suffix(".acquire").read_bytes()


def test_the_players_that_were_met_are_known(tmp_path: Path) -> None:
    data = (JOURNALLED / "known-players.json").read_bytes()
    path = tmp_path / "known-players.json"
    path.write_bytes(data)
    written = json.loads(data)["players"]
    met = KnownPlayers(path).players()
    assert [(player.identity, list(player.names), player.first_met, player.last_met, player.games) for player in met] == [
        (each["identity"], each["names"], each["first_met"], each["last_met"], each["games"]) for each in written]


def test_the_golden_vectors_are_what_they_were() -> None:
    """A version that changes one of them keeps the old file here; then the new one has every line of it that is a vector. It may
    add files."""
    older = {path.name: path for path in (JOURNALLED / "vectors").iterdir()}
    then_known = expected_in(JOURNALLED)["vectors"]
    digests = {name: hashlib.sha256(older.get(name, VECTORS / name).read_bytes()).hexdigest() for name in then_known}
    assert digests == then_known
    for name, path in older.items():
        then, now = ([line.strip().rstrip(",") for line in each.read_text("utf-8").splitlines()]
                     for each in (path, VECTORS / name))
        assert len(then) > 10 and {*then} <= {*now}

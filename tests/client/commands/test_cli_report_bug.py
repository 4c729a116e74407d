"""`acquire report-bug`: one file with what a bug report needs, and nothing in it that must not leave the machine."""

import getpass
import json
import platform
import random
import string
from pathlib import Path

import pytest

from acquire_client.files.folders import folders
from acquire_client.tools import machine
from acquire_client.tools.redaction import Redactor
from acquire_net import KNOWN_PLAYERS_FILE, fingerprint_text, own_identity
from tests.client.command_line import Acquire

PYGAME = {"found": True, "error": None, "name": "pygame-ce", "version": "2.5.8", "is_ce": True, "sdl": "2.32.10", "driver": "x11",
          "driver_error": None}
JOIN_CODE = "R2M00-1XR0G-0J6HB-7H6NW-VVR14-EZ"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the home of a person called hieronymus, whose machine is called cauldron."""
    home = tmp_path / "hieronymus"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("ACQUIRE_HOME", str(home / "games"))
    monkeypatch.setattr(getpass, "getuser", lambda: "hieronymus")
    monkeypatch.setattr(platform, "node", lambda: "cauldron.example.net")
    monkeypatch.setattr(machine, "pygame_facts", lambda: dict(PYGAME))
    monkeypatch.setattr(machine, "network_facts", lambda: [
        {"topic": "join code", "good": None, "text": "would hold 203.0.113.77 (eth0)", "advice": ""}])
    where = folders()
    where.config.mkdir(parents=True)
    where.data.mkdir(parents=True)
    monkeypatch.chdir(home)
    return home


def test_nothing_secret_is_in_the_report(acquire: Acquire, home: Path) -> None:
    where = folders()
    key = own_identity(where.data / "identity")
    (where.config / "settings.json").write_text(json.dumps({
        "name": "Philippina", "seats": "Philippina,Ottokar", "presets": "Grandmother=max_buy=2", "look": "light"}))
    (where.data / KNOWN_PLAYERS_FILE).write_text(json.dumps({"players": [{"names": ["Eusebius", "Kunigunde der Große"]}]}))
    secret = (where.data / "identity").read_text().splitlines()[1]
    (where.data / "acquire.log").write_text("\n".join([
        "2026-11-24 18:54:53,123 77 acquire.links INFO link to Theophil B. (1a2b3c4d) is up",
        "2026-11-24 18:54:53,124 77 acquire.table INFO open at 192.168.17.23:47108, [fd77:12:34::9]:47108",
        "2026-11-24 18:54:54,125 77 acquire.links INFO no link to Kunigunde der Große (99887766) at 10.20.30.40:9: refused",
        f"2026-11-24 18:54:55,126 77 acquire.links ERROR while a frame was handled {home}/games/data/tables/x.acqlog",
        f"key {secret} fingerprint {fingerprint_text(key.fingerprint)} code {JOIN_CODE} {JOIN_CODE.replace('-', '')}",
        "seed 4711 --seed 4712 'seed': 4713 seed=4714", "Eusebius places 12I and draws 7c", f"0x{secret[:12]}",
        "hieronymus@cauldron: KUNIGUNDE DER GROSSE and eusebius wait", "C:\\Users\\hieronymus\\x",
    ]), "utf-8")
    answer = acquire("report-bug", "--output", "report.txt")
    assert answer.code == 0 and "report.txt" in answer.out
    text = (home / "report.txt").read_text("utf-8")
    names = ["hieronymus", "cauldron", "example.net", "philippina", "ottokar", "grandmother", "eusebius", "kunigunde der große",
             "theophil", str(home)]
    keys = [secret, secret[:12], "1a2b3c4d", fingerprint_text(key.fingerprint), JOIN_CODE, JOIN_CODE.replace("-", "")]
    for word in [*names, *keys, "4711", "4712", "4713", "4714", "12i", "7c ", "17.23", ":12:34", "30.40", "113.77"]:
        assert word.lower() not in text.lower(), word
    for word in ["link to PLAYER-", "2026-11-24 18:54:53,123", "192.168.x.x", "fd77:x::x", "refused", "~/games/data",
                 '"look": "light"', '"name": "set"', "pygame-ce", "2.32.10"]:
        assert word in text, word


def test_it_says_where_it_is_and_writes_over_nothing(acquire: Acquire, home: Path) -> None:
    assert acquire("report-bug").code == 0
    report, = home.glob("acquire-report-*.txt")
    assert "There is no log" in report.read_text("utf-8")
    refused = acquire("report-bug", "--output", report)
    assert refused.code == 1 and "--force" in refused.err
    assert acquire("report-bug", "--output", report, "--force").code == 0
    refused = acquire("report-bug", "--output", home / "no" / "folder.txt")
    assert refused.code == 1 and "--output FILE names another place" in refused.err


@pytest.mark.parametrize("damage", [b"{", b"\xff\xfe", b"[" * 50_000, b'{"players": [{"names": 7}]}', b"null"])
def test_damaged_files_are_no_reason_for_no_report(acquire: Acquire, home: Path, damage: bytes) -> None:
    where = folders()
    for path in (where.config / "settings.json", where.config / "acquire.toml", where.data / KNOWN_PLAYERS_FILE,
                 where.data / "acquire.log"):
        path.write_bytes(damage)
    assert acquire("report-bug", "--output", "report.txt").code == 0
    assert (where.config / "settings.json").read_bytes() == damage


def test_what_a_reader_needs_stays() -> None:
    text = "12:30:59 port 47108, Python 3.11.2, SDL 2.32.10, 4 seats, version 0.1.0: link is lost after 30 s (Errno 113) {'a': 1}"
    assert Redactor(["/home/a"], ["ada"], ["box"], ["Bo"]).text(text) == text


def test_a_name_is_the_same_number_everywhere() -> None:
    redactor = Redactor(names=["Ada", "Bo"])
    assert redactor.value({"a": ["Ada, Bo; ada"], "b": 3}) == {"a": ["PLAYER-1, PLAYER-2; PLAYER-1"], "b": 3}
    assert redactor.text("link to Ada (12345678) is up") == "link to PLAYER-1 is up"


def test_random_keys_never_get_through() -> None:
    chance, redactor = random.Random(7), Redactor()
    texts = [("".join(chance.choices("0123456789abcdef", k=length)), " key {} ") for length in range(8, 65) for _ in "123"]
    texts += [("".join(chance.choices(string.ascii_letters + string.digits, k=length)), "{}=") for length in range(32, 60)]
    for word, frame in texts:
        assert word not in redactor.text(frame.format(word))
        assert word not in redactor.text(f"x:{word},")

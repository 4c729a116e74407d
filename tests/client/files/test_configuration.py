"""The configuration file: what it says counts, and a file that is wrong or hostile is a sentence."""

import os
from pathlib import Path

import pytest

from acquire_client.commands import network_seat
from acquire_client.commands.configured import ruleset_of_line_or_file
from acquire_client.files.configuration import (
    KEYS,
    MAX_BYTES,
    Configuration,
    ConfigurationError,
    configuration_path,
    read_configuration,
)
from tests.client.command_line import Acquire


def written(folder: Path, content: str | bytes) -> Path:
    folder.mkdir(exist_ok=True)
    configuration_path(folder).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ACQUIRE_HOME", str(tmp_path))
    return tmp_path / "config"


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert read_configuration(tmp_path / "nowhere") == Configuration()


def test_a_file_may_say_some_or_all(tmp_path: Path) -> None:
    assert read_configuration(written(tmp_path, "")) == Configuration()
    assert read_configuration(written(tmp_path, '\ufeffname = "Åsa"  # me\r\n')) == Configuration(name="Åsa")
    whole = Configuration("Ada", "dos-1988", "person,2", 3)
    assert read_configuration(written(tmp_path, 'name = "Ada"\nrules = "dos-1988"\nseats = "person,2"\nhost_seats = 3')) == whole


@pytest.mark.parametrize(("content", "why"), [
    ("name = Ada", "at line 1, column 8"), ("names = 'Ada'", "no key 'names'; there are name"), ("name = 3", "in quotation"),
    ("host_seats = '3'", "from 2 to 6"), ("host_seats = true", "from 2 to 6"), ("host_seats = 7", "from 2 to 6"),
    ('name = ""', "1 to 500"), ('name = "a\\u001b[31m"', "printable"), (f"name = '{'a' * 501}'", "1 to 500"),
    ("[name]\nfirst = 'Ada'", "in quotation marks"), (b"name = '\xff'", "UTF-8"), ("a = " + "[" * 9000, "nested too deeply"),
    ("#" * (MAX_BYTES + 1), "more than 20,000 bytes"), ("name = 'a'\nname = 'b'", "overwrite"), (b"\0", "at line 1"),
    ('"\\u001b[2J" = 1', r"\x1b"), ("seats = ['person', '2']", "in quotation marks"),
])
def test_a_wrong_file_is_a_sentence(tmp_path: Path, content: str | bytes, why: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_configuration(written(tmp_path, content))
    assert why in str(caught.value)
    assert str(configuration_path(tmp_path)) in str(caught.value)
    assert str(caught.value).isprintable()


def test_what_is_not_a_file_is_not_read(tmp_path: Path) -> None:
    configuration_path(tmp_path).mkdir()
    with pytest.raises(ConfigurationError):
        read_configuration(tmp_path)
    if hasattr(os, "mkfifo"):
        (tmp_path / "other").mkdir()
        os.mkfifo(configuration_path(tmp_path / "other"))
        with pytest.raises(ConfigurationError, match="not a file"):
            read_configuration(tmp_path / "other")


def test_the_command_line_comes_before_the_file(home: Path) -> None:
    written(home, 'rules = "dos-1988"')
    assert ruleset_of_line_or_file(None, [("max_buy", 2)]).name == "dos-1988"
    assert ruleset_of_line_or_file("tycoon-2023", []).name == "tycoon-2023"


def test_a_text_game_takes_seats_and_rules_from_the_file(acquire: Acquire, home: Path) -> None:
    written(home, 'rules = "dos-1988"\nseats = "0,0,0"')
    whole = acquire("text", "--seed", "4", "--plain")
    assert whole.code == 0
    assert whole.out == acquire("text", "--seats", "0,0,0", "--rules", "dos-1988", "--seed", "4", "--plain").out
    assert whole.out != acquire("text", "--seats", "0,0,0", "--rules", "classic", "--seed", "4", "--plain").out


@pytest.mark.parametrize(("content", "words", "why"), [
    ("rules = 'clasic'", ["text", "--seats", "0,0"], "Did you mean 'classic'?"),
    ("seats = 'Ada'", ["text"], "2 to 6 seats"),
    ("name = 'a  b\u200b'", ["host"], "printable"),
    ("name = '" + "n" * 200 + "'", ["host"], "a name"),
    ("rules = 3", ["text"], "rules is a text"),
])
def test_a_value_that_makes_no_sense_names_the_file(acquire: Acquire, home: Path, content: str, words: list[str],
                                                    why: str) -> None:
    written(home, content)
    answer = acquire(*words)
    assert answer.code == 1
    assert why in answer.err and str(configuration_path(home)) in answer.err


@pytest.mark.parametrize(("settings", "name"), [
    ('{"name": "Ada Lovelace"}', "Ada Lovelace"), ('{"name": ""}', "account"), ("{}", "account"), (None, "account"),
    ('{"name": 3}', "account"), ('{"name": "' + "n" * 200 + '"}', "account"), ('{"name": "Ada', "account"),
    ("[" * 90_000, "account"), ("[]", "account")])
def test_without_a_name_in_both_the_window_knows_one_or_the_account_has_one(home: Path, monkeypatch: pytest.MonkeyPatch,
                                                                          settings: str | None, name: str) -> None:
    monkeypatch.setattr(network_seat, "account_name", lambda: "account")
    if settings is not None:
        home.mkdir()
        (home / "settings.json").write_text(settings, "utf-8")
    assert network_seat.chosen_name(None) == name
    assert network_seat.chosen_name("Bo") == "Bo"
    written(home, "name = 'Cy'")
    assert network_seat.chosen_name(None) == "Cy"


def test_doctor_shows_where_it_is_and_what_it_sets(acquire: Acquire, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from acquire_client.tools import machine

    monkeypatch.setattr(machine, "pygame_facts", lambda: {"found": False, "error": None})
    monkeypatch.setattr(machine, "network_facts", list)
    assert "there is none, and none is needed" in acquire("doctor", columns=400).out
    written(home, "name = 'Ada Lovelace'\nhost_seats = 3")
    answer = acquire("doctor", columns=400)
    assert f"{configuration_path(home)}  (sets name, host_seats)" in answer.out
    assert "Lovelace" not in answer.out
    written(home, "nam = 'Ada'")
    assert "hint: Mend or remove the configuration file" in acquire("doctor", columns=400).out
    assert "settings.json" in answer.out


def test_the_documents_name_every_key() -> None:
    page = Path(__file__).parents[3] / "docs" / "players" / "command-line.md"
    if not page.exists():
        pytest.skip("no documents beside the tests")
    text = page.read_text("utf-8")
    assert all(f"\n{key} = " in text for key in KEYS)

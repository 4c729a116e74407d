"""Programs that misbehave in every way we know, and what that is counted as; and how tests start programs and miss none."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

import pytest

from acquire_core.ai.external import Limits, why_not_in_rounds
from tests.support.acquire_program import MAIN

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "developers" / "example_bot.py"
QUICK = Limits(move_ms=500, grace_ms=500, hello_ms=60_000)
"""For programs that say nothing in time."""
PATIENT = Limits(move_ms=20_000, grace_ms=20_000, hello_ms=60_000)
"""For all others: however slow the machine, what they write decides, and not how long they take."""

START = """
import os, sys, time
def say(line): sys.stdout.write(line + chr(10)); sys.stdout.flush()
"""
GREET = START + "sys.stdin.readline(); say('hello 1 test')\n"
EACH_GO = GREET + """
for line in sys.stdin:
    if line.startswith('legal'): legal = line[6:].strip()
    if line.startswith('quit'): break
    if line.startswith('go'):
"""
HOSTILE = {
    "never reads or says anything": ("mute", START + "time.sleep(600)"),
    "says hello and then nothing": ("silent", GREET + "time.sleep(600)"),
    "is slow": ("silent", EACH_GO + "        time.sleep(3); say('move ' + legal)"),
    "ends at once": ("crashed", ""),
    "ends after hello": ("crashed", GREET),
    "ends when it is asked": ("crashed", EACH_GO + "        os._exit(3)"),
    "closes its output": ("crashed", GREET + "os.close(1); time.sleep(600)"),
    "writes without a newline": ("flooded", GREET + "while True: os.write(1, b'x' * 65536)"),
    "writes lines without end": ("flooded", GREET + "while True: os.write(1, b'info x' + bytes([10]))"),
    "floods instead of hello": ("flooded", START + "while True: os.write(1, b'x' * 65536)"),
    "moves illegally": ("illegal", EACH_GO + "        say('move buy Tower Tower Tower Tower Tower')"),
    "moves for another seat": ("illegal", EACH_GO + "        say('move %d%s' % (1 - int(legal[0]), legal[1:]))"),
    "leaves the game": ("illegal", EACH_GO + "        say('move retire')"),
    "moves in no notation": ("garbled", EACH_GO + "        say('move e2e4')"),
    "writes binary": ("garbled", EACH_GO + "        os.write(1, bytes(range(255, 127, -1)) + bytes([10]))"),
    "writes zeros": ("garbled", EACH_GO + "        os.write(1, b'move ' + bytes(20) + bytes([10]))"),
    "speaks another version": ("mute", START + "say('hello 2 later'); time.sleep(600)"),
    "gives up": ("resigned", EACH_GO + "        say('error I am lost')"),
}


def started_programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The body of a fixture: after each test every program that was started has been ended and waited for.

    Where a test gives no limits, programs have so much time that no slow machine makes them lose a decision.
    """
    started: list[subprocess.Popen[bytes]] = []
    monkeypatch.setattr(Limits.__init__, "__defaults__", astuple(PATIENT))
    monkeypatch.setattr(why_not_in_rounds, "__defaults__", (PATIENT.hello_ms,))

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *words: object, **settings: object) -> None:
            super().__init__(*words, **settings)  # type: ignore[call-overload]
            started.append(self)

    monkeypatch.setattr("acquire_core.ai.external.subprocess.Popen", Noted)
    yield started
    for process in started:
        process.wait(60)  # a killed program is gone when the system has had time for it


def script(tmp_path: Path, text: str) -> str:
    path = tmp_path / "bot.py"
    path.write_text(text)
    return f'cmd:"{sys.executable}" "{path}"'


def level(name: str) -> str:
    return f'cmd:"{sys.executable}" -c "{MAIN}" bot --level {name}'

"""The public face of the network package: complete, lazy, and enough to write a client with."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import acquire_net
from acquire_net import events
from acquire_net.lobby.events import LobbyFact, Started
from acquire_net.protocol.session_events import BlockFinal, Fact, Finished, SeatConvicted

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/developers/net-api.md"
IMPORTED_FROM = {"PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
"""For a program that a test starts: these packages, and the libraries of this Python."""


def test_every_public_name_can_be_imported_and_says_what_it_is() -> None:
    for name in acquire_net.__all__:
        value = getattr(acquire_net, name)
        assert not isinstance(value, type) or value.__doc__, name
        assert value.__class__.__name__ != "function" or value.__doc__, name
    assert {*acquire_net.__all__} <= {*dir(acquire_net)}
    with pytest.raises(AttributeError, match="Shufflepuck"):
        _ = acquire_net.Shufflepuck


def test_a_type_checker_sees_the_names_that_are_imported_when_they_are_asked_for() -> None:
    tree = ast.parse(Path(acquire_net.__file__).read_text("utf-8"))
    [branch] = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {alias.name: node.module for node in branch.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen == acquire_net._MODULE_OF and sorted(seen) == sorted(acquire_net.__all__)


def test_the_events_hold_all_that_lobby_and_session_report() -> None:
    inside = {Started, BlockFinal, Finished, SeatConvicted}
    """What a peer takes for itself, or reports in the words of the game."""
    for fact in (*LobbyFact.__args__, *Fact.__args__):  # type: ignore[attr-defined]
        assert fact in inside or fact in events.PeerEvent.__args__, fact  # type: ignore[attr-defined]
    reported = {each.__name__ for each in events.PeerEvent.__args__}  # type: ignore[attr-defined]
    assert reported | {"DealStage", "LinkState", "Member", "PeerEvent"} == {*events.__all__}


@pytest.mark.parametrize(("statement", "unwanted"), [
    ("import acquire_net", ("zmq", "nacl", "acquire_core", "msgspec")),
    ("from acquire_net import DEFAULT_PORT, events", ("zmq", "zeroconf")),
    ("from acquire_client import cli; cli.main(['--version'])", ("zmq", "zeroconf", "acquire_net")),
])
def test_what_is_not_needed_is_not_imported(statement: str, unwanted: tuple[str, ...]) -> None:
    code = f"import sys\n{statement}\nprint([name for name in {unwanted!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT,
                           env=os.environ | IMPORTED_FROM, check=True)
    assert found.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(not (ROOT / PAGE).exists(), reason="no source tree beside the tests")
@pytest.mark.fully
def test_the_example_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    example, = re.findall(r"^```python\n(.*?)^```", (ROOT / PAGE).read_text("utf-8"), re.M | re.S)
    program = tmp_path / "two_peers.py"
    program.write_text(example, "utf-8")
    played = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=240,
                            env=os.environ | IMPORTED_FROM)
    assert played.returncode == 0, played.stderr
    signed, *standings = played.stdout.splitlines()
    assert signed.endswith("signed by seats (0, 1)") and len(standings) == 2
    assert standings[0].startswith("1. ")

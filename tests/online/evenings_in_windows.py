"""Whole evenings in real windows: who plays together, what goes wrong, and how long people wait.

    python -m tests.online.evenings_in_windows FOLDER [two|three|four|six|keys|hosts ...]

Every window is a process with a display of its own, and every key comes through that display (real_windows.py). Each evening
ends with the journals of all, read by the verifier: one head and one result, whatever happened on the way. A table is printed.

    two    a whole game with a computer player
    three  three new players, with clocks on their way from the title to the first decision; then how long it takes until the
           others see an answer
    four   with a computer player: a window is killed while it decides in a merger, and comes back from its title; then one player
           goes, another one comes, and they play a second game
    six    a window is gone for good and the others vote to go on without it; all close their windows, and come back
    keys   chat in the lobby and at the table, votes against a player who is there and watches then, leaving, and coming back
    hosts  two hosts with IPv6 alone; then two that reach only a relay (both need Linux and the right to make namespaces)
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

from acquire_net.crypto import signing
from acquire_net.table.acquire_game import game_of
from acquire_net.table.journal import read_journal
from acquire_net.table.verify import verify_journal
from tests.online.network import HostNetwork, why_not
from tests.online.programs import Company
from tests.online.real_windows import (
    RealWindow,
    add_computer,
    begin,
    host,
    is_over,
    join,
    join_by_code,
    missing_tools,
    play_until,
    press_until,
    say,
)

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")
KEY_S, CHOICE_S = 0.2, 1.0
"""What a person takes for a key, and for a decision between keys."""
MAX_FIRST_DECISION_S, MAX_PROGRAM_S = 20.0, 5.0
MERGER = ("dispose",)

Figure = tuple[str, str]


def open_windows(folder: Path, count: int) -> list[RealWindow]:
    windows = []
    for name in NAMES[:count]:
        (folder / name).mkdir(parents=True, exist_ok=True)
        windows.append(RealWindow(folder / name, name))
    return windows


def close_all(windows: Sequence[RealWindow]) -> None:
    for window in windows:
        window.close()


def newest_journal(window: RealWindow) -> Path:
    own = (path for path in window.home.rglob("*.acqlog") if "computers" not in path.parts)
    found = sorted(own, key=lambda path: path.stat().st_mtime)
    assert found, f"{window.name} has no journal"
    return found[-1]


def equal_proofs(windows: Sequence[RealWindow]) -> str:
    """Return the head that the journals of all of these prove, with one result."""
    proofs = set()
    for window in windows:
        report = verify_journal(read_journal(newest_journal(window)), game_of, signing)
        assert report.result is not None, f"the journal of {window.name} has no result"
        proofs.add((report.head.hex(), report.result))
    assert len(proofs) == 1, f"{len(proofs)} different ends in the journals of {[window.name for window in windows]}"
    return next(iter(proofs))[0][:12]


def finish(windows: Sequence[RealWindow]) -> None:
    """Play to the end, and wait until the result is signed by all."""
    play_until(windows, lambda: all(is_over(window) for window in windows))
    for window in windows:
        window.wait_for(lambda report: report["evening"]["stage"] == "OVER", "the signed result")


# --- the evenings ---

def evening_of_two(folder: Path) -> list[Figure]:
    windows = open_windows(folder, 2)
    try:
        host(windows[0], 3)
        listed = join(windows[1])
        add_computer(windows[0], len(windows))
        for window in windows:
            window.picture("lobby")
        begin(windows, computers=1)
        windows[0].picture("table")
        finish(windows)
        windows[0].picture("over")
        return [("a table is listed after", f"{listed:.2f} s"), ("one head in all journals", equal_proofs(windows))]
    finally:
        close_all(windows)


def evening_of_three(folder: Path) -> list[Figure]:
    windows = open_windows(folder, 3)
    try:
        pressed = [window.keys_pressed for window in windows]
        moments = [time.monotonic()]
        host(windows[0], 3)
        moments.append(time.monotonic())
        for window in windows[1:]:
            join(window)
        moments.append(time.monotonic())
        begin(windows)
        play_until((), lambda: any(window.match.get("keys") for window in windows))
        moments.append(time.monotonic())
        waited = moments[-1] - moments[0]
        parts = [later - earlier for earlier, later in pairwise(moments)]
        keys = max(window.keys_pressed - before for window, before in zip(windows, pressed, strict=True))
        by_hand = KEY_S * keys + CHOICE_S * 3  # which table, to be ready, and the tile
        finish(windows)
        late = sorted(delays(windows))
        pictures = sorted(moment["ms"] for window in windows for moment in window.moments() if moment["what"] == "key")
        return [
            ("from the title to the first decision, by the programs", f"{waited:.1f} s"),
            ("its parts: a lobby, two who join, then the decision", ", ".join(f"{part:.1f} s" for part in parts)),
            ("the same by a person", f"{waited + by_hand:.1f} s, {keys} keys"),
            ("an answer on the other windows, median", f"{statistics.median(late):.0f} ms of {len(late)}"),
            ("an answer on the other windows, 95 of 100", f"{late[len(late) * 95 // 100]:.0f} ms"),
            ("a key until its picture, median", f"{statistics.median(pictures):.1f} ms of {len(pictures)}"),
            ("a key until its picture, 99 of 100", f"{pictures[len(pictures) * 99 // 100]:.1f} ms"),
            ("one head in all journals", equal_proofs(windows)),
        ]
    finally:
        close_all(windows)


def delays(windows: Sequence[RealWindow]) -> list[float]:
    """Return for each answer and each other window the milliseconds until its picture showed the answer."""
    given: dict[int, tuple[float, int]] = {}
    for number, window in enumerate(windows):
        for moment in window.moments():
            if moment["what"] == "answered":
                given.setdefault(moment["step"], (moment["at"], number))
    late = []
    for number, window in enumerate(windows):
        for moment in window.moments():
            if moment["what"] == "shown":
                for step in range(moment["first"], moment["last"] + 1):
                    if step in given and given[step][1] != number:
                        late.append(1000 * (moment["at"] - given[step][0]))
    return late


def evening_of_four(folder: Path) -> list[Figure]:
    windows = open_windows(folder, 4)
    extra: list[RealWindow] = []
    try:
        host(windows[0], 5)
        for window in windows[1:]:
            join(window)
        add_computer(windows[0], len(windows))
        begin(windows, computers=1)
        play_until(windows, lambda: any(window.match.get("phase") in MERGER and window.match.get("keys") for window in windows))
        asked = next(window for window in windows if window.match.get("phase") in MERGER and window.match.get("keys"))
        step = asked.match["steps"]
        asked.kill()
        began = time.monotonic()
        asked.open()
        press_until(asked, "r", lambda report: report["scenes"][-1] == "OnlineTableScene")
        asked.wait_for(lambda report: (report.get("match") or {}).get("steps", 0) >= step, "the table as it was")
        back = time.monotonic() - began
        asked.picture("back")
        finish(windows)
        head = equal_proofs(windows)
        gone, rest = windows[3], windows[:3]
        gone.close()
        (folder / NAMES[4]).mkdir()
        extra.append(RealWindow(folder / NAMES[4], NAMES[4]))
        for window in rest:
            window.tab_to("again")
            press_until(window, "Return", lambda report: report["scenes"][-1] == "LobbyScene")
        for window in rest:
            window.wait_for(lambda report: len(report["evening"]["members"]) == 4, "a lobby without the player who went")
        join(extra[0])
        begin([*rest, *extra], computers=1)
        finish([*rest, *extra])
        return [("killed in a merger, back after", f"{back:.1f} s"), ("one head in all journals", head),
                ("the same of the second game, with a newcomer", equal_proofs([*rest, *extra]))]
    finally:
        close_all([*windows, *extra])


def evening_of_six(folder: Path) -> list[Figure]:
    windows = open_windows(folder, 6)
    try:
        host(windows[0], 6)
        for window in windows[1:]:
            join(window)
        begin(windows)
        play_until(windows, lambda: windows[0].match.get("steps", 0) > 40)
        gone, rest = windows[5], windows[:5]
        seat = gone.match["seat"]
        gone.kill()
        began = time.monotonic()
        play_until(rest, lambda: seat in rest[0].evening["silent"])
        for window in rest:
            vote(window, seat)
        for window in rest:
            window.wait_for(lambda report: seat in report["evening"]["lost"], "the vote")
        voted = time.monotonic() - began
        rest[0].picture("voted")
        step = rest[0].match["steps"]
        play_until(rest, lambda: rest[0].match.get("steps", 0) > step + 10)
        for window in rest:
            window.stop()
        for window in rest:
            window.open()
        rest[0].picture("title")
        for window in rest:
            press_until(window, "r", lambda report: report["scenes"][-1] == "OnlineTableScene")
        finish(rest)
        return [("voted out after", f"{voted:.1f} s"), ("one head in all journals, after all had closed", equal_proofs(rest))]
    finally:
        close_all(windows)


def evening_by_keys(folder: Path) -> list[Figure]:
    windows = open_windows(folder, 3)
    try:
        host(windows[0], 3)
        for window in windows[1:]:
            join(window)
        windows[0].tab_to("chat")
        say(windows[0], "hello", windows)
        windows[0].tab_to("ready")  # in the line of the chat, Enter would send an empty line
        begin(windows)
        play_until(windows, lambda: windows[0].match.get("steps", 0) > 20)
        press_until(windows[1], "m", lambda report: report["focus"] == "chat")
        say(windows[1], "thinking", windows)
        windows[1].press("Escape")
        gone, rest = windows[2], windows[:2]
        seat = gone.match["seat"]
        vote(rest[0], seat)
        gone.wait_for(lambda report: report["evening"]["votes"].get(str(seat)) == 1, "the vote of another player")
        gone.picture("voted against")
        assert not gone.evening["lost"], "one vote is too few"
        vote(rest[1], seat)
        for window in rest:
            window.wait_for(lambda report: report["evening"]["lost"] == [seat], "the vote of both")
        gone.wait_for(lambda report: report["scenes"][-1] == "Dialog", "why it is out")
        gone.picture("voted out")
        gone.tab_to("answer 0")
        gone.press("Return")
        gone.wait_for(lambda report: "watch 1" in report["widgets"], "the game in the list, to be watched")
        press_until(gone, "w", lambda report: report["scenes"][-1] == "WatchTableScene")
        gone.picture("watching")
        leave(rest[1])
        rest[1].picture("title")
        rest[0].wait_for(lambda report: bool(report["evening"]["adjourned"] or report["evening"]["silent"]), "a player who left")
        press_until(rest[1], "r", lambda report: report["scenes"][-1] == "OnlineTableScene")
        finish(rest)
        return [("one head in all journals, after chat, votes, leaving and coming back", equal_proofs(rest)),
                ("keys that were pressed", str(sum(window.keys_pressed for window in windows)))]
    finally:
        close_all(windows)


def leave(window: RealWindow) -> None:
    """Leave the table by the keys of its menu."""
    press_until(window, "F10", lambda report: report["scenes"][-1] == "Dialog")
    window.tab_to("answer 0")
    window.press("Return")
    window.wait_for_scene("TitleScene")


def evening_on_hosts(folder: Path) -> list[Figure]:
    """IPv6 alone, found by itself; then two hosts that reach nothing but a relay, and its code."""
    figures = []
    with HostNetwork(2, version=6) as network:
        windows = [RealWindow(made(folder / f"six-{name}"), name, network.on(number)) for number, name in enumerate(NAMES[:2], 1)]
        try:
            windows[1].press("p")
            windows[1].wait_for_scene("TogetherScene")
            host(windows[0], 2)
            began = time.monotonic()
            windows[1].wait_for(lambda report: report["tables"] > 0, "a table near it")
            figures.append(("with IPv6 alone a table is listed after its lobby by", f"{time.monotonic() - began:.2f} s"))
            windows[1].picture("listed")
            press_until(windows[1], "1", lambda report: report["scenes"][-1] == "LobbyScene")
            windows[0].picture("lobby")
            assert windows[0].evening["code"].startswith("[fd77::1]"), windows[0].evening["code"]
            begin(windows)
            finish(windows)
            figures.append(("one head in both journals, with IPv6 alone", equal_proofs(windows)))
        finally:
            close_all(windows)
    with HostNetwork(3) as network, Company(made(folder / "relay")) as company:
        network.isolate(1, 2)
        company.run("relay", "relay", wrap=network.on(3)).wait_for("line")
        windows = [RealWindow(made(folder / f"relay-{name}"), name, network.on(number))
                   for number, name in enumerate(NAMES[:2], 1)]
        try:
            host(windows[0], 2)
            use_relay(windows[0], network.address(3))
            code = windows[0].wait_for(lambda report: bool(report["evening"]["relay_code"]), "its code")["evening"]["relay_code"]
            windows[0].picture("lobby")
            join_by_code(windows[1], code)
            begin(windows)
            finish(windows)
            figures.append(("one head in both journals, through a relay with its code", equal_proofs(windows)))
        finally:
            close_all(windows)
    return figures


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def use_relay(window: RealWindow, address: str) -> None:
    """Switch the relay on in the options of the own table."""
    press_until(window, "F4", lambda report: report["scenes"][-1] == "TableOptionsPage")
    window.tab_to("address")
    window.write(address)
    window.tab_to("relay")
    window.press("space")
    window.wait_until_seen()
    press_until(window, "Escape", lambda report: report["scenes"][-1] == "LobbyScene")


def vote(window: RealWindow, seat: int) -> None:
    """Vote on the page of the seats to go on without one."""
    press_until(window, "p", lambda report: report["scenes"][-1] == "SeatsPage")
    window.tab_to(f"vote {seat}")
    window.press("Return")
    window.wait_until_seen()
    press_until(window, "Escape", lambda report: report["scenes"][-1] != "SeatsPage")


EVENINGS: dict[str, Callable[[Path], list[Figure]]] = {
    "two": evening_of_two, "three": evening_of_three, "four": evening_of_four, "six": evening_of_six,
    "keys": evening_by_keys, "hosts": evening_on_hosts}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="for homes, pictures and notes; it is made")
    parser.add_argument("evenings", nargs="*", choices=[*EVENINGS, []], help="all, if none is named")
    chosen = parser.parse_args()
    if missing := missing_tools():
        print(f"These programs are needed and are not here: {', '.join(missing)}")
        return 2
    for name in chosen.evenings or [name for name in EVENINGS if name != "hosts" or not why_not()]:
        began = time.monotonic()
        figures = EVENINGS[name](chosen.folder / name)
        print(f"{name}, {time.monotonic() - began:.0f} s")
        for what, figure in figures:
            print(f"    {what:55} {figure}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

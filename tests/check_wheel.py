"""Check an installed program in half a minute: `python -m tests.check_wheel`, beside the wheel and away from the source.

Games of every level from fixed seeds give one digest of all decisions of levels 0 to 5, which must be the one below on every
machine, with every compiler and every Python. Level 6 thinks by the clock, so its games are played and not counted. A stored
journal is verified with the cryptography of this machine, and the window is drawn without a screen. Each wheel's own test runs
this first, and so do the cross-compiled programs.

A change that is meant to change what a level plays changes DECISIONS in the same commit: `--print` shows the new digest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from acquire_core import RULESETS, Game, ShuffledBag, cpu_variant
from acquire_core.ai import bot_named

DECISIONS = "28de31db68eaed643da98632413f3a80"
"""The first half of the digest of what levels 0 to 5 decide in these games."""
GAMES = {"0": 15, "1": 15, "2": 15, "3": 10, "4": 10, "5": 2}
"""How many games each level plays against itself. Level 5 tries many worlds for each decision."""
RULES = ("classic", "tycoon-2023", "revised-6515", "dos-1988", "wikipedia-2008")
JOURNALS = Path(__file__).parent / "compatibility" / "541e15f"
THINK_MS = 5
MIN_COLOURS = 50
"""A drawn table has far more; a window that was not drawn has one."""


def decisions_of(level: str, number: int, think_ms: int | None = None) -> bytes:
    """Play a game of a level against itself; return the codes of all decisions and how the game ended."""
    ruleset, players = RULESETS[RULES[number % len(RULES)]], 2 + number % 3
    game = Game(ruleset, players, tiles=ShuffledBag(7000 + number))
    bots = [bot_named(level, 100 * number + seat) for seat in range(players)]
    found = []
    while not game.over:
        seat = game.owed()[0]
        code = bots[seat].choose(game.observe(seat), think_ms).code
        found.append(code)
        game.apply_code(code)
    return json.dumps([level, number, found, game.digest().hex()]).encode()


def digest_of_decisions() -> str:
    """Return the digest of all games of levels 0 to 5."""
    digest = hashlib.sha256()
    for level, games in GAMES.items():
        for number in range(games):
            digest.update(decisions_of(level, number))
    return digest.hexdigest()[:32]


def check_decisions() -> str:
    found = digest_of_decisions()
    assert found == DECISIONS, f"the decisions of levels 0 to 5 have the digest {found}, and {DECISIONS} is right everywhere"
    return f"{found}, {cpu_variant()} engine"


def check_master() -> str:
    """Play level 6, which nothing but the clock makes differ."""
    return f"{len(decisions_of('6', 0, THINK_MS)):,} bytes of decisions"


def check_journals() -> str:
    """Verify journals of whole games that another version wrote, proofs and all."""
    from acquire_net import read_journal, verify_journal

    paths = sorted(JOURNALS.glob("*.acqlog"))
    assert paths, f"no journal in {JOURNALS}"
    for path in paths:
        report = verify_journal(read_journal(path))
        assert report.result is not None and report.signed_by, f"{path.name} proves no result"
    return f"{len(paths)} journals"


def check_window() -> str:
    """Draw the title and a table in the middle of a game, on the driver without a screen."""
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    import pygame

    from acquire_client.files.folders import Folders
    from acquire_client.files.settings import SettingsFile
    from acquire_client.matches.local import LocalMatch
    from acquire_client.matches.players import players_from
    from acquire_client.window.app import App
    from acquire_client.window.scenes.title import TitleScene

    counted = []
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "settings.json").write_text('{"language": "de", "animation": "none", "volume": 0}', "utf-8")
        app = App(SettingsFile(home), Folders(home, home, home / "records"))
        for show in (lambda: app.push(TitleScene(app)),
                     lambda: app.play(LocalMatch.start(RULESETS["classic"], players_from("Anna,Bea"), 8))):
            show()
            for moment_ms in (1000, 60_000):  # what moves has come to rest in the second picture
                app.run_once((), moment_ms)
            picture = pygame.transform.scale(app.painter.surface, (320, 200))
            counted.append(len({tuple(picture.get_at((x, y))) for x in range(320) for y in range(200)}))
        pygame.quit()
    assert min(counted) >= MIN_COLOURS, f"the window shows {counted} colours"
    return f"pygame {pygame.version.ver}, {' and '.join(map(str, counted))} colours"


CHECKS: dict[str, Callable[[], str]] = {
    "decisions of levels 0 to 5": check_decisions, "level 6": check_master, "journals": check_journals, "window": check_window}

NUMBER_OF_CHECKS = {"core": 2, "net": 3, "all": 4}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.check_wheel", description="check an installed program")
    parser.add_argument("--print", action="store_true", help="print the digest of decisions and check nothing")
    parser.add_argument("--only", choices=NUMBER_OF_CHECKS, default="all",
                        help="core: what needs the engine alone, where there are no libraries; net: all but the window")
    args = parser.parse_args(arguments)
    if args.print:
        print(digest_of_decisions())
        return 0
    failed = False
    for name, check in list(CHECKS.items())[:NUMBER_OF_CHECKS[args.only]]:
        began = time.monotonic()
        try:
            said = check()
        except AssertionError as error:
            failed, said = True, f"FAILED: {error}"
        print(f"{name}: {said} ({time.monotonic() - began:.1f} s)", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

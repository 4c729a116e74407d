"""Text games in one process: a match, a presenter that writes into a list, and lines from a script or a policy."""

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from acquire_client.files.saves import RecordFolder
from acquire_client.matches.local import LocalMatch
from acquire_client.matches.players import players_from
from acquire_client.terminal.presenters import Presenter
from acquire_client.terminal.presenters.json_lines import JsonPresenter
from acquire_client.terminal.presenters.plain import PlainPresenter
from acquire_client.terminal.presenters.screen import ScreenPresenter
from acquire_client.terminal.text_game import TextGame
from acquire_client.view_model.prompts import Prompt
from acquire_core import RULESETS, Game, ScriptedBag
from acquire_core.ai.external import Limits
from acquire_core.notation import format_action

EMPTY = ["............"] * 9
TILE = re.compile(r"\b(?:1[0-2]|[1-9])[A-I]\b")
NOWHERE = Path("no folder that a test may write to")

Policy = Callable[[Prompt, TextGame], str | None]


@dataclass
class Sitting:
    """A game on the table, everything that was said, and every prompt that was put."""

    game: TextGame
    said: list[str] = field(default_factory=list)
    prompts: list[Prompt] = field(default_factory=list)
    code: int = 0

    @property
    def text(self) -> str:
        return "".join(self.said)

    @property
    def match(self) -> LocalMatch:
        return self.game.match

    @property
    def phases(self) -> set[str]:
        return {prompt.phase for prompt in self.prompts}


class Pad(io.StringIO):
    """A file that keeps what is written to it in a list, so that each piece can be looked at when it comes."""

    def __init__(self, write: Callable[[str], object]) -> None:
        super().__init__()
        self._keep = write

    def write(self, text: str) -> int:
        self._keep(text)
        return len(text)


def presenter_named(name: str, write: Callable[[str], Any], columns: int = 80, clears: bool = False) -> Presenter:
    if name == "json":
        return JsonPresenter(write)
    if name == "plain":
        return PlainPresenter(write, clears)
    return ScreenPresenter(Console(file=Pad(write), width=columns, markup=False, emoji=False, highlight=False), clears)


def sit_down(match: LocalMatch, answers: Policy | Iterable[str], presenter: str = "plain", *, columns: int = 80,
             folder: Path = NOWHERE, confirm: bool = False, interactive: bool = False, autosave: Path | None = None,
             watch: Callable[[TextGame, str], None] | None = None, limits: Limits | None = None) -> Sitting:
    """Play with lines from a policy, which sees the prompt, or from a script that may end early."""
    said: list[str] = []

    def write(text: str) -> None:
        said.append(text)
        if watch is not None:
            watch(game, text)

    script: Iterator[str] | None = None if callable(answers) else iter(answers)

    def read() -> str | None:
        if script is not None:
            return next(script, None)
        assert callable(answers)
        return answers(sitting.prompts[-1], game)

    speaker = presenter_named(presenter, write, columns, clears=interactive)
    game = TextGame(match, speaker, read, RecordFolder(folder), interactive=interactive, confirm=confirm,
                    save_at_the_end_of_input=folder is not NOWHERE, limits=limits)
    sitting = Sitting(game, said)
    asking = speaker.ask_question

    def ask(prompt: Prompt, *rest: Any) -> None:
        sitting.prompts.append(prompt)
        asking(prompt, *rest)

    speaker.ask_question = ask  # type: ignore[method-assign]
    if autosave is not None:
        game.autosave_to(autosave)
    sitting.code = game.run()
    return sitting


def new_match(seats: str = "person,2,2", rules: str = "classic", seed: int = 3, **options: Any) -> LocalMatch:
    return LocalMatch.start(RULESETS[rules].replace(**options), players_from(seats), seed)


def position(rows: list[str], hands: list[list[str]], seats: int = 3, rules: str = "classic", shares: Any = None,
             options: dict[str, Any] | None = None, bag: tuple[str, ...] = (), market: tuple[str, ...] = ()) -> Game:
    ruleset = RULESETS[rules].replace(**(options or {}))
    return Game.from_position(ruleset, seats, board="\n".join(rows + EMPTY[len(rows):]),
                              hands=hands + [[]] * (seats - len(hands)), shares=shares, tiles=ScriptedBag(bag, market=market))


def positioned(game: Game, seats: str = "Anna,Ben,Cem") -> LocalMatch:
    return LocalMatch(game, players_from(seats)[:game.players])


def in_notation(seed: int) -> Policy:
    """Return a policy that gives any legal answer, written as records write it."""
    rng = random.Random(seed)

    def answer(prompt: Prompt, game: TextGame) -> str | None:
        table = game.match.game
        return format_action(rng.choice(table.legal_actions()), table.ruleset.chain_names)

    return answer


def by_keys(seed: int) -> Policy:
    """Return a policy that types keys, tiles and initials, as people do."""
    rng = random.Random(seed)

    def answer(prompt: Prompt, game: TextGame) -> str | None:
        if prompt.phase == "buy" and prompt.stocks and rng.random() < 0.8:
            letters = [stock.chain[0] for stock in prompt.stocks if stock.price <= prompt.cash // 3 or prompt.free]
            return "b " + "".join(rng.choices(letters, k=rng.randint(1, 2))) if letters else "n"
        if prompt.phase == "dispose" and rng.random() < 0.3:
            sold = rng.randint(0, prompt.blocks)
            return f"s{sold} k{prompt.blocks - sold}"
        keys = [choice.key for choice in prompt.choices if choice.action is not None]
        return rng.choice(keys) if keys else rng.choice(prompt.tiles)

    return answer

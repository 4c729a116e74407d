"""Acquire as a PettingZoo environment: agents take turns, see what their seat may know, and are paid at the end.

`env()` is wrapped as PettingZoo's own classic games are (an illegal code ends the game with -1 for who chose it), `raw_env`
is not, and refuses it. Observations are dictionaries: "observation" is the array of docs/developers/research.md, "action_mask"
has a 1 for each legal code (docs/developers/record-format.md, section 8). Chance plays by itself, from the seed
that `reset` was given. In simultaneous play the agents are asked one after the other in each step, and none sees what others have
answered before the last has.
"""

from __future__ import annotations

from typing import Any

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("acquire_core.rl needs PettingZoo and NumPy: pip install 'acquire-p2p[rl]'") from error

from .batch import LAYOUT, LAYOUT_IN_ROUNDS, action_mask, code_count, code_in_game, feature_count, features
from .engine.game import MAX_TURNS, Game, Observation
from .refusals import IllegalAction, Reason
from .ruleset import Ruleset
from .tile_source import ShuffledBag

__all__ = ["REWARDS", "env", "raw_env", "text_board"]

REWARDS = ("win", "money")
"""What is paid at the end, adding up to 1 over all seats: parts of the win, or of all money."""

Seen = dict[str, Any]


class raw_env(AECEnv[str, Seen, int | None]):  # the name that PettingZoo wants
    """The environment without wrappers; `env()` is what most programs want.

    `reset(seed=s)` plays with `ShuffledBag(s)`; without a seed the bags that follow come from a generator that began with the
    last one given. `game` is the game that is being played, all hands open: for records and for looking on, not for policies.
    """

    metadata = {"name": "acquire_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    game: Game

    def __init__(self, ruleset: Ruleset | str = "classic", players: int = 4, reward: str = "win", most_turns: int = MAX_TURNS,
                 render_mode: str | None = None) -> None:
        super().__init__()
        self.ruleset = Game(ruleset, players).ruleset
        if reward not in REWARDS:
            raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"a render mode is 'ansi' or None, not {render_mode!r}")
        self.reward = reward
        self.most_turns = most_turns
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        layout = LAYOUT_IN_ROUNDS if self.ruleset.simultaneous else LAYOUT
        highest = np.repeat(np.array([part.highest for part in layout], np.float32), [part.stop - part.start for part in layout])
        codes, lowest = code_count(self.ruleset), np.zeros(feature_count(self.ruleset), np.float32)
        self.action_spaces = {agent: Discrete(codes) for agent in self.possible_agents}
        self.observation_spaces = {agent: Dict({
            "observation": Box(lowest, highest, dtype=np.float32),
            "action_mask": Box(0, 1, (codes,), np.int8)}) for agent in self.possible_agents}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; there are no options."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        bag = int(self._chance.integers(2**63) if seed is None else seed)
        self.game = Game(self.ruleset, len(self.possible_agents), tiles=ShuffledBag(bag))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Seen] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def observe(self, agent: str) -> Seen:
        """Return what an agent's seat may know; nothing is legal for a seat that is not to move.

        In a sealed step of simultaneous play several seats may answer, and change their answers; here each is asked once.
        """
        seen = self.game.observe(self.possible_agents.index(agent))
        mask = action_mask(seen)
        if seen.seat != seen.to_move:
            mask[:] = 0
        return {"observation": features(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out a code for the agent that is asked, and the chance behind it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action code, not for None")
        code = code_in_game(action, self.ruleset)
        if code not in self.game.legal_codes():
            meant = self.game.action_of(code)
            # A game accepts at any moment that a seat leaves, but it never offers it.
            raise IllegalAction(meant, self.game.refusal(meant) or Reason.WRONG_PHASE, f"{agent}, {self.game.phase}")
        self.game.apply_code(code)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._pay_rewards()
        elif self.game.turn > self.most_turns:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board and what everybody knows of the seats, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render mode: env(render_mode='ansi')")
            return None
        return text_board(self.game.observe(None))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _ask(self) -> None:
        """Select the agent to move. When the game is over, the agents step out one after the other."""
        self.agent_selection = self.possible_agents[self.game.owed()[0] if self.game.owed() else 0]

    def _pay_rewards(self) -> None:
        """Set the rewards, and in `infos` what they come from."""
        money = self.game.snapshot()["cash"]
        total = sum(money)                           # nothing at all where everybody began with nothing
        ranks = {side: rank for rank, side, _ in self.game.standings()}
        by_seat = [ranks[seat % 2 if self.ruleset.teams else seat] for seat in range(len(money))]
        for seat, agent in enumerate(self.possible_agents):
            win = (by_seat[seat] == 1) / by_seat.count(1)
            self.rewards[agent] = win if self.reward == "win" else money[seat] / total if total else 1 / len(money)
            self.infos[agent] = dict(money=money[seat], rank=by_seat[seat], win_share=win, end_reason=self.game.end_reason)


def env(ruleset: Ruleset | str = "classic", players: int = 4, reward: str = "win", most_turns: int = MAX_TURNS,
        render_mode: str | None = None) -> AECEnv[str, Seen, int | None]:
    """Return the environment as PettingZoo wraps its own: order is enforced, codes are checked, an illegal one ends the game."""
    wrapped: AECEnv[str, Seen, int | None] = raw_env(ruleset, players, reward, most_turns, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def text_board(seen: Observation) -> str:
    """Return nine rows of squares (`.` empty, `o` loose, a capital for a chain), then cash and shares, a line a seat."""
    marks = {tile: "o" if chain is None else chain[0].upper() for tile, chain in seen.board.items()}
    columns = range(1, 13)
    rows = ["   " + " ".join(f"{column:2}" for column in columns)]
    rows += [f"{row}  " + " ".join(f"{marks.get(f'{column}{row}', '.'):>2}" for column in columns) for row in "ABCDEFGHI"]
    for seat, (cash, shares) in enumerate(seen.ledger):
        held = ", ".join(f"{count} {chain}" for chain, count in shares.items() if count) or "no shares"
        rows.append(f"seat {seat}: ${cash:,}, {held}")
    asked = "the game is over" if seen.over else f"turn {seen.turn}: seat {seen.to_move} is asked: {seen.phase}"
    return "\n".join([*rows, asked])

"""Thirty small mistakes in the kernel and the protocol, and the tests that must notice each.

A mutant replaces one text, which must occur exactly once in its file (a test sees to that), by another. When a file changes,
move its mutant along: what counts is the mistake, and its name says which. `python -m tools.mutants` makes them one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

RULES = ("tests/golden", "tests/core/test_refusals.py", "tests/core/test_against_reference.py")
CLAIMS = ("tests/net/protocol/agreement/test_claims.py", "tests/net/protocol/test_votes.py")
EQUIVOCATION = ("tests/net/protocol/agreement/test_equivocation.py", "tests/net/adversaries/test_cheats.py")
CHEATS = ("tests/net/adversaries/test_cheats.py", "tests/net/adversaries/test_relays.py")
PROOFS = ("tests/net/crypto/test_proofs.py", "tests/net/crypto/test_equations.py")
QUORUM = ("tests/net/protocol/agreement/test_quorum.py",)


@dataclass(frozen=True)
class Mutant:
    """One mistake: `old` becomes `new` in `file`, and one of `tests` must fail."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def is_compiled(self) -> bool:
        return self.file.endswith((".pyx", ".pxd", ".pxi"))


ENGINE, PROTOCOL, CRYPTO = "acquire_core/engine", "acquire_net/protocol", "acquire_net/crypto"

KERNEL = (
    Mutant("an odd number of shares may be traded", f"{ENGINE}/legality.pxd", "if a.trade & 1:", "if a.trade & 2:", RULES),
    Mutant("a disposal may leave out shares", f"{ENGINE}/legality.pxd",
           "if a.hold + a.sell + a.trade != shares:", "if a.hold + a.sell + a.trade > shares:", RULES),
    Mutant("the last share of the survivor is not traded", f"{ENGINE}/legality.pxd",
           "if a.trade // 2 > byte_of(s.bank, s.survivor):", "if a.trade // 2 >= byte_of(s.bank, s.survivor):", RULES),
    Mutant("the last dollar cannot be spent", f"{ENGINE}/legality.pxd",
           "worth(s, buys) > s.cash[s.current] + worth(s, sells)", "worth(s, buys) >= s.cash[s.current] + worth(s, sells)",
           RULES),
    Mutant("a survivor need not be the largest", f"{ENGINE}/legality.pxd",
           "if s.phase != P_SURVIVOR:\n            return WRONG_PHASE\n        return OK if largest(s, s.defunct) >> a.chain & 1",
           "if s.phase != P_SURVIVOR:\n            return WRONG_PHASE\n        return OK if s.defunct >> a.chain & 1", RULES),
    Mutant("a chain is safe one tile late", f"{ENGINE}/board.pxd", "if size >= r.safe_size:", "if size > r.safe_size:", RULES),
    Mutant("a chain ends the game one tile late", f"{ENGINE}/board.pxd", "if size >= r.end_size:", "if size > r.end_size:",
           RULES),
    Mutant("loose tiles join only sideways and below", f"{ENGINE}/board.pxd",
           "        count = take_if_loose(s, p - COLUMN, mark, found, count)\n", "", RULES),
    Mutant("divided bonuses are rounded down", f"{ENGINE}/market.pxd",
           "return (pot + 100 * winners - 1) // (100 * winners) * 100", "return pot // (100 * winners) * 100", RULES),
    Mutant("a sole second place takes the places behind it", f"{ENGINE}/market.pxd",
           "sole = place == 0 and tied == 1 and row == 0", "sole = tied == 1 and row == 0", RULES),
    Mutant("a tie takes one place too many", f"{ENGINE}/market.pxd", "if sole or i < place + tied:",
           "if sole or i <= place + tied:", RULES),
    Mutant("a merger forgets the tile that made it", f"{ENGINE}/merger.pxd", "size = s.size[survivor] + 1, chain",
           "size = s.size[survivor], chain", RULES),
    Mutant("a minority is asked beside a tied majority", f"{ENGINE}/merger.pxd",
           "            second = 0                               # A10",
           "            second = second                          # A10", RULES),
    Mutant("shares for a trade do not leave the market", f"{ENGINE}/merger.pxd", "s.bank += given - got", "s.bank += given",
           RULES),
    Mutant("an eighth chain is refused where it may lie unfounded", f"{ENGINE}/board.pxd",
           "return ISOLATED if r.eighth_unfounded else NO_EIGHTH", "return NO_EIGHTH", RULES),
)

NETWORK = (
    Mutant("five seats need only three", f"{PROTOCOL}/quorum.py", "SAFE = (0, 1, 2, 2, 3, 4, 4)", "SAFE = (0, 1, 2, 2, 3, 3, 4)",
           QUORUM),
    Mutant("half of the others are enough", f"{PROTOCOL}/quorum.py", "return others // 2 + 1", "return (others + 1) // 2",
           QUORUM),
    Mutant("one seat alone votes the other away", f"{PROTOCOL}/quorum.py", "if others < 2:", "if others < 1:", QUORUM),
    Mutant("a claim that was taken back counts", f"{PROTOCOL}/claims.py",
           "if body.target == target and body.holds and message.author in others:",
           "if body.target == target and message.author in others:", CLAIMS),
    Mutant("an old claim replaces a newer one", f"{PROTOCOL}/claims.py",
           "claim_in(known.message).number >= body.number", "claim_in(known.message).number > body.number", CLAIMS),
    Mutant("a claim counts for ever", f"{PROTOCOL}/claims.py",
           "if claim_in(held.message).holds and now_ms - held.arrived_ms < FRESH_MS and is_near(held.message.block, block)]",
           "if claim_in(held.message).holds and is_near(held.message.block, block)]", CLAIMS),
    Mutant("contributions to two blocks contradict each other", f"{PROTOCOL}/equivocation.py",
           "if one.is_content and other.is_content and one.block == other.block:", "if one.is_content and other.is_content:",
           EQUIVOCATION),
    Mutant("a report of the attempt itself must show its lock", f"{PROTOCOL}/equivocation.py",
           "if message.kind == Kind.SYNC and message.attempt <= body.attempt:",
           "if message.kind == Kind.SYNC and message.attempt < body.attempt:", EQUIVOCATION),
    Mutant("a seat that said goodbye may go on signing", f"{PROTOCOL}/equivocation.py",
           "if other.view > leave.view and (other.is_content", "if other.view > leave.view + 1 and (other.is_content",
           EQUIVOCATION),
    Mutant("a seat may answer with another kind of message", f"{PROTOCOL}/block_judge.py",
           "if author not in authors or message.kind != step.kind:", "if author not in authors:", CHEATS),
    Mutant("tags need not be one power", f"{PROTOCOL}/redeal.py",
           'raise InvalidContributionError(Wording("the tags are not one power of what was there"))', "pass", CHEATS),
    Mutant("a hidden tile may change in a new deal", f"{PROTOCOL}/redeal.py",
           'raise InvalidContributionError(Wording("hidden tile {place} is not proven to be the same", place=place))', "pass",
           CHEATS),
    Mutant("shares are proven with equal weights", f"{CRYPTO}/dleq.py",
           'return [1, *(int.from_bytes(weight, "little") for weight in drawn[1:])]',
           "return [1, *(1 for weight in drawn[1:])]", PROOFS),
    Mutant("the proof of a remasked tile leaves the tile out", f"{CRYPTO}/remask.py",
           'EQUATIONS: dict[str, Callable[[RemaskClaim], bytes]] = {"key": _key, "mask": _mask, "tile": _tile}',
           'EQUATIONS: dict[str, Callable[[RemaskClaim], bytes]] = {"key": _key, "mask": _mask, "tile": _mask}', PROOFS),
    Mutant("one message has two encodings", f"{PROTOCOL}/codec.py", "if _encoder.encode(envelope) != frame:",
           "if len(_encoder.encode(envelope)) > len(frame):",
           ("tests/net/protocol/test_one_encoding.py",)),
)

MUTANTS = KERNEL + NETWORK

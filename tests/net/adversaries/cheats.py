"""The scripted cheats as rows: what is said instead of what, at which table, and what must come of it.

A row names the kind of frame that the liar replaces and makes the lie from it. What the lie says is left to the modules of_*.py;
here they are only listed, and it is said what they have to lead to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import cycle

from acquire_net.protocol.messages import Kind
from tests.net.adversaries import of_a_new_deck, of_sealed_answers, of_the_deal, of_the_log, of_the_play, of_the_wire
from tests.net.adversaries.opening import Opening
from tests.net.adversaries.table import Lie


class Outcome(Enum):
    CONVICTED = auto()
    """By every honest seat, with evidence; the others go on without."""
    DROPPED = auto()
    """Not answering; nobody calls it cheating."""
    NOTHING = auto()
    """The game goes on as if nothing had been said."""


@dataclass(frozen=True)
class Cheat:
    name: str
    lies: tuple[tuple[Kind, Lie], ...]
    says: str = ""
    """Part of what the conviction gives as its reason."""
    outcome: Outcome = Outcome.CONVICTED
    opening: Opening = field(default_factory=Opening)
    fewest: int = 2
    loses_a_seat: bool = False
    """Another seat is lost first, so that a new deck has to be made."""
    skips: int = 4
    """Up to how many chances are let pass."""
    deck: Lie | None = None
    """A deck that is false and has to be proven."""

    def table_of(self, seats: int) -> Opening:
        old = self.opening
        return Opening(old.game, seats, 4 * seats + old.cards % 4, old.hand, old.raffles, old.open_bag, old.real, old.options)


def row(name: str, kind: Kind, lie: Lie, says: str = "", **more: object) -> Cheat:
    return Cheat(name, ((kind, lie),), says, **more)  # type: ignore[arg-type]


def deck(name: str, lie: Lie, says: str, **more: object) -> Cheat:
    return Cheat(name, (), says, deck=lie, **more)  # type: ignore[arg-type]


LOTTERY = Opening(raffles=True)
TWO = "signed two different messages for one block"
HIDDEN = "acknowledged a block and reported something else"
RULES = "the rules do not allow"
OUT_OF_TURN = "sent a message out of turn"

OF_THE_KEYS = [
    row("bad proof of possession", Kind.OPEN, of_the_deal.bad_possession, "does not prove that it knows its key"),
    row("opens another nonce", Kind.OPEN, of_the_deal.other_nonce, "opens something else than it committed to"),
    row("opens another key", Kind.OPEN, of_the_deal.other_key, "opens something else than it committed to"),
    row("opens late or never", Kind.OPEN, of_the_log.silence, outcome=Outcome.DROPPED, fewest=3),
    Cheat("a key that is the identity", ((Kind.COMMIT, of_the_deal.commits_to_identity), (Kind.OPEN, of_the_deal.opens_identity)),
          "identity"),
    Cheat("a key that is not a point", ((Kind.COMMIT, of_the_deal.commits_to_no_point), (Kind.OPEN, of_the_deal.opens_no_point)),
          "not reduced"),
    Cheat("a copied commitment", ((Kind.COMMIT, of_the_deal.copies_commitment), (Kind.OPEN, of_the_deal.copies_opening)),
          "opens something else than it committed to"),
    Cheat("a copied key", ((Kind.COMMIT, of_the_deal.commits_to_copied_key), (Kind.OPEN, of_the_deal.opens_copied_key)),
          "does not prove that it knows its key"),
]

SHUFFLE = "not a proven shuffle"
OF_THE_SHUFFLE = [
    deck("a tile twice", of_the_deal.duplicate_tile, SHUFFLE),
    deck("a foreign tile", of_the_deal.foreign_tile, SHUFFLE),
    deck("another deck was shuffled", of_the_deal.shuffle_of_another_deck, SHUFFLE),
    deck("a masked identity in the last deck", of_the_deal.last_deck_with_identity, SHUFFLE),
    row("a tile missing", Kind.SHUFFLE, of_the_deal.missing_tile, "points"),
    row("a shuffle with a masked identity", Kind.SHUFFLE, of_the_deal.deck_with_identity, "identity"),
    row("builds on what nobody signed", Kind.SHUFFLE, of_the_deal.builds_on_nothing, "builds on"),
    row("two shuffles for two peers", Kind.SHUFFLE, of_the_deal.two_shuffles, TWO, fewest=3),
    row("no deck at all", Kind.SHUFFLE, of_the_log.silence, outcome=Outcome.DROPPED, fewest=3),
    row("a deck without its proof", Kind.PROOF, of_the_log.silence, outcome=Outcome.DROPPED, fewest=3),
    row("a broken proof of a shuffle", Kind.PROOF, of_the_deal.broken_shuffle_proof, SHUFFLE),
    row("a proof of a shuffle that is too short", Kind.PROOF, of_the_deal.short_shuffle_proof, SHUFFLE),
    row("a proof of another deck", Kind.PROOF, of_the_deal.proof_of_another_deck, SHUFFLE),
    row("a shuffle for another session", Kind.PROOF, of_the_deal.shuffle_for_another_session, SHUFFLE),
    row("a shuffle for another seat", Kind.PROOF, of_the_deal.shuffle_for_another_seat, SHUFFLE),
    row("a shuffle for another epoch", Kind.PROOF, of_the_deal.shuffle_for_another_epoch, SHUFFLE),
    row("a shuffle for another block", Kind.PROOF, of_the_deal.shuffle_for_another_block, SHUFFLE),
    row("two proofs of a shuffle for two peers", Kind.PROOF, of_the_deal.two_shuffle_proofs, TWO, fewest=3),
]

SHARES = "the shares are not those of its key"
OF_THE_SHARES = [
    row("a replayed share", Kind.SHARES, of_the_deal.replayed_share, SHARES),
    row("a share of a position that is not drawn", Kind.SHARES, of_the_deal.share_of_another_position, SHARES),
    row("a share that is not of its key", Kind.SHARES, of_the_deal.wrong_share, SHARES),
    row("a share of another's key", Kind.SHARES, of_the_deal.share_of_another_key, SHARES),
    row("a share with a broken proof", Kind.SHARES, of_the_deal.broken_proof, SHARES),
    row("a share for another session", Kind.SHARES, of_the_deal.share_for_another_session, SHARES),
    row("a share for another purpose", Kind.SHARES, of_the_deal.share_for_another_purpose, SHARES),
    row("a share too many", Kind.SHARES, of_the_deal.share_too_many, "points"),
    row("a point that is not reduced", Kind.SHARES, of_the_deal.point_not_reduced, "not reduced"),
    row("a scalar that is not reduced", Kind.SHARES, of_the_deal.scalar_not_reduced, SHARES),
    row("the identity as a share", Kind.SHARES, of_the_deal.share_identity, "identity"),
    row("no share at all", Kind.SHARES, of_the_log.silence, outcome=Outcome.DROPPED, fewest=3, skips=8),
    row("a coin that is not of its key", Kind.SHARES, of_the_deal.wrong_coin, SHARES, opening=LOTTERY, skips=2),
    row("a drawn lot that is opened wrongly", Kind.SHARES, of_the_deal.wrong_lot, SHARES, opening=LOTTERY, skips=2),
    row("a bag that is opened wrongly", Kind.SHARES, of_the_deal.wrong_bag, SHARES, opening=Opening(open_bag=True), skips=0),
]

OF_THE_PLAY = [
    row("a tile that is not in the hand", Kind.DECIDE, of_the_play.tile_not_in_hand, "is not the tile it says"),
    row("a tile that was played already", Kind.DECIDE, of_the_play.tile_played_already, "", skips=6),
    row("a tile of another slot", Kind.DECIDE, of_the_play.other_slot, "is not the tile it says"),
    row("a slot that there is not", Kind.DECIDE, of_the_play.no_such_slot, "of a hand of"),
    row("another's share", Kind.DECIDE, of_the_play.anothers_share, "is not the tile it says"),
    row("a share that fits the tile, without its proof", Kind.DECIDE, of_the_play.fitting_share, "does not prove"),
    row("a broken proof of a tile", Kind.DECIDE, of_the_play.broken_proof, "does not prove"),
    row("no proof of a tile", Kind.DECIDE, of_the_play.no_proof, "tiles"),
    row("shows less than the whole hand", Kind.DECIDE, of_the_play.shows_less, "", skips=2),
    row("an action that nobody can read", Kind.DECIDE, of_the_play.gibberish, RULES),
    row("decides out of turn", Kind.ACK, of_the_play.out_of_turn, "sent a message out of turn", skips=10),
    row("speaks of something else", Kind.DECIDE, of_the_play.something_else, "sent a message out of turn"),
    row("another result", Kind.RESULT, of_the_play.other_result, "signs another result", skips=0),
    row("a result of another log", Kind.RESULT, of_the_play.result_of_another_log, outcome=Outcome.NOTHING, skips=0),
]

ROUNDS = Opening("toy rounds")
OTHER_ANSWER = "opens another answer than it committed to"
OF_SEALED_ANSWERS = [
    row("opens another answer than it sealed", Kind.ANSWER, of_sealed_answers.another_answer, OTHER_ANSWER, opening=ROUNDS),
    row("opens its answer with another nonce", Kind.ANSWER, of_sealed_answers.another_nonce, OTHER_ANSWER, opening=ROUNDS),
    row("opens an answer of an earlier step", Kind.ANSWER, of_sealed_answers.answer_of_an_earlier_step, OTHER_ANSWER,
        opening=ROUNDS, skips=1),
    row("two answers for two peers", Kind.ANSWER, of_sealed_answers.two_answers, "", opening=ROUNDS, fewest=3),
    row("opens its answer twice", Kind.ANSWER, of_sealed_answers.opens_twice, TWO, opening=ROUNDS, skips=2),
    row("two commitments for two peers", Kind.SEAL, of_sealed_answers.two_commitments, TWO, opening=ROUNDS, fewest=3),
    Cheat("copies another's sealed answer",
          ((Kind.SEAL, of_sealed_answers.copies_commitment), (Kind.ANSWER, of_sealed_answers.copies_opening)), OTHER_ANSWER,
          opening=ROUNDS, fewest=3),  # between others; with two seats in test_sealed_answers.py
    Cheat("seals what the rules forbid",
          ((Kind.SEAL, of_sealed_answers.commits_to_what_is_forbidden), (Kind.ANSWER, of_sealed_answers.opens_what_is_forbidden)),
          "", opening=ROUNDS),
    Cheat("seals a tile that is not in its hand",
          ((Kind.SEAL, of_sealed_answers.commits_to_an_absent_tile), (Kind.ANSWER, of_sealed_answers.opens_what_is_forbidden)),
          "is not the tile it says", opening=ROUNDS, skips=1),
    row("seals a tile of another slot", Kind.ANSWER, of_sealed_answers.another_tile, "is not the tile it says", opening=ROUNDS,
        skips=2),
    row("a broken proof of a sealed tile", Kind.ANSWER, of_sealed_answers.broken_proof, "does not prove", opening=ROUNDS,
        skips=2),
    row("no proof of a sealed tile", Kind.ANSWER, of_sealed_answers.no_proof, "tiles", opening=ROUNDS, skips=2),
    row("opens an answer before all have sealed theirs", Kind.SEAL, of_sealed_answers.opens_too_early, OUT_OF_TURN,
        opening=ROUNDS),
    row("answers openly where others seal", Kind.SEAL, of_sealed_answers.decides_openly, OUT_OF_TURN, opening=ROUNDS),
    row("never opens its answer", Kind.ANSWER, of_the_log.silence, outcome=Outcome.DROPPED, opening=ROUNDS, fewest=3),
    row("never seals an answer", Kind.SEAL, of_the_log.silence, outcome=Outcome.DROPPED, opening=ROUNDS, fewest=3),
]

OF_THE_LOG = [
    row("two messages for two peers", Kind.DECIDE, of_the_log.two_decisions, TWO, fewest=3),
    row("two messages one after the other", Kind.SHARES, of_the_log.two_shares, TWO, skips=8),
    row("a second message when the block is closed", Kind.DECIDE, of_the_log.late_second, TWO),
    row("out of turn in a block that is closed", Kind.ACK, of_the_log.late_out_of_turn, "sent a message out of turn",
        fewest=3, skips=10),
    row("acknowledges another state", Kind.ACK, of_the_log.other_state, "acknowledged another state", fewest=3,
        skips=12),
    row("acknowledges two heads to two peers", Kind.ACK, of_the_log.two_heads, "acknowledged one block in two ways", fewest=3,
        skips=12),
    row("acknowledges twice in a closed block", Kind.ACK, of_the_log.late_ack, "acknowledged one block in two ways", skips=12),
    row("acknowledges a head that nobody has", Kind.ACK, of_the_log.other_head, outcome=Outcome.DROPPED, fewest=3, skips=12),
    row("claims against a seat in the names of others", Kind.ACK, of_the_log.claims_of_others, outcome=Outcome.NOTHING, skips=12),
    row("claims against everybody, alone", Kind.ACK, of_the_log.claims_alone, outcome=Outcome.NOTHING, skips=12),
    row("a case that nobody has signed", Kind.ACK, of_the_log.case_of_nobody, "showed a case that its authors did not sign",
        skips=12),
    row("two SYNCs of one attempt", Kind.ACK, of_the_log.two_syncs, "reported in two ways for one attempt", skips=12),
    row("two PROPOSEs of one attempt", Kind.ACK, of_the_log.two_proposals, "proposed two ends of one view", skips=12),
    row("two PREPAREs of one attempt", Kind.ACK, of_the_log.two_prepares, "prepared two proposals of one attempt", skips=12),
    row("two CONFIRMs of one attempt", Kind.ACK, of_the_log.two_confirms, "confirmed two proposals of one attempt", skips=12),
    row("a PROPOSE that follows from nothing", Kind.ACK, of_the_log.proposal_of_nothing, "proposed what does not follow",
        skips=12),
    row("a PREPARE for what follows from nothing", Kind.ACK, of_the_log.prepared_nothing, "prepared a proposal whose author",
        fewest=3, skips=12),
    row("a report that hides an acknowledgement", Kind.ACK, of_the_log.hides_ack, HIDDEN, skips=12),
    row("a goodbye that hides an acknowledgement", Kind.ACK, of_the_log.goodbye_that_hides, HIDDEN, skips=12),
    row("a report that hides a lock", Kind.ACK, of_the_log.hides_lock, "reported no lock of it", skips=12),
    row("a report of another lock", Kind.ACK, of_the_log.other_lock, "reported no lock of it", skips=12),
    row("a report with an invented proof", Kind.ACK, of_the_log.invented_proof, "a tip whose proof does not hold", skips=12),
    row("goes on after its goodbye", Kind.ACK, of_the_log.after_goodbye, "signed something after its goodbye", skips=12,
        fewest=3),  # at two the game is over with the goodbye
    row("an attempt far away", Kind.ACK, of_the_log.far_attempt, outcome=Outcome.DROPPED, fewest=3, skips=12),
    row("a history that never was", Kind.STATUS, of_the_log.invented_history, outcome=Outcome.NOTHING, skips=3),
    row("all that there is, asked for again and again", Kind.ACK, of_the_log.begs, outcome=Outcome.NOTHING, skips=12),
    row("another table's messages", Kind.DECIDE, of_the_log.other_table, outcome=Outcome.DROPPED, fewest=3),
]

MALFORMED = "signed a malformed message"
OF_THE_WIRE = [
    row(f"{name}, in {kind.name}", kind, lie, MALFORMED, skips=4)
    for (name, lie), kind in zip(of_the_wire.SIGNED.items(), cycle((Kind.DECIDE, Kind.SHARES, Kind.ACK)), strict=False)
] + [
    row("a malformed goodbye", Kind.ACK, of_the_wire.bad_goodbye, MALFORMED, skips=12),
    row("a malformed claim", Kind.ACK, of_the_wire.bad_claim, MALFORMED, skips=12),
    row("a malformed SYNC", Kind.ACK, of_the_wire.bad_promise, MALFORMED, skips=12),
    row("a malformed PROPOSE", Kind.ACK, of_the_wire.bad_proposal, MALFORMED, skips=12),
    row("a malformed PREPARE", Kind.ACK, of_the_wire.bad_prepare, MALFORMED, skips=12),
    row("a malformed CONFIRM", Kind.ACK, of_the_wire.bad_confirm, MALFORMED, skips=12),
    row("a malformed status", Kind.STATUS, of_the_wire.bad_status, MALFORMED, skips=3),
    row("too many tiles opened", Kind.DECIDE, of_the_wire.too_many_openings, MALFORMED),
] + [
    row(name, Kind.ACK, lie, outcome=Outcome.NOTHING, skips=12) for name, lie in of_the_wire.UNSIGNED.items()
]

OF_A_NEW_DECK = [
    row(name, kind, lie, says, fewest=3, loses_a_seat=True, skips=0)
    for name, kind, lie, says in of_a_new_deck.ROWS
] + [
    deck("the old shuffle again", of_a_new_deck.old_shuffle_again, "", fewest=3, loses_a_seat=True, skips=0),
]

ONCE_A_GAME = [replace(cheat, skips=0) for cheat in (*OF_THE_KEYS, *OF_THE_SHUFFLE)]

CHEATS = [*ONCE_A_GAME, *OF_THE_SHARES, *OF_THE_PLAY, *OF_SEALED_ANSWERS, *OF_THE_LOG, *OF_THE_WIRE, *OF_A_NEW_DECK]

"""The tables that are explored, by name, and the guards that are removed in turn, each with the table on which it is missed."""

from tests.net.model.explore import MAJORITY, Table

# Where the theorem promises one log: the number of liars is at most F(m).
SAFE_TABLES = {
    "two-one-liar": Table(2, blocks=2, attempts=2, liars=(1,)),
    "three-no-liar": Table(3, blocks=2, attempts=3),
    "three-goodbyes": Table(3, blocks=2, attempts=2, leavers=(0, 1, 2)),
    **{f"four-liar-{seat}": Table(4, blocks=2, attempts=2, liars=(seat,)) for seat in range(4)},
    "four-three-attempts": Table(4, blocks=2, attempts=3, liars=(3,)),
    "four-two-lost": Table(4, blocks=1, attempts=2, liars=(3,), lost=2),
    "four-one-crashed": Table(4, blocks=2, attempts=2, crashed=(0,)),
    "four-goodbyes": Table(4, blocks=1, attempts=2, leavers=(0, 1, 2, 3), lost=2),
    "five-one-liar": Table(5, blocks=1, attempts=2, liars=(4,)),
    "five-two-liars": Table(5, blocks=1, attempts=2, liars=(3, 4)),
    "six-one-liar": Table(6, blocks=1, attempts=1, liars=(5,)),
    "five-majority-no-liar": Table(5, blocks=1, attempts=2, leavers=(1, 2), lost=2, losable=((), (1, 2)), quorum=MAJORITY),
    # Claims: a seat is lost only with a valid case, and nobody stops signing without one.
    "three-claims": Table(3, blocks=1, attempts=1, liars=(2,), claims=True),
    "four-claims": Table(4, blocks=1, attempts=1, liars=(3,), claims=True),
    "four-claims-no-conviction": Table(4, blocks=0, attempts=2, liars=(3,), claims=True, convictions=False),
    "three-claims-no-conviction": Table(3, blocks=0, attempts=2, liars=(2,), claims=True, convictions=False),
}

# One liar more than that: a split must be found, and at three seats the evidence of each.
SPLIT_TABLES = {
    **{f"three-liar-{seat}": Table(3, blocks=2, attempts=1, liars=(seat,), evidence=True) for seat in range(3)},
    "three-two-attempts": Table(3, blocks=1, attempts=2, liars=(2,), evidence=True),
    "three-two-attempts-two-blocks": Table(3, blocks=2, attempts=2, liars=(2,), evidence=True),
    "three-not-convicted": Table(3, blocks=2, attempts=1, liars=(2,), evidence=True, convictions=False),
    "three-not-convicted-two-attempts": Table(3, blocks=1, attempts=2, liars=(2,), evidence=True, convictions=False),
    "four-two-liars": Table(4, blocks=1, attempts=1, liars=(2, 3), evidence=True, convictions=False),
    "five-three-liars": Table(5, blocks=1, attempts=1, liars=(2, 3, 4)),
    "five-majority-one-liar": Table(5, blocks=1, attempts=1, liars=(4,), quorum=MAJORITY),
    "six-two-liars": Table(6, blocks=1, attempts=1, liars=(4, 5)),
}

# Every order of steps, without the layers.
PLAIN_TABLES = {
    "plain-three-no-liar": Table(3, blocks=2, attempts=2, order="plain"),
    **{f"plain-three-liar-{seat}": Table(3, blocks=2, attempts=2, liars=(seat,), order="plain") for seat in range(3)},
    **{f"plain-four-liar-{seat}": Table(4, blocks=2, attempts=2, liars=(seat,), order="plain") for seat in range(4)},
    "plain-four-claims": Table(4, blocks=1, attempts=1, liars=(3,), claims=True, order="plain"),
}

TABLES = SAFE_TABLES | SPLIT_TABLES | PLAIN_TABLES

_FOUR = Table(4, blocks=1, attempts=2, liars=(3,))
_LEAVE = Table(5, blocks=0, attempts=2, leavers=(1, 2), losable=((), (1, 2)), quorum=MAJORITY)
_PLAIN = Table(3, blocks=1, attempts=2, order="plain")

# What is removed in words: the guard, and the table.
GUARDS = {
    "locks are not looked at": ("locks", _FOUR),
    "a lock binds the log and not the lost seats": ("lock-value", _FOUR),
    "a reported lock needs no quorum": ("lock-proof", _FOUR),
    "acknowledged blocks are not kept": ("keep", _FOUR),
    "any acknowledged version will do": ("two-versions", _FOUR),
    "a reported tip needs no proof": ("tip-proof", _FOUR),
    "reports need no signatures": ("signatures", _FOUR),
    "one seat less makes a quorum": ("quorum", _FOUR),
    "PREPAREs decide (one phase)": ("two-phases", _FOUR),
    "two PREPAREs in one attempt": ("prepare-once", _FOUR),
    "the convicted makes the quorum smaller and counts": ("convicted-silent", _FOUR),
    "all but one ACK make a block final": ("unanimity", _FOUR),
    "a LEAVE reports no lock and no block": ("leave-report", _LEAVE),
    "a LEAVE counts in attempts that its author had promised":
        ("leave-promise", Table(5, blocks=0, attempts=2, leavers=(1, 2), losable=((), (1, 2)), quorum=MAJORITY, order="plain")),
    "ACKs after the promise": ("promise", Table(3, blocks=1, attempts=1, order="plain")),
    "PREPARE and CONFIRM below the promise": ("stale", _PLAIN),
    "lost without claims": ("case", Table(4, blocks=1, attempts=2, liars=(3,), claims=True)),
    "a named seat never signs, not even under a lock": ("named-signs", _FOUR),
    "the author of two contents is not excused": ("author-excused", _FOUR),
    "a certificate does not keep the reports":
        ("shown-reports", Table(3, blocks=0, attempts=2, liars=(2,), evidence=True, convictions=False)),
}

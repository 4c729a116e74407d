"""The proposal that counts here, and the change that this peer wants.

Proposals cross each other. If another proposal beats this peer's and its author had not seen this one, the peer makes its change
again on top of it, a few times. If its author had seen this one, the peer accepts that. A proposal of an excluded player is
answered with the proposal before it, a few times too: two peers that exclude each other would otherwise answer for ever.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from acquire_net.lobby.messages import LobbyKind, Proposal, check_proposal, read_proposal, sign_proposal
from acquire_net.lobby.proposal import Change, Held, Judge, check
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.protocol.verifier import Signer, Verifier

MAX_AHEAD = 1000
"""How far a revision may be above the one that is held, so that no peer can use up the numbers."""
MAX_TRIES = 3
"""How often a change that was crossed is made again. A proposal of a player without a say is answered once more than that."""
MAX_ANSWERED = 64
"""Different proposals of players without a say for which the number of answers is counted."""
MAX_REFUSED_PROPOSALS = 16
"""Unplayable proposals that are remembered, so that they are not checked again."""


class UnplayableProposalError(AdmissionError):
    """A peer proposes what this program cannot play."""

    def __init__(self, author: bytes, reason: str) -> None:
        super().__init__(reason)
        self.author = author


class _Wish(Struct):
    change: Change
    proposed: set[bytes] = field(default_factory=set)
    tries: int = 0


class ProposalExchange:
    """The lobby owns it. A proposal comes from the person (`change_proposal`), from the program (`make_proposal`,
    `repeat_change`) or from another peer (`take`); each goes through `_hold`, and only there `held` changes. It sends nothing:
    where a method says that the held proposal is another one, the lobby passes it on. To see which proposal wins, begin with
    `take` and `_may_follow`."""

    def __init__(self, signer: Signer, verifier: Verifier, judge: Judge) -> None:
        self.signer = signer
        self.verifier = verifier
        self.judge = judge
        self.held: Held | None = None
        """What counts here; None until this peer has made or taken a proposal."""
        self.banned: set[bytes] = set()
        """Identities that the person at this machine has excluded."""
        self.barred: set[bytes] = set()
        """Identities that were convicted in the game before, and are not accepted again."""
        self.keeps_out: Callable[[bytes], bool] = lambda identity: False
        """Tells whether the keeper of the table, if it is this peer, gives an identity no seat and no say by itself."""
        self.is_far_ahead = False
        """True if most of the others hold a proposal so far below that they will never take the held one: theirs counts then."""
        self.lowest_held: int | None = None
        """The lowest revision that this peer has held in this lobby: it goes back to none that it may have signed."""
        self.is_guess = False
        """True if this peer was started again in a game and has made the held one from its table: any higher one counts more,
        until this peer has signed a table."""
        self._most_below = 0
        """The highest revision that is taken while the held one is far ahead."""
        self.must_exceed = 0
        """The highest revision by a player without a say: other peers may hold it now."""
        self.unheard: bytes | None = None
        """The author of that revision, as long as an answer is due."""
        self._answers: Counter[Proposal] = Counter()
        """How often each of these proposals was answered, whatever its revision."""
        self._wish: _Wish | None = None
        """The change of the person here, as long as it may have to be made again."""
        self._refused: deque[bytes] = deque(maxlen=MAX_REFUSED_PROPOSALS)
        """The digests of unplayable proposals."""

    @property
    def proposal(self) -> Proposal | None:
        return self.held.proposal if self.held else None

    def make_proposal(self, content: Proposal, lobby_id: bytes) -> None:
        """Sign this content as the next proposal. Raises AdmissionError with a sentence; then nothing has changed."""
        revision, before = (self.held.proposal.revision, self.held.name) if self.held else (0, b"")
        proposal = replace(content, revision=max(revision, self.must_exceed) + 1, before=before, author=self.signer.public)
        check(proposal, self.judge)
        data = sign_proposal(proposal, lobby_id, self.signer)
        held = Held(proposal, read_proposal(data, lobby_id)[2], data)
        self._hold(held)
        self.unheard = None
        if self._wish is not None:
            self._wish.proposed.add(held.name)

    def _hold(self, held: Held) -> None:
        self.held = held
        self.lowest_held = held.proposal.revision if self.lowest_held is None else min(held.proposal.revision, self.lowest_held)

    def change_proposal(self, change: Change, lobby_id: bytes) -> bool:
        """Propose a change that the person wants. Return False if it changes nothing. Raises AdmissionError."""
        assert self.held is not None
        content = change.apply_to(self.held.proposal)
        if content == self.held.proposal:
            return False
        check(replace(content, author=self.signer.public), self.judge)
        self._wish = _Wish(change)
        self.make_proposal(content, lobby_id)
        return True

    def repeat_change(self, lobby_id: bytes) -> bool:
        """Make the own change again if the proposal that was just taken crossed it. Return True if a new proposal was made."""
        if self._wish is None or self.held is None or self.held.proposal.author == self.signer.public:
            return False
        wish = self._wish
        wish.tries += 1
        try:
            content = wish.change.apply_to(self.held.proposal)
            if self.held.proposal.before in wish.proposed or content == self.held.proposal or wish.tries > MAX_TRIES:
                self._wish = None
                return False
            self.make_proposal(content, lobby_id)
        except AdmissionError:
            self._wish = None
            return False
        return True

    def answer(self, content: Proposal) -> Proposal:
        """Return the answer to the last proposal of a player without a say. It excludes that player by name, because other peers
        may not know that the player has no say."""
        assert self.unheard is not None
        return Change(exclude=self.unheard).apply_to(content)

    def on_newcomer(self) -> None:
        """Answer such proposals anew: the peer that has just come may hold one that was answered before."""
        if self.unheard is None:
            self.must_exceed = 0
        self._answers.clear()

    @property
    def without_a_say(self) -> set[bytes]:
        """Return the identities that the person here or the proposal has excluded, and those that were convicted."""
        return self.banned.union(self.barred, self.held.proposal.excluded if self.held and not self.is_far_ahead else ())

    def has_no_say(self, identity: bytes) -> bool:
        return identity in self.without_a_say or self.keeps_out(identity)

    def compare_revisions(self, others: Sequence[int], senders: Sequence[int]) -> None:
        """Compare the held proposal with the revisions that the others hold, and with those that its senders say they hold: its
        author and the peer that brought it, whose word does not speak for it. A newcomer takes the first proposal that it sees,
        and a peer could show it one that nobody else will ever take.

        Only proposals count that are far below all that this peer has held. It has signed none of those, so it cannot be led to
        sign a table a second time that others have left for a later one.
        """
        far_behind = self.lowest_held - MAX_AHEAD if self.lowest_held is not None else 0
        below = [revision for revision in others if revision < far_behind]
        senders_below = [revision for revision in senders if revision < far_behind]
        self.is_far_ahead = len(below) + len(senders_below) > len(others) - len(below)
        self._most_below = max(below or senders_below, default=0) + MAX_AHEAD

    @property
    def shown_rank(self) -> tuple[int, bytes]:
        """Return the rank of the held proposal, by which the others see what this peer lacks."""
        return self.held.rank if self.held is not None and not self.is_far_ahead else (0, b"")

    def _may_follow(self, rank: tuple[int, bytes]) -> bool:
        """Return True if a proposal of this rank may take the place of the held one."""
        revision, _ = rank
        if self.is_far_ahead:
            return revision <= self._most_below  # a higher one is one more that the others will never take
        if self.held is None:
            return True
        return rank > self.held.rank and (self.is_guess or revision <= self.held.rank[0] + MAX_AHEAD)

    def take(self, data: bytes, lobby_id: bytes, is_too_much: Callable[[LobbyKind], bool]) -> bool:
        """Take another peer's proposal. Return True if it counts now. Raises MalformedError if it is forged, or
        UnplayableProposalError."""
        signed, proposal, name = read_proposal(data, lobby_id)
        revision, _ = rank = proposal.revision, name
        if name in self._refused or not self._may_follow(rank):
            return False
        if is_too_much(LobbyKind.PROPOSAL):
            return False
        check_proposal(signed, proposal, name, self.verifier)
        if self.has_no_say(proposal.author):
            if revision > self.must_exceed:
                self.must_exceed = revision
                self._on_proposal_without_say(proposal)
            return False
        try:
            check(proposal, self.judge)
        except AdmissionError as refusal:
            self._refused.append(name)
            raise UnplayableProposalError(proposal.author, str(refusal)) from None
        if self.is_guess:
            self.lowest_held = None
        self._hold(Held(proposal, name, data))
        if self.is_far_ahead:
            self.must_exceed = 0
        self.is_far_ahead = self.is_guess = False
        if revision > self.must_exceed:
            self.unheard = None
        return True

    def _on_proposal_without_say(self, proposal: Proposal) -> None:
        content = replace(proposal, revision=0, before=b"")
        if len(self._answers) >= MAX_ANSWERED:
            self._answers.clear()
        if self._answers[content] <= MAX_TRIES:
            self._answers[content] += 1
            self.unheard = proposal.author

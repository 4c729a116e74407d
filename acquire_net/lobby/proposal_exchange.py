"""The proposal that counts here, and what this peer wants otherwise.

Proposals cross each other. Whoever sees his own beaten by one whose author had not seen it, makes his change again on top of that
one, a few times; whoever sees it changed by somebody who knew it, leaves it. What somebody proposes who is excluded is answered
with what was there before, a few times as well: two who do not listen to each other would answer one another for ever.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from acquire_net.lobby.messages import LobbyKind, Proposal, check_proposal, read_proposal, sign_proposal
from acquire_net.lobby.proposal import Change, Held, Judge, check
from acquire_net.lobby.table_spec import AdmissionError
from acquire_net.protocol.verifier import Signer, Verifier

MAX_AHEAD = 1000
"""How far a revision may be above the one that is here: nobody takes the last number."""
MAX_TRIES = 3
"""How often a change is made again where others crossed it, and so what somebody proposes who has no say is answered once more
than that."""
MAX_ANSWERED = 64
"""Different things that such people have proposed, so that it is known how often."""
MAX_REFUSED_PROPOSALS = 16
"""Proposals that are known to be none, so that they are not looked at again."""


class UnplayableProposalError(AdmissionError):
    """Somebody proposes what this program does not play."""

    def __init__(self, author: bytes, reason: str) -> None:
        super().__init__(reason)
        self.author = author


@dataclass(slots=True)
class _Wish:
    change: Change
    proposed: set[bytes] = field(default_factory=set)
    tries: int = 0


class ProposalExchange:
    def __init__(self, signer: Signer, verifier: Verifier, judge: Judge) -> None:
        self.signer = signer
        self.verifier = verifier
        self.judge = judge
        self.held: Held | None = None
        self.banned: set[bytes] = set()
        """Whom the person at this machine has excluded."""
        self.barred: set[bytes] = set()
        """Who was convicted in the game before and is not accepted again."""
        self.must_exceed = 0
        """The revision of somebody who has no say, which others may hold now."""
        self.unheard: bytes | None = None
        """Who that is, while he is to be answered."""
        self._answers: Counter[Proposal] = Counter()
        """What he proposes, whatever its revision."""
        self._wish: _Wish | None = None
        self._refused: deque[bytes] = deque(maxlen=MAX_REFUSED_PROPOSALS)

    def make_proposal(self, content: Proposal, gathering: bytes) -> None:
        """Proposes this, perhaps as the first. Raises AdmissionError with a sentence, and nothing has happened."""
        revision, before = (self.held.proposal.revision, self.held.name) if self.held else (0, b"")
        proposal = replace(content, revision=max(revision, self.must_exceed) + 1, before=before, author=self.signer.public)
        check(proposal, self.judge)
        data = sign_proposal(proposal, gathering, self.signer)
        self.held = Held(proposal, read_proposal(data, gathering)[2], data)
        self.unheard = None
        if self._wish is not None:
            self._wish.proposed.add(self.held.name)

    def change_proposal(self, change: Change, gathering: bytes) -> bool:
        """What the person wants otherwise; whether anything is. Raises AdmissionError, and nothing has happened."""
        assert self.held is not None
        content = change.apply_to(self.held.proposal)
        if content == self.held.proposal:
            return False
        check(replace(content, author=self.signer.public), self.judge)
        self._wish = _Wish(change)
        self.make_proposal(content, gathering)
        return True

    def repeat_change(self, gathering: bytes) -> bool:
        """After another proposal was taken: whether the own change was crossed by it, and is made again."""
        if self._wish is None or self.held is None or self.held.proposal.author == self.signer.public:
            return False
        wish = self._wish
        wish.tries += 1
        try:
            content = wish.change.apply_to(self.held.proposal)
            if self.held.proposal.before in wish.proposed or content == self.held.proposal or wish.tries > MAX_TRIES:
                self._wish = None
                return False
            self.make_proposal(content, gathering)
        except AdmissionError:
            self._wish = None
            return False
        return True

    def answer(self, content: Proposal) -> Proposal:
        """What is said to somebody without a say who was heard last. It names him, for others may not know that he has none."""
        assert self.unheard is not None
        return Change(exclude=self.unheard).apply_to(content)

    def on_newcomer(self) -> None:
        """Somebody has come who may have taken what was answered often enough: it is answered anew."""
        if self.unheard is None:
            self.must_exceed = 0
        self._answers.clear()

    @property
    def without_a_say(self) -> set[bytes]:
        """Return those whom the person here, or the proposal, has excluded, and those who were convicted."""
        return self.banned.union(self.barred, self.held.proposal.excluded if self.held else ())

    def take(self, data: bytes, gathering: bytes, is_too_much: Callable[[LobbyKind], bool]) -> bool:
        """Somebody's proposal; whether it counts now. Raises MalformedError where it is forged, or UnplayableProposalError."""
        signed, proposal, name = read_proposal(data, gathering)
        revision, _ = rank = proposal.revision, name
        if name in self._refused or (self.held and (rank <= self.held.rank or revision > self.held.rank[0] + MAX_AHEAD)):
            return False
        if is_too_much(LobbyKind.PROPOSAL):
            return False
        check_proposal(signed, proposal, name, self.verifier)
        if proposal.author in self.without_a_say:
            if revision > self.must_exceed:
                self.must_exceed = revision
                self._on_proposal_without_say(proposal)
            return False
        try:
            check(proposal, self.judge)
        except AdmissionError as refusal:
            self._refused.append(name)
            raise UnplayableProposalError(proposal.author, str(refusal)) from None
        self.held = Held(proposal, name, data)
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

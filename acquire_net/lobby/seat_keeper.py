"""Who hosts a table and keeps its seats, and whom this peer's program seats by itself, without asking its person.

The rules by which seats are given out are in seating.py. Here is what has to be remembered for them: the host, the order of the
last game, and how much has been proposed since the last round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_net.lobby.membership import Participant
from acquire_net.lobby.messages import Presence, Proposal, Wants
from acquire_net.lobby.proposal_exchange import ProposalExchange
from acquire_net.lobby.seating import host_of, kept_seats, moved_on, proposal_keeper

MAX_OWN = 4
"""Proposals that the program itself makes between two rounds."""


class SeatKeeper:
    """The lobby asks for the `next_proposal` after whatever may change the seats, and makes it. Such a proposal binds nobody: any
    player may propose something else. The program makes at most `MAX_OWN` proposals between two rounds, so two programs that do
    not agree come to rest."""

    def __init__(self, me: bytes, proposals: ProposalExchange, people: Callable[[], Sequence[Participant]],
                 presence_of: Callable[[bytes], Presence | None],
                 keeps_out: Callable[[bytes], bool] = lambda identity: False, host: bytes = b"") -> None:
        self.me = me
        self.proposals = proposals
        self.people = people
        self.presence_of = presence_of
        self.keeps_out = keeps_out
        """Tells which identities get no seat from this peer where it keeps the table."""
        self._host = host
        """Who hosts the table, once that is certain."""
        self._order_played: tuple[bytes, ...] = ()
        """The seats of the game that has just been played, as long as they may still move on by one."""
        self._left = MAX_OWN
        """How many proposals the program may still make by itself in this round."""

    # --- who keeps the table

    @property
    def host(self) -> bytes:
        """Return who hosts the table: its founder, as long as that player sits there; empty where nobody sits yet."""
        proposal = self.proposals.proposal
        if proposal is None:
            return self._host
        people = self.people()
        gone = {each.identity for each in people if each.wants == Wants.LEFT}
        if self._host in proposal.seated and self._host not in gone:
            return self._host
        found, is_certain = host_of(proposal, people, self.me)
        self._host = found if is_certain else b""
        return found

    def keeper_of(self, proposal: Proposal) -> bytes | None:
        """Return who gives out the seats of a proposed table, or None where nobody can."""
        barred = self.proposals.banned | self.proposals.barred
        return proposal_keeper(proposal, self.people(), self.me, barred, self.host)

    @property
    def keeps_table(self) -> bool:
        """Return True if this peer gives out the seats of the proposed table."""
        proposal = self.proposals.proposal
        return proposal is not None and self.keeper_of(proposal) == self.me

    def is_kept_out(self, identity: bytes) -> bool:
        """Return True if this peer keeps the table and gives this identity no seat by itself. Those who sit keep their seats."""
        proposal = self.proposals.proposal
        return (identity != self.me and proposal is not None and identity not in proposal.seated
                and self.keeps_out(identity) and self.keeps_table)

    # --- what it proposes

    def begin_round(self) -> None:
        """Allow as many proposals as in the round before."""
        self._left = MAX_OWN

    def on_game_played(self, order: tuple[bytes, ...]) -> None:
        """Let the seats of this game move on by one, if nothing else is proposed before."""
        self._order_played = order

    def on_proposal_taken(self) -> None:
        """Leave the order as another peer has proposed it."""
        self._order_played = ()

    @property
    def may_propose(self) -> bool:
        """Return True if the program may still make a proposal by itself in this round."""
        return self._left > 0

    def count_proposal(self) -> None:
        """Count a proposal that the program makes by itself."""
        self._left -= 1

    def next_proposal(self) -> Proposal | None:
        """Return what the program proposes by itself now, and count it; None if the held proposal may stay as it is."""
        held = self.proposals.proposal
        if held is None:
            return None
        content = self._with_kept_seats(held) if self.keeper_of(held) == self.me else held
        is_beaten = self._left == MAX_OWN and self.proposals.unheard is not None
        if is_beaten:
            content = self.proposals.answer(content)
        elif content == held or not self.may_propose:
            return None
        self.count_proposal()
        self._order_played = ()
        return content

    def _with_kept_seats(self, proposal: Proposal) -> Proposal:
        people = self.people()
        no_seat = {each.identity for each in people if self.is_kept_out(each.identity)}
        content = kept_seats(proposal, people, self.me, no_seat | self.proposals.banned | self.proposals.barred)
        if self._order_played and content.seated[:1] == self._order_played[:1]:
            return moved_on(content, self.presence_of)
        return content

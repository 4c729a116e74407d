"""Who is at a table that has not begun, and what is proposed there, as a screen shows it."""

from __future__ import annotations

from collections.abc import Collection

from acquire_net import news
from acquire_net.protocol.gathering import Gathering
from acquire_net.protocol.lobby import NotWelcome
from acquire_net.protocol.talk import Wants
from acquire_net.table import ruleset_of


def company_of(gathering: Gathering, ready: Collection[bytes]) -> news.Company:
    proposal, me = gathering.proposal, gathering.identity
    seated = () if proposal is None else proposal.seated
    members = tuple(news.Member(each.identity, each.name, each.identity == me, each.identity in seated, each.identity in ready,
                                each.is_linked or each.identity == me)
                    for each in gathering.people if each.wants != Wants.LEFT)
    if proposal is None:
        return news.Company(members, 0, None, ())
    try:
        ruleset = ruleset_of(proposal.rules, proposal.places)
    except NotWelcome:
        ruleset = None
    return news.Company(members, proposal.places, ruleset, proposal.options)

"""Games whose rules differ at one seat."""

from acquire_net.lobby.table_spec import TableSpec
from acquire_net.protocol.sealed_game import SealedGame
from tests.net.protocol.other_rules import OtherRules
from tests.support.table_on_disk import toy


def other(table: TableSpec, seat: int | None) -> SealedGame:
    return OtherRules(len(table.seats), cards=3 * len(table.seats) + 2)


def one_differs(table: TableSpec, seat: int | None) -> SealedGame:
    return (other if seat == 2 else toy)(table, seat)

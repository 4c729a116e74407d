"""The way from the title and from `Navigation` to everything that tables over the network need.

Most people play at this computer, and sockets, proofs and cryptography take longer to import than the whole title. So those two
modules name nothing of the network but by this one, and it is imported with the first name that is used. The scenes of a table
over the network import what they need as usual: to show one of them takes all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from acquire_client.window.names_when_needed import NamesWhenNeeded

if TYPE_CHECKING:
    from acquire_client.matches.computer_players import ComputerPlayerError as ComputerPlayerError
    from acquire_client.matches.computer_players import ComputerPlayers as ComputerPlayers
    from acquire_client.matches.evening import Evening as Evening
    from acquire_client.matches.evening import EveningStage as EveningStage
    from acquire_client.matches.near_tables import NearTables as NearTables
    from acquire_client.matches.near_tables import search_near as search_near
    from acquire_client.matches.own_peer import identity_of as identity_of
    from acquire_client.matches.own_peer import own_peer_config as own_peer_config
    from acquire_client.matches.waiting_table import WaitingTable as WaitingTable
    from acquire_client.matches.waiting_table import in_order as in_order
    from acquire_client.matches.waiting_table import other_tables_over_days as other_tables_over_days
    from acquire_client.matches.waiting_table import waiting_table as waiting_table
    from acquire_client.view_model.table_news import news_text as news_text
    from acquire_client.view_model.trouble_pages import trouble_story as trouble_story
    from acquire_client.view_model.waiting_table_text import waiting_table_text as waiting_table_text
    from acquire_client.view_model.waiting_table_text import waiting_tables_text as waiting_tables_text
    from acquire_net import Host as Host
    from acquire_net import IdentityError as IdentityError
    from acquire_net import Join as Join
    from acquire_net import Offer as Offer
    from acquire_net import OptionLine as OptionLine
    from acquire_net import Peer as Peer
    from acquire_net import Resume as Resume
    from acquire_net import Spectator as Spectator
    from acquire_net import TableAddress as TableAddress
    from acquire_net import events as events
    from acquire_net import fingerprint_text as fingerprint_text

_NAMES = NamesWhenNeeded(__name__, {
    "acquire_client.matches.computer_players": ("ComputerPlayerError", "ComputerPlayers"),
    "acquire_client.matches.evening": ("Evening", "EveningStage"),
    "acquire_client.matches.near_tables": ("NearTables", "search_near"),
    "acquire_client.matches.own_peer": ("identity_of", "own_peer_config"),
    "acquire_client.matches.waiting_table": ("WaitingTable", "in_order", "other_tables_over_days", "waiting_table"),
    "acquire_client.view_model.table_news": ("news_text",),
    "acquire_client.view_model.trouble_pages": ("trouble_story",),
    "acquire_client.view_model.waiting_table_text": ("waiting_table_text", "waiting_tables_text"),
    "acquire_net": ("Host", "IdentityError", "Join", "Offer", "OptionLine", "Peer", "Resume", "Spectator",
                    "TableAddress", "events", "fingerprint_text"),
})
__getattr__, load_all = _NAMES.find, _NAMES.load_all

"""What there is to say about a table besides its game: who comes and goes, what is proposed, who is ready, where it is found."""

from __future__ import annotations

from collections.abc import Iterator

from acquire_client.language import ENGLISH
from acquire_client.terminal.rules_text import changed_rule_facts
from acquire_client.view_model.agreed import quorum_line
from acquire_client.view_model.computer_words import level_text
from acquire_client.view_model.lobby_cards import acquaintance_text
from acquire_client.view_model.table_terms import option_term, options_shown
from acquire_client.view_model.words import counted, listing, printable
from acquire_net import events, quoted_code


class LobbyTexts:
    """Turns news about the table into sentences, and remembers what is needed for that."""

    def __init__(self) -> None:
        self.company: events.LobbySnapshot | None = None
        self._names: dict[bytes, str] = {}
        """What everybody is called: as all have signed it while a game runs, else as the lobby shows it."""
        self._seated: tuple[str, ...] = ()
        """Who plays, or has played the last game, by seat."""
        self.missing_links: tuple[str, ...] = ()
        self.game_runs = ""
        """What to say as long as this program waits at a table that plays."""
        self._ready: tuple[tuple[bytes, ...], bool] = ((), False)

    def take_signed_names(self, begun: events.Begun) -> None:
        """Take the names of the signed table, because a game begins or goes on."""
        self._names.update(zip(begun.identities, begun.names, strict=False))
        self._seated = begun.names

    def describe_event(self, item: object) -> Iterator[str]:
        """Yield what a person reads about an event; nothing where it is not worth a line."""
        match item:
            case events.Listening():
                yield from self._join_code_lines(item)
            case events.LobbySnapshot():
                before, self.company = self.company, item
                if item.table_code and (before is None or before.table_code != item.table_code):
                    yield self._table_code_line(item.table_code)
                self._names.update((each.identity, each.name) for each in item.members)
            case events.GameRuns(_, text):
                self.game_runs = text
                yield printable(text)
            case events.MissingLinks(sentences):
                self.missing_links = sentences
            case events.Met(identity, name):
                namesake = identity not in self._names and name in self._names.values()
                yield f"Another {printable(name)} is here." if namesake else f"{self.player_name(identity, name)} is here."
            case events.Away(identity, name):
                yield f"The link to {self.player_name(identity, name)} is down."
            case events.Gone(identity, name):
                yield f"{self.player_name(identity, name)} has left."
            case events.LinkRefused(_, reason):
                yield f"A program was turned away: {printable(reason)}."
            case events.KeyChanged(identity, name):
                who = self.player_name(identity, name)
                yield (f"Two programs use the identity of {who} at the same time. If {who} has started the program twice, stop "
                       "one of the two; if not, another person has a copy of the key.")
            case events.RunsTwice():
                yield "Another program at this table uses your identity: stop one of the two."
            case events.NameClash():
                yield self._name_clash(item)
            case events.ProposalChanged(author, changes, seating):
                for change in seating:
                    yield f"{printable(change)}."
                proposed = [printable(change) for change in changes if change not in seating]
                if proposed:
                    yield f"{self.player_name(author)} proposes: {'; '.join(proposed)}."
            case events.ProposalRefused(author, reason):
                yield f"The proposal of {self.player_name(author)} cannot be played here: {printable(reason)}."
            case events.ReadyChanged(identities, own_wish):
                yield from self._ready_lines(identities, own_wish)
            case events.Differs(identity, reason):
                yield f"{self.player_name(identity)} has agreed to another table: {printable(reason)}."
            case events.Said(identity, line, name, is_earlier):
                says = "said before" if is_earlier else "says"
                yield f"{self.player_name(identity, name)} {says}: {printable(line)}"
            case events.Excluded(author, name):
                yield (f"{self.player_name(author, name)} has excluded you from the table: you get no seat, and nobody there "
                       "reads what you write. 'quit' leaves.")
            case events.TableFull(reason, may_watch):
                yield f"There is no seat for you: {printable(reason)}." + (" You can watch." if may_watch else "")
            case events.Parted(identity, name):
                yield f"{self.player_name(identity, name)} has begun another table: this one will not start."
            case events.CheckPhrase(words):
                yield f"Check phrase: {' '.join(words)}. Everyone at the table must see the same six words."
            case events.HandsOpened(names, hands):
                held = [f"{printable(name)} {' '.join(hand) or 'nothing'}" for name, hand in zip(names, hands, strict=True)]
                yield f"Hands at the end: {'; '.join(held)}."
            case events.KeysOpened(seats) if len(seats) == len(self._seated):
                yield "All hands are open now: 'acquire replay' shows the whole game."
            case events.Trouble(text) | events.Notice(text):
                yield printable(text)
            case events.Ended(_, _, signed, _, journal):
                where = f" Journal: {printable(str(journal))}" if journal else ""
                yield f"{counted(len(signed), 'seat')} signed the result.{where}"

    @staticmethod
    def _join_code_lines(item: events.Listening) -> Iterator[str]:
        if item.code:
            yield f"Join code: {item.code}"
            yield f"Others type: acquire join {quoted_code(item.code)}"
        if item.relay_code:
            yield f"Through the relay: acquire join {quoted_code(item.relay_code)}"
        if item.addresses:
            yield f"Addresses of this machine: {', '.join(item.addresses)}."
        if item.trouble:
            yield printable(item.trouble)

    @staticmethod
    def _table_code_line(code: str) -> str:
        return f"On this network the table is {code}. Others type: acquire join {code}"

    @staticmethod
    def _name_clash(item: events.NameClash) -> str:
        name, shown, like = printable(item.name), printable(item.shown), printable(item.like)
        if name == like:
            return f"There are two players called {name}: the one who came later is shown as {shown}."
        return f"{name}, who has come later, is not {like}: the two names look alike. The newcomer is shown as {shown}."

    def _ready_lines(self, identities: tuple[bytes, ...], own_wish: bool) -> Iterator[str]:
        said, self._ready = self._ready, (identities, own_wish)
        if identities and identities != said[0]:
            yield f"Ready: {listing([self.player_name(who) for who in identities])}."
        elif own_wish and not said[1]:
            yield "You are ready. The game begins when all places are taken and all are ready."

    def player_name(self, identity: bytes, otherwise: str = "") -> str:
        """Return the name of a player at this table."""
        return printable(self._names.get(identity) or otherwise or "a stranger")

    def overview_lines(self) -> Iterator[str]:
        """Yield who is there and what is proposed."""
        company = self.company
        if company is None or company.ruleset is None:
            yield printable(self.game_runs) or "Nothing is proposed yet."
            return
        free = company.places - sum(each.is_seated for each in company.members)
        places = "all taken" if free <= 0 else f"{free} of them free"
        yield f"Rules {company.ruleset.name}, {counted(company.places, 'place')}, {places}."
        yield from changed_rule_facts(company.ruleset)
        for each in company.members:
            yield self._member_line(each)
        yield f"{'. '.join(option_term(name, company.options, ENGLISH) for name in options_shown(company.options))}."
        if quorum := quorum_line(company.options, company.places):
            yield quorum
        if company.table_code:
            yield self._table_code_line(company.table_code)
        yield from map(printable, self.missing_links)

    def _member_line(self, each: events.Member) -> str:
        is_ready = each.is_ready or (each.is_me and self._ready[1])
        outside = "not let in, 'accept NAME' does so" if each.is_kept_out else "watching"
        sits = ("excluded" if each.is_excluded else outside if not each.is_seated else "ready" if is_ready else "not ready")
        here = "you" if each.is_me else "here" if each.is_here else "no link"
        what = f"{self._computer_words(each)}, {here}" if each.computer else here
        if not each.computer and not each.is_me and (each.known_since or each.is_blocked):
            what = f"{what}, {acquaintance_text(each, ENGLISH)}"
        warning = f" - {printable(each.warning)}" if each.warning else ""
        return f"  {printable(each.name)} ({what}): {sits}{warning}"

    @staticmethod
    def _computer_words(each: events.Member) -> str:
        level, beside = level_text(each.plays, ENGLISH), printable(each.beside)
        if not level:
            return f"a computer player at the address of {beside}" if beside else "a computer player"
        return f"a computer player of {level}, with {beside}" if beside else f"a computer player of {level}"

"""What is said about a table besides its game: who comes and goes, what is proposed, who is ready, where it can be found."""

from __future__ import annotations

from collections.abc import Iterator

from acquire_net import news
from acquire_net.lines import typed_code
from acquire_net.protocol import lobby_facts as lobby

from .view_model.words import counted, listing, printable


class TableTalk:
    """Turns news about the table into sentences, and remembers what is needed for that."""

    def __init__(self) -> None:
        self.company: news.Company | None = None
        self.listening: news.Listening | None = None
        self.missing_links: tuple[str, ...] = ()
        self.game_runs = ""
        """What to say as long as this program waits at a table that plays."""
        self._ready: tuple[tuple[bytes, ...], bool] = ((), False)

    def sentences(self, item: object) -> Iterator[str]:
        """What a person wants to read of this; nothing where it is no news to people."""
        match item:
            case news.Listening():
                self.listening = item
                yield from self._found_by(item)
            case news.Company():
                self.company = item
            case news.GameRuns(_, text):
                self.game_runs = text
                yield printable(text)
            case news.MissingLinks(sentences):
                self.missing_links = sentences
            case lobby.Met(identity, name):
                yield f"{printable(name)} is here."
            case lobby.Away(identity, name):
                yield f"The link to {printable(name)} is down."
            case lobby.Gone(identity, name):
                yield f"{printable(name)} has left."
            case lobby.LinkRefused(_, reason):
                yield f"Somebody was turned away: {printable(reason)}."
            case lobby.KeyChanged(identity, name):
                yield f"{printable(name)} comes with another key than before: started anew, or somebody else. Ask him."
            case lobby.RunsTwice():
                yield "Another program at this table uses your identity: stop one of the two."
            case lobby.NameClash(_, name, shown):
                yield f"There is a {printable(name)} already, so this one is shown as {printable(shown)}."
            case lobby.ProposalChanged(author, changes):
                yield f"{self._name(author)} proposes: {printable('; '.join(changes))}."
            case lobby.ProposalRefused(author, reason):
                yield f"What {self._name(author)} proposes cannot be played here: {printable(reason)}."
            case lobby.ReadyChanged(identities, own_wish):
                yield from self._who_is_ready(identities, own_wish)
            case lobby.Differs(identity, reason):
                yield f"{self._name(identity)} agrees to something else: {printable(reason)}."
            case lobby.Said(identity, line):
                yield f"{self._name(identity)} says: {printable(line)}"
            case lobby.Excluded(author, _):
                yield f"{self._name(author)} has excluded you from the table."
            case lobby.TableFull(reason, may_watch):
                yield f"There is no place for you: {printable(reason)}." + (" You can watch." if may_watch else "")
            case lobby.Parted(_, name):
                yield f"{printable(name)} has begun another table: this one will not come about."
            case news.CheckPhrase(words):
                yield f"Check phrase: {' '.join(words)}. All at the table read the same six words."
            case news.HandsOpened(names, hands):
                held = [f"{printable(name)} {' '.join(hand) or 'nothing'}" for name, hand in zip(names, hands, strict=True)]
                yield f"Hands at the end: {'; '.join(held)}."
            case news.Trouble(text) | news.Notice(text):
                yield printable(text)
            case news.Ended(_, _, signed, _, journal):
                where = f" Journal: {printable(str(journal))}" if journal else ""
                yield f"{counted(len(signed), 'seat')} signed the result.{where}"

    @staticmethod
    def _found_by(item: news.Listening) -> Iterator[str]:
        if item.code:
            yield f"Join code: {item.code}"
            yield f"Others type: acquire join {typed_code(item.code)}"
        if item.relay_code:
            yield f"Through the relay: acquire join {typed_code(item.relay_code)}"
        if item.addresses:
            yield f"This machine is {', '.join(item.addresses)}."
        if item.trouble:
            yield printable(item.trouble)

    def _who_is_ready(self, identities: tuple[bytes, ...], own_wish: bool) -> Iterator[str]:
        said, self._ready = self._ready, (identities, own_wish)
        if identities and identities != said[0]:
            yield f"Ready: {listing([self._name(who) for who in identities])}."
        elif own_wish and not said[1]:
            yield "You are ready. The game begins when all places are taken and all are ready."

    def _name(self, identity: bytes) -> str:
        members = self.company.members if self.company is not None else ()
        return next((printable(each.name) for each in members if each.identity == identity), "Somebody")

    def overview(self) -> Iterator[str]:
        """Who is there and what is proposed."""
        company = self.company
        if company is None or company.ruleset is None:
            yield printable(self.game_runs) or "Nothing is proposed yet."
            return
        seated = [each for each in company.members if each.is_seated]
        yield f"{company.ruleset.name} for {company.places}: {counted(company.places - len(seated), 'place')} free."
        for each in company.members:
            what = "you" if each.is_me else "here" if each.is_here else "no link"
            sits = ("ready" if each.is_ready else "not ready") if each.is_seated else "watching"
            yield f"  {printable(each.name)} ({what}): {sits}"
        changes = [f"{name} {value}" for name, value in company.options if value]
        yield f"Options: {', '.join(map(printable, changes))}."
        yield from map(printable, self.missing_links)

"""Who changed what at a table before its game, in one line, in the language of the person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from acquire_client.language import Words
from acquire_client.matches.evening import LobbyChange
from acquire_client.view_model.rule_changes import differences_to, rules_title
from acquire_client.view_model.table_presets import TablePreset, drawn_order
from acquire_client.view_model.table_terms import changed_terms
from acquire_client.view_model.words import printable
from acquire_net import rules_lines
from acquire_net.events import LobbySnapshot


class ProposingPeer(Protocol):
    """The part of a peer that changes the proposal of a lobby."""

    def propose_changes(self, *, rules: tuple[str, ...] | None = None, options: Mapping[str, str] | None = None,
                        places: int | None = None, order: tuple[bytes, ...] | None = None) -> None: ...


def change_line(change: LobbyChange, words: Words) -> str:
    """Return who has changed what; empty where nothing has changed that a person has to agree to."""
    parts = change_parts(change.before, change.after, words)
    if not parts:
        return ""
    old, new = seated_identities(change.before), seated_identities(change.after)
    if change.is_behind_game and new == [*old[1:], *old[:1]] and len(parts) == 1:
        first = next(each for each in change.after.members if each.identity == new[0])
        if first.is_me:
            return words.translate("The seats have moved on by one: you have the first one now.")
        return words.translate("The seats have moved on by one: {name} has the first one now.", name=printable(first.name))
    if change.is_mine:
        return words.translate("You changed: {changes}.", changes="; ".join(parts))
    who = printable(change.name) or words.translate("The host")
    return words.translate("{name} changed: {changes}.", name=who, changes="; ".join(parts))


def change_parts(before: LobbySnapshot, after: LobbySnapshot, words: Words) -> tuple[str, ...]:
    """Return each thing that differs between two proposals, who sits where among them, but not who has come or gone."""
    translate = words.translate
    parts: list[str] = []
    if before.ruleset is not None and after.ruleset is not None and before.ruleset != after.ruleset:
        parts += ([rules_title(after.ruleset, words)] if before.ruleset.name != after.ruleset.name
                  else differences_to(after.ruleset, before.ruleset, words))
    parts += changed_terms(before.options, after.options, words)
    if before.places != after.places:
        parts.append(translate("{count:seat|seats}", count=after.places))
    old, new = seated_identities(before), seated_identities(after)
    if [who for who in old if who in new] != [who for who in new if who in old]:
        parts.append(translate("the order of the seats"))
    was_out = {each.identity for each in before.members if each.is_excluded}
    for each in after.members:
        if each.is_excluded and each.identity not in was_out:
            parts.append(translate("{name} is excluded", name=printable(each.name)))
        elif not each.is_excluded and each.identity in was_out:
            parts.append(translate("{name} may sit down again", name=printable(each.name)))
    return tuple(parts)


def propose_preset(peer: ProposingPeer, preset: TablePreset, lobby: LobbySnapshot) -> None:
    """Propose all that a preset sets: rules, log and seats; who sits is drawn, if there is a seat for everybody."""
    seated = seated_identities(lobby)
    peer.propose_changes(rules=rules_lines(preset.ruleset), options={"log": preset.log}, places=preset.seats,
                         order=drawn_order(seated) if len(seated) <= preset.seats else None)


def seated_identities(lobby: LobbySnapshot) -> list[bytes]:
    return [each.identity for each in lobby.members if each.is_seated]

"""The certificate of a game over the network: who has signed it, what was proven, whose hands are open, where it is kept."""

from __future__ import annotations

from collections.abc import Iterator

from acquire_client.language import Words
from acquire_client.matches.evening import Evening
from acquire_client.matches.journals import CheckedJournal
from acquire_client.view_model.fair_play import FairLine, Standing, head_text
from acquire_client.view_model.votes import lost_reason
from acquire_client.view_model.wording import text_in
from acquire_client.view_model.words import TableNames, printable
from acquire_net import fingerprint_of, fingerprint_text, option_value


def certificate_lines(evening: Evening, words: Words) -> tuple[FairLine, ...]:
    """Return what this program has of the last game: signatures, fingerprint, proofs, hands, players, and the file."""
    if evening.match is None or evening.begun is None:
        return ()
    names = evening.match.names.in_language(words)
    return (*_signature_lines(evening, names), *_proof_lines(evening, words), *_hand_lines(evening, names),
            *_player_lines(evening, names), *_file_lines(evening, words))


def _signature_lines(evening: Evening, names: TableNames) -> Iterator[FairLine]:
    ended, translate = evening.ended, names.words.translate
    if ended is None:
        yield FairLine(translate("The result is being signed."), Standing.WAITS)
        return
    missing = [seat for seat in range(len(names.seats)) if seat not in ended.signed and seat not in evening.lost]
    signed = [names.seat(seat) for seat in ended.signed]
    yield FairLine(translate("The result is signed by {names:and}.", names=signed), Standing.GOOD)
    if missing:
        yield FairLine(translate("The signature of {names:and} is missing.", names=[names.seat(seat) for seat in missing]),
                       Standing.WAITS)
    yield FairLine(translate("Fingerprint of the game: {head}. All who have the same have the same game.",
                             head=head_text(ended.head)), Standing.GOOD)


def _proof_lines(evening: Evening, words: Words) -> Iterator[FairLine]:
    if (proofs := evening.proofs) is not None:
        yield FairLine(words.translate("{shuffles:shuffle|shuffles}, {draws:draw|draws} and {shown:played tile|played "
                                       "tiles} were proven to this program.", shuffles=proofs.shuffles, draws=proofs.draws,
                                       shown=proofs.shown), Standing.GOOD)


def _hand_lines(evening: Evening, names: TableNames) -> Iterator[FairLine]:
    translate, begun = names.words.translate, evening.begun
    if begun is not None and option_value(begun.options, "hands") == "closed":
        yield FairLine(translate("Hands stay hidden: so all have agreed at this table."), Standing.WAITS)
        return
    closed = [name for seat, name in enumerate(names.seats) if seat not in evening.opened and seat not in evening.lost]
    opened = [names.seat(seat) for seat in evening.opened]
    if opened:
        text = (translate("All have agreed to open their hands. {names:and} have done it.", names=opened) if len(opened) > 1
                else translate("All have agreed to open their hands. {name} has done it.", name=opened[0]))
        yield FairLine(text, Standing.WAITS if closed else Standing.GOOD)
    if closed:
        yield FairLine(translate("The hands of {names:and} are not open yet.", names=closed), Standing.WAITS)


def _player_lines(evening: Evening, names: TableNames) -> Iterator[FairLine]:
    begun, translate = evening.begun, names.words.translate
    for seat, identity in enumerate(begun.identities if begun is not None else ()):
        key = fingerprint_text(fingerprint_of(identity))
        if seat in evening.lost:
            yield FairLine(translate("{name}, key {key}: out of the game before its end ({why}).", name=names.seat(seat), key=key,
                                     why=lost_reason(evening.lost[seat], names)), Standing.WAITS)
        else:
            yield FairLine(translate("{name}, key {key}", name=names.seat(seat), key=key), Standing.GOOD)


def _file_lines(evening: Evening, words: Words) -> Iterator[FairLine]:
    path = evening.begun.journal if evening.begun is not None else None
    if path is not None:
        yield FairLine(words.translate("The journal, with every signature and proof: {path}", path=printable(str(path))),
                       Standing.GOOD)


def verdict_line(found: CheckedJournal, words: Words) -> FairLine:
    """Return what the verifier has found in the file, in one line."""
    report, translate = found.report, words.translate
    if report is None:
        return FairLine(translate("Not valid: {why}.", why=text_in(words, found.trouble)), Standing.BAD)
    if report.unused:
        return FairLine(translate("Valid so far, but {count:entry|entries} of the file cannot be used, because something before "
                                  "is missing. Ask another player for a copy.", count=report.unused), Standing.BAD)
    if report.convictions:
        seat = report.convictions[0].seat
        return FairLine(translate("Valid, and it proves that {name} has broken the rules.",
                                  name=printable(report.table.seats[seat].name)), Standing.BAD)
    if found.against_rules:
        return FairLine(translate("Valid, but the opened hands show what nobody could see in the game: {why}.",
                                  why=printable(found.against_rules)), Standing.BAD)
    return FairLine(translate("Valid: {blocks:step|steps}, and every signature, proof and rule of them holds.",
                              blocks=report.blocks), Standing.GOOD)

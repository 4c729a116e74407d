"""News of a network table for a person, each in one sentence, and what the table waits for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from acquire_client.language import Words, message
from acquire_client.matches.evening import Evening
from acquire_client.view_model import clock as clock_texts
from acquire_client.view_model.lobby_changes import change_line
from acquire_client.view_model.seat_state import is_out, share_caught_up, unanswered_s
from acquire_client.view_model.votes import lost_reason, void_draw_line, vote_line
from acquire_client.view_model.wording import text_at_table, text_in
from acquire_client.view_model.words import TableNames, printable, shortened
from acquire_net import events

WORTH_SAYING_S = 5
"""So long the table may wait without a figure."""

LEFT_FOR_NOW = message("{names:and} has left for now and wants to come back.")

Seats = tuple[int, ...]


def news_text(event: events.PeerEvent, evening: Evening, words: Words) -> tuple[str, bool] | None:
    """Return what a person reads about an event, and True if it is bad news; None where it is not worth a line."""
    if evening.match is not None:
        news = _news_of_a_game(event, evening, evening.match.names.in_language(words))
        if news is not None:
            return news
    return _news_of_the_lobby(event, evening, words)


def _news_of_a_game(event: events.PeerEvent, evening: Evening, names: TableNames) -> tuple[str, bool] | None:
    translate, mine = names.words.translate, evening.match.seat if evening.match is not None else None
    match event:
        case events.SeatLost(seat) if seat == mine:
            return translate("The others have gone on without you: {why}.", why=lost_reason(event, names)), True
        case events.SeatLost(seat):
            return translate("{name} is out of the game: {why}. The others play on.", name=names.seat(seat),
                             why=lost_reason(event, names)), False
        case events.ClaimChanged() if event.holds or not evening.paused:  # what a pause takes back, the pause says
            return vote_line(event, names, mine), False
        case events.Paused(seats):
            return pause_text([names.seat(seat) for seat in seats], names.words) or translate("The pause is over."), False
        case events.Caught(seat, reason):
            return translate("{name} has broken the rules of the table: {why}.", name=names.seat(seat),
                             why=text_at_table(names, reason)), True
        case events.DrawVoid():
            return void_draw_line(event, names), False
        case events.Regroup(lost):
            return translate("Lost before the game began: {names:and}. The others start again.",
                             names=[names.seat(seat) for seat in lost]), False
        case events.TableSplit():
            return translate("There are two games of this table now, because a player has signed two different things. The proof "
                             "lies beside the journal."), True
        case events.AnsweredAtZero(action):
            return clock_texts.answered_at_zero(action, names.words), True
        case events.OutOfTime(seat) if seat != mine:
            return clock_texts.time_is_up(names.seat(seat), names.words), False
        case events.Declined(reason):
            return translate("The table did not accept that: {why}.", why=text_at_table(names, reason)), True
        case events.SeatStopped(reason):
            return translate("This seat has stopped: {why}. A report lies beside the journal.",
                             why=text_at_table(names, reason)), True
        case events.HandedOver():
            return _handing_over(evening, names)
        case events.LeftForNow():
            left = evening.left_for_now.new()
            return (translate(LEFT_FOR_NOW, names=[names.seat(seat) for seat in left]), False) if left else None
        case events.SeatReturns(seat, done, total) if done == total:
            return translate("{name} is here again.", name=names.seat(seat)), False
        case events.SeatReturns(seat, 0):
            return translate("{name} is back and is catching up.", name=names.seat(seat)), False
        case events.Disagreement(conviction, _, None):
            return translate("The program of {name} computes another position than this one: one of the two is wrong. A report "
                             "lies beside the journal.", name=names.seat(conviction.seat)), True
        case events.TwoOfUs():
            return translate("Another program plays with the key of this seat: this program sends nothing more for it."), True
    return None


def _handing_over(evening: Evening, names: TableNames) -> tuple[str, bool] | None:
    """Return who has handed a seat to a computer player, or taken one back; None where it was the person here alone."""
    mine = evening.match.seat if evening.match is not None else None
    sentences = [names.translate("A computer player answers for {name} now.", name=names.seat(seat))
                 for seat in evening.handed_over.new(mine)]
    sentences += [names.translate("{name} plays again.", name=names.seat(seat)) for seat in evening.handed_over.gone(mine)]
    return (" ".join(sentences), False) if sentences else None


def _news_of_the_lobby(event: events.PeerEvent, evening: Evening, words: Words) -> tuple[str, bool] | None:
    translate = words.translate
    match event:
        case events.Said(identity, line, name, is_earlier):
            return None if is_earlier or evening.is_me(identity) else (f"{shortened(name)}: {shortened(line)}", False)
        case events.Gone(_, name):
            return translate("{name} has left.", name=printable(name)), False
        case events.ProposalChanged(author, changes, seating):
            proposed = [text_in(words, change) for change in changes if change not in seating]
            if evening.is_me(author) or evening.proposals_heard == 1 or not proposed:
                return None  # a newcomer reads the proposal at the table itself
            if evening.last_change is not None and (line := change_line(evening.last_change, words)):
                return line, False
            who = _name_of(author, evening) or translate("The host")
            return translate("{name} changed: {changes}.", name=who, changes="; ".join(proposed)), False
        case events.ProposalRefused(_, reason):
            return translate("That cannot be played here: {why}.", why=text_in(words, reason)), True
        case events.Excluded(_, name):
            return translate("{name} has excluded you from the table.", name=printable(name)), True
        case events.TableFull(reason):
            return translate("There is no seat for you: {why}.", why=text_in(words, reason)), True
        case events.KeyChanged(_, name):
            return translate("Two programs use the key of {name} at the same time. Ask before you play.",
                             name=printable(name)), True
        case events.RunsTwice():
            return translate("Another program at this table uses your key: stop one of the two."), True
        case events.LinkRefused(_, reason):
            return translate("A program was turned away: {why}.", why=text_in(words, reason)), False
        case events.Trouble(text):
            return text_in(words, text), True
        case events.Notice(text) | events.GameRuns(_, text):
            return text_in(words, text), False
    return None


def _name_of(identity: bytes, evening: Evening) -> str:
    members = evening.lobby.members if evening.lobby is not None else ()
    return next((printable(each.name) for each in members if each.identity == identity), "")


def waiting_text(evening: Evening, words: Words) -> str:
    """Return what the table waits for while the person here is not asked."""
    match = evening.match
    if match is None:
        return ""
    names, translate = match.names.in_language(words), words.translate

    def named(seats: Seats) -> list[str]:
        return [names.seat(seat) for seat in seats]

    if evening.disk_trouble:
        return translate("The table waits for the disk: {why}.", why=text_in(words, evening.disk_trouble))
    if match.is_sending:
        return translate("Sending your answer …")
    if evening.adjourned:
        return translate("Too few players without {names:and}. The game goes on when they are back.",
                         names=named(evening.adjourned))
    if evening.paused:
        return pause_text(named(evening.paused), words)
    return _waiting_for_seats(evening, words, named)


def pause_text(names: Sequence[str], words: Words) -> str:
    """Return who has asked for a pause and what that means; empty where nobody has."""
    return words.translate("A pause, asked for by {names:and}: no clock runs, and no vote counts.", names=names) if names else ""


def running_votes(evening: Evening, names: TableNames) -> list[str]:
    """Return for each seat with votes to go on without it who votes, and how many votes it takes."""
    mine = None if evening.match is None else evening.match.seat
    lines = []
    for target, votes in sorted(evening.votes.items()):
        who, counts = [names.seat(seat) for seat in sorted(votes.voters)], {"votes": votes.count, "needed": votes.needed}
        if not who:
            continue
        if target == mine:
            lines.append(names.translate("To go on without you: {who:and}. {votes} of {needed} needed.", who=who, **counts))
        else:
            lines.append(names.translate("To go on without {target}: {who:and}. {votes} of {needed} needed.", who=who,
                                         target=names.seat(target), **counts))
    return lines


def silence_hint(evening: Evening, words: Words) -> str:
    """Return what a player can do about seats that do not answer; empty where all of them do, where `waiting_text` says more, and
    for those who watch."""
    match, waiting = evening.match, evening.waiting.seats
    if match is None or match.seat is None or match.is_sending or evening.disk_trouble or evening.adjourned or evening.paused:
        return ""
    if not waiting or not set(waiting) <= set(evening.silent) or any(seat in evening.returning for seat in waiting):
        return ""
    if sum(not is_out(evening, seat) for seat in range(len(match.players))) <= 2:
        return words.translate("The seat is kept. You can wait, or leave and return to this table later.")
    return words.translate("The seat is kept. You can wait, or vote under Seats (P) to go on without this player.")


def _waiting_for_seats(evening: Evening, words: Words, named: Callable[[Seats], list[str]]) -> str:
    waiting, translate, seconds = evening.waiting, words.translate, int(evening.waiting_s())
    back = next((seat for seat in waiting.seats if seat in evening.returning), None)
    if back is not None:
        share = share_caught_up(evening.returning[back])
        return translate("{names:and} is back, catching up: {share:%}", names=named((back,)), share=share)
    silent = tuple(seat for seat in waiting.seats if seat in evening.silent)
    if silent and all(seat in evening.left_for_now.now for seat in silent):
        return translate(LEFT_FOR_NOW, names=named(silent))
    if silent:
        return translate("No answer from {names:and} for {seconds} s.", names=named(silent),
                         seconds=max(unanswered_s(evening, seat) for seat in silent))
    if not waiting.seats:
        return translate("The programs draw and check the tiles …")
    if not waiting.deciding:
        return translate("Waiting for the program of {names:and} …", names=named(waiting.seats))
    if evening.stand_in is not None and evening.match is not None and evening.match.seat in waiting.seats:
        return translate("A computer player answers for you …")
    clock = evening.clock_now()
    text = translate("Waiting for {names:and}", names=named(waiting.seats))
    if clock is not None and clock.seat in waiting.seats and clock.decision_ms + clock.bank_ms:
        return f"{text} · {clock_texts.minutes_text(clock.decision_ms or clock.bank_ms)}"
    return f"{text} · {clock_texts.minutes_text(1000 * seconds)}" if seconds >= WORTH_SAYING_S else text


def own_clock_text(evening: Evening, words: Words) -> str:
    """Return how much time the person here has for the decision; empty where no clock runs for it."""
    clock = evening.clock_now()
    if clock is None or evening.match is None or clock.seat != evening.match.seat:
        return ""
    return clock_texts.own_clock(clock.decision_ms, clock.bank_ms, clock.runs, words)

"""Simultaneous play in German: answers that are shown together, and bids."""

from __future__ import annotations

ROUNDS: dict[str, str] = {
    "All {count} answer secretly; the answers are shown together.":
        "Alle {count} antworten geheim; die Antworten werden gemeinsam aufgedeckt.",
    "1 of {count} has answered.": "1 von {count} hat geantwortet.",
    "{answered} of {count} have answered.": "{answered} von {count} haben geantwortet.",
    "{who} {tile}": "{who} {tile}",
    "{who} {count}": "{who} {count}",
    "These tiles are in each other's way: {chosen:and}. The higher bid goes first.":
        "Diese Steine kommen sich in die Quere: {chosen:und}. Wer mehr bietet, ist zuerst dran.",
    "The market has {left:share|shares} of {chain}, and more are wanted: {wanted:and}. The higher bid is served first.":
        "Der Markt hat {left:Aktie|Aktien} von {chain}, aber es werden mehr gewünscht: {wanted:und}. Wer mehr bietet, wird "
        "zuerst bedient.",
    "The last in the order pays nothing. A tie goes to {who}.":
        "Wer zuletzt kommt, zahlt nichts. Bei gleichen Geboten ist {who} zuerst dran.",
    "Cash {cash:$}; bids in steps of {step:$}, up to {highest:$}.":
        "Bargeld {cash:$}; Gebote in Schritten von {step:$}, bis {highest:$}.",
    "bid nothing": "nichts bieten",
    "bid {dollars:$}": "{dollars:$} bieten",
    "Bid {dollars:$}.": "{dollars:$} bieten.",
    "Your bid": "Dein Gebot",
    "{who} bids.": "{who} bietet.",
    "{who} chooses a tile.": "{who} wählt einen Stein.",
    "end the game: it ends if one player wants it": "das Spiel beenden: es endet, wenn einer es will",
    "{seat} chooses {tile}.": "{seat} wählt {tile}.",
    "{seat} bids {dollars:$}.": "{seat} bietet {dollars:$}.",
    "{seat} wants to {parts:and}.": "{seat} will {parts:und}.",
    "{count} answer secretly": "{count} antworten geheim",
    "{seat} orders {shares:and}.": "{seat} bestellt {shares:und}.",
    "{seat} wants the game to end.": "{seat} will das Spiel beenden.",
    "{seat} wants to play on.": "{seat} will weiterspielen.",
    "All answer at once and secretly; who is in another's way bids for the order.":
        "Alle antworten zugleich und geheim; wer sich in die Quere kommt, bietet um die Reihenfolge.",
    "The players take turns.": "Die Spieler sind der Reihe nach am Zug.",
    "All at once": "Alle zugleich",
    "all at once": "alle zugleich",
    "All at once does not go together with {rules:and}. Change one of them.":
        "„Alle zugleich“ verträgt sich nicht mit {rules:und}. Ändere eines davon.",
    "Round {turn}": "Runde {turn}",
    "round {turn}": "Runde {turn}",
    "Round {turn}: {name} leads": "Runde {turn}: {name} beginnt",
    "Bids for the order of the tiles": "Gebote um die Reihenfolge der Steine",
    "Bids for {left:share|shares} of {chain}": "Gebote für {left:Aktie|Aktien} von {chain}",
    "In each group the higher bid goes first, and the last pays nothing.":
        "In jeder Gruppe ist zuerst dran, wer mehr bietet; wer zuletzt kommt, zahlt nichts.",
    "has bid ✓": "hat geboten ✓",
    "bids …": "bietet …",
    "Bid nothing": "Nichts bieten",
    "Bid {dollars:$}": "{dollars:$} bieten",
    "up to {money:$}": "bis {money:$}",
    "{name} answers again": "{name} antwortet neu",
    "An answer can be changed until all have answered.": "Eine Antwort lässt sich ändern, bis alle geantwortet haben.",
    "Round {turn} begins: {seat} leads.": "Runde {turn} beginnt mit {seat}.",
}

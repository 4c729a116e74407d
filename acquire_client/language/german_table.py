"""German for the action bar of the table: what the person has to do, what Enter does, and what an answer would bring."""

from __future__ import annotations

TABLE: dict[str, str] = {
    "YOUR TURN": "DU BIST DRAN",
    "YOU DECIDE": "DU ENTSCHEIDEST",
    # what to do, in at most four words
    "End the game?": "Das Spiel beenden?",
    "Use a power?": "Eine Sonderkraft einsetzen?",
    "Draw new tiles?": "Neue Steine ziehen?",
    "Place a tile": "Einen Stein legen",
    "Name your chain": "Deine Kette benennen",
    "Which chain survives?": "Welche Kette überlebt?",
    "Which is settled next?": "Welche wird zuerst abgerechnet?",
    "Sell, trade or keep?": "Verkaufen, tauschen, behalten?",
    "Merger by {name}: sell, trade or keep?": "Fusion durch {name}: verkaufen, tauschen, behalten?",
    "Trade 2 for 1?": "2 für 1 tauschen?",
    "Buy up to {count} shares": "Bis {count} Aktien kaufen",
    "Buy 1 share": "1 Aktie kaufen",
    "Nothing to buy": "Nichts zu kaufen",
    "Set dead tiles aside?": "Tote Steine ablegen?",
    "Pick a tile": "Einen Stein wählen",
    # the primary button
    "Take {tile}": "{tile} nehmen",
    "Skip buying": "Nicht kaufen",
    "Take nothing": "Nichts nehmen",
    "Take {count} free": "{count} gratis nehmen",
    "Buy {count} for {money:$}": "{count} für {money:$} kaufen",
    "Sell {count} for {money:$}": "{count} für {money:$} verkaufen",
    "Buy {bought}, sell {sold}": "{bought} kaufen, {sold} verkaufen",
    "Sell {sell}, trade {trade}": "{sell} verkaufen, {trade} tauschen",
    "Trade {count} for {got} {chain}": "{count} gegen {got} {chain}",
    "Keep {count:share|shares}": "{count:Aktie|Aktien} behalten",
    "Trade 2 {give} for 1 {get}": "2 {give} für 1 {get}",
    "Done": "Fertig",
    "Set aside {count:tile|tiles}": "{count:Stein|Steine} ablegen",
    "Keep all tiles": "Alle Steine behalten",
    # why Enter does nothing
    "Nothing is chosen yet: press one of the keys, or use the arrows and Enter.":
        "Noch ist nichts gewählt: Drücke eine der Tasten, oder nimm die Pfeile und Enter.",
    "No tile is chosen yet: press its number, or use the arrows and Enter.":
        "Noch ist kein Stein gewählt: Drücke seine Zahl, oder nimm die Pfeile und Enter.",
    "Choose which chain to give, then which to get.": "Wähle, welche Kette du gibst, dann, welche du nimmst.",
    "Choose which chain to get.": "Wähle, welche Kette du nimmst.",
    # a disposal
    "You hold {hold} {gone}.": "Du behältst {hold} {gone}.",
    "You get {got:and}; you hold {hold} {gone}.": "Du bekommst {got:und}; du behältst {hold} {gone}.",
    "{chain}: {left} left": "{chain}: noch {left}",
    "{chain}: {left} left, {price:$} after the merger": "{chain}: noch {left}, {price:$} nach der Fusion",
    "{price:$} each": "je {price:$}",
    "{price:$} now": "jetzt {price:$}",
    "2 → 1 {chain} ({price:$})": "2 → 1 {chain} ({price:$})",
    "Sell shares of {gone} to the market at the price before the merger.":
        "Aktien von {gone} zum Preis vor der Fusion an die Bank verkaufen.",
    "Dead: no tile can ever be placed between these chains.":
        "Tot: Zwischen diese Ketten kann nie ein Stein gelegt werden.",
    "Give two shares of {gone} for one of {into}, at its price after the merger.":
        "Zwei Aktien von {gone} für eine von {into} geben, zu deren Preis nach der Fusion.",
    "Shares of {gone} are worth nothing until the chain is founded again.":
        "Aktien von {gone} sind nichts wert, bis die Kette neu gegründet wird.",
    "{count} × {price:$} = {amount:$}": "{count} × {price:$} = {amount:$}",
    "{give} → {got} {chain} ({price:$})": "{give} → {got} {chain} ({price:$})",
    # the stage of a merger
    "The market": "Die Bank",
    "counts as a holder": "zählt als Besitzer",
    "Nobody gets a bonus.": "Niemand bekommt einen Bonus.",
    "Sole holder: {pots}": "Einziger Besitzer: {pots}",
    "Tied for first: {pots} shared by {count}, {amount:$} each": "Gleichauf Erste: {pots} durch {count}, je {amount:$}",
    "Tied for second: {pots} shared by {count}, {amount:$} each": "Gleichauf Zweite: {pots} durch {count}, je {amount:$}",
    "Tied for third: {pots} shared by {count}, {amount:$} each": "Gleichauf Dritte: {pots} durch {count}, je {amount:$}",
    "{text} (rounded up)": "{text} (aufgerundet)",
    "The chains are equally large. {name} decides which one is settled next.":
        "Die Ketten sind gleich groß. {name} bestimmt, welche zuerst abgerechnet wird.",
    "The chains are equally large. You decide which one is settled next.":
        "Die Ketten sind gleich groß. Du bestimmst, welche zuerst abgerechnet wird.",
    # previews
    "You decide now": "Du entscheidest jetzt",
    "The chains are equally large. You decide which one survives.": "Die Ketten sind gleich groß. Du bestimmst, welche überlebt.",
    "If {chain} survives, no bonus is paid at once.": "Überlebt {chain}, wird nicht gleich ein Bonus gezahlt.",
    "If {chain} survives: {bonuses:and}.": "Überlebt {chain}: {bonuses:und}.",
    "{name} +{amount:$}": "{name} +{amount:$}",
    "{tile} {why}.": "{tile} {why}.",
    "{size} × {price:$}": "{size} × {price:$}",
}

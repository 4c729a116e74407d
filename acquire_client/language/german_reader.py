"""German for what only a screen reader reads out: names of things that stand there as pictures or in tables."""

from __future__ import annotations

READER: dict[str, str] = {
    "Table": "Spieltisch",
    "Board": "Brett",
    "Row {row}": "Reihe {row}",
    "loose tile": "loser Stein",
    "your tile": "dein Stein",
    "empty": "leer",
    "just placed by {name}": "gerade gelegt von {name}",
    "new since your last turn": "neu seit deinem letzten Zug",
    "rank {rank}": "Rang {rank}",
    "decides now": "entscheidet gerade",
    "on turn": "am Zug",
    "{chain}: concealed": "{chain}: verdeckt",
    "concealed": "verdeckt",
    "{chain}: some shares": "{chain}: einige Aktien",
    "{chain}: {count:share|shares}": "{chain}: {count:Aktie|Aktien}",
    "no price": "kein Preis",
    "A game between computer players goes on here.": "Hier läuft ein Spiel zwischen Computern.",
    "To the beginning": "Zum Anfang",
    "One move back": "Ein Schritt zurück",
    "One move forward": "Ein Schritt weiter",
    "To the end": "Zum Ende",
    "{name}: {first} at the beginning, {last} at the end": "{name}: {first} am Anfang, {last} am Ende",
    "Seat {number}: name": "Platz {number}: Name",
    "Seat {number}: person or computer": "Platz {number}: Mensch oder Computer",
    "Seat {number}: level": "Platz {number}: Stufe",
    "Seat {number}: remove": "Platz {number}: entfernen",
    "Seat {number}: style": "Platz {number}: Spielweise",
    "Standings": "Rangliste",
    "{rank}. {name}: {money:$}, of it cash {cash:$}, final bonuses {bonuses:$}, shares {shares:$}":
        "{rank}. {name}: {money:$}, davon Geld {cash:$}, Boni am Ende {bonuses:$}, Aktien {shares:$}",
    "bonuses {amount:$}": "Boni {amount:$}",
    "{count:share|shares}": "{count:Aktie|Aktien}",
}

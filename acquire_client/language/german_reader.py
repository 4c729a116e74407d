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
    "rank {rank}": "Rang {rank}",
    "decides now": "entscheidet gerade",
    "on turn": "am Zug",
    "{chain}: concealed": "{chain}: verdeckt",
    "concealed": "verdeckt",
    "{chain}: some shares": "{chain}: einige Aktien",
    "{chain}: {count:share|shares}": "{chain}: {count:Aktie|Aktien}",
    "no price": "kein Preis",
}

"""German for reviews: accuracy, mistakes, turning points, and games that are tried again."""

from __future__ import annotations

REVIEW: dict[str, str] = {
    # what was found
    "Turn {turn}: {played}; better: {better}": "Zug {turn}: {played}; besser: {better}",
    "Turn {turn}: {cause}": "Zug {turn}: {cause}",
    "You chose: {move} ({chance:%}).": "Du wähltest: {move} ({chance:%}).",
    "{name} {before:%} → {after:%}.": "{name} {before:%} → {after:%}.",
    "A good turn": "Ein guter Zug",
    "Luck: no better tiles": "Glück: keine besseren Steine",
    "Luck: {mover}'s turn": "Glück: Zug von {mover}",
    "Luck: a drawn tile": "Glück: ein gezogener Stein",
    # trying again
    "This record does not say which tiles come next, so it cannot be played again.":
        "Diese Aufzeichnung sagt nicht, welche Steine folgen, und kann nicht noch einmal gespielt werden.",
    "A player of this record is not known here, so it cannot be played again.":
        "Ein Spieler dieser Aufzeichnung ist hier nicht bekannt, sie kann nicht noch einmal gespielt werden.",
    "A program played here. The record does not say which, so it cannot be played again.":
        "Hier spielte ein Programm. Die Aufzeichnung sagt nicht welches und kann nicht noch einmal gespielt werden.",
    "Only computer players played here.": "Hier spielten nur Computer.",
    "The game was over then.": "Da war das Spiel zu Ende.",
}

"""German texts of what is proven at a table over the network: the set-up, fair play, the certificate, trouble."""

from __future__ import annotations

FAIR_PLAY: dict[str, str] = {
    # the set-up
    "Shuffling together": "Gemeinsam mischen",
    "Every player mixes the bag, so nobody can know it.": "Jeder mischt den Beutel, also kann ihn niemand kennen.",
    "Each program makes a key for this bag and proves that it knows it: {done} of {of} here.":
        "Jedes Programm macht einen Schlüssel für diesen Beutel und beweist, dass es ihn kennt: {done} von {of} sind da.",
    "{name}'s program mixes {tiles} tiles and puts a new mask on each of them.":
        "Das Programm von {name} mischt {tiles} Steine und gibt jedem eine neue Maske.",
    "All have mixed. Every program signs that it has the same bag.":
        "Alle haben gemischt. Jedes Programm unterschreibt, dass es denselben Beutel hat.",
    "Each player proves that all {tiles} tiles are still in the bag, without saying where: {done} of {of} checked here.":
        "Jeder beweist, dass noch alle {tiles} Steine im Beutel sind, ohne zu sagen, wo: {done} von {of} sind hier geprüft.",
    "The tiles in the hands leave the new bag, and nobody sees them.":
        "Die Steine auf den Händen verlassen den neuen Beutel, ohne dass jemand sie sieht.",
    "Every program opens its share of the first tiles, with a proof: {done} of {of} checked here.":
        "Jedes Programm öffnet seinen Anteil an den ersten Steinen, mit einem Beweis: {done} von {of} sind hier geprüft.",
    "{name} goes first.": "{name} beginnt.",
    "Go back to the lobby?": "Zurück in die Lobby?",
    "The others begin again without you, and you can play the next game. If their programs begin this one before yours has told "
    "them, you leave it for good.":
        "Die anderen beginnen noch einmal ohne dich, und du kannst beim nächsten Spiel mitspielen. Beginnen ihre Programme "
        "dieses, bevor deines es ihnen gesagt hat, verlässt du es endgültig.",
    "Back to the lobby": "In die Lobby",
    "The game has begun meanwhile.": "Das Spiel hat inzwischen begonnen.",
    "Going back to the lobby …": "Zurück in die Lobby …",
    "shuffle checked": "Mischen geprüft",
    "not checked yet": "noch nicht geprüft",
    "✓ checked": "✓ geprüft",
    "mixes": "mischt",
}

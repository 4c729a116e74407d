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
    "The others begin again without you, and you can play the next game. If their programs begin this one before yours has said "
    "so, you leave it for good.":
        "Die anderen beginnen noch einmal ohne dich, und du kannst beim nächsten Spiel mitspielen. Beginnen ihre Programme "
        "dieses, bevor deines es ihnen gesagt hat, verlässt du es endgültig.",
    "Back to the lobby": "In die Lobby",
    "The game has begun meanwhile.": "Das Spiel hat inzwischen begonnen.",
    "Going back to the lobby …": "Zurück in die Lobby …",
    "not checked yet": "noch nicht geprüft",
    "✓ checked": "✓ geprüft",
    "mixes": "mischt",
    # the tab of fair play
    "Fair play": "Fair Play",
    "What does this mean?": "Was heißt das?",
    "What the proofs mean": "Was die Beweise bedeuten",
    "{name} has broken the rules, and it is proven": "{name} hat die Regeln verletzt, und das ist bewiesen",
    "{name}'s program has come to another position": "Das Programm von {name} ist zu einer anderen Stellung gekommen",
    "The bag is being mixed: {done} of {of} shuffles checked": "Der Beutel wird gemischt: {done} von {of} Mal Mischen geprüft",
    "{count:shuffle|shuffles} checked, none is missing": "{count:Mal|Mal} Mischen geprüft, keines fehlt",
    "Nothing has been shuffled yet": "Noch ist nichts gemischt",
    "No tile has been drawn yet": "Noch wurde kein Stein gezogen",
    "{draws:draw|draws} and {shown:played tile|played tiles} proven":
        "{draws:Zug|Züge} aus dem Beutel und {shown:gelegter Stein|gelegte Steine} bewiesen",
    "{draws:draw|draws} proven": "{draws:Zug|Züge} aus dem Beutel bewiesen",
    "There is no record yet": "Noch gibt es kein Protokoll",
    "{names:and} must still sign the record {head}": "Von {names:und} fehlt noch die Unterschrift unter das Protokoll {head}",
    "Everybody has the same record: {head}": "Alle haben dasselbe Protokoll: {head}",
    "No program deals the tiles. All programs mix the bag one after the other, and each puts a mask on every tile. Only all "
    "together can take the masks off.":
        "Kein Programm teilt die Steine aus. Alle mischen den Beutel nacheinander, und jedes gibt jedem Stein eine Maske. Nur "
        "alle zusammen können die Masken abnehmen.",
    "A shuffle is checked when its author has proven to this program that the same tiles are in the bag as before, without "
    "showing where they lie. If one player mixes honestly, nobody knows the order.":
        "Ein Mischen ist geprüft, wenn diesem Programm bewiesen wurde, dass dieselben Steine im Beutel sind wie vorher, ohne zu "
        "zeigen, wo sie liegen. Mischt auch nur einer ehrlich, kennt niemand die Reihenfolge.",
    "A draw is proven when every other program has opened its share of the mask, with a proof that it is the right one. Then "
    "the tile is the one that lay there, and only its owner can see it. Nobody can choose it.":
        "Ein Zug aus dem Beutel ist bewiesen, wenn jedes andere Programm seinen Anteil an der Maske geöffnet und bewiesen hat, "
        "dass es der richtige ist. Dann ist es der Stein, der dort lag, und nur sein Besitzer sieht ihn. Niemand kann ihn "
        "aussuchen.",
    "A played tile is proven to have been in the hand that it came from.":
        "Von einem gelegten Stein ist bewiesen, dass er auf der Hand war, von der er kommt.",
    "After each step every program signs a fingerprint of all that has happened. If the first characters are the same on all "
    "screens, all have the same game: read them aloud and compare.":
        "Nach jedem Schritt unterschreibt jedes Programm einen Fingerabdruck von allem, was geschehen ist. Sind die ersten "
        "Zeichen auf allen Bildschirmen gleich, haben alle dasselbe Spiel: lest sie vor und vergleicht.",
    "Up to now {blocks:step is|steps are} final. The fingerprint of the last one is {head}.":
        "Bis jetzt sind {blocks:Schritt|Schritte} endgültig. Der Fingerabdruck des letzten ist {head}.",
    "What no proof prevents: players who tell each other their tiles, and anyone who looks at your screen.":
        "Was kein Beweis verhindert: dass Spieler einander ihre Steine verraten, oder dass jemand auf deinen Bildschirm sieht.",
}

"""German for reviews: accuracy, mistakes, turning points, and games that are tried again."""

from __future__ import annotations

REVIEW: dict[str, str] = {
    # what was found
    "Turn {turn}: {what}": "Zug {turn}: {what}",
    "Round {turn}: {what}": "Runde {turn}: {what}",
    "You chose: {move} ({chance:%}).": "Du wähltest: {move} ({chance:%}).",
    "You chose: {move}. It cost {loss:%} of your money at the end.":
        "Du wähltest: {move}. Das kostete {loss:%} deines Geldes am Ende.",
    "{name} chose: {move}. It cost {loss:%} of their money at the end.":
        "{name} wählte: {move}. Das kostete {loss:%} des eigenen Geldes am Ende.",
    "Better was: {move}.": "Besser war: {move}.",
    "{name} {before:%} → {after:%}.": "{name} {before:%} → {after:%}.",
    "A good turn": "Ein guter Zug",
    "Luck: no better tiles": "Glück: keine besseren Steine",
    "Luck: {mover}'s turn": "Glück: Zug von {mover}",
    "Luck: a drawn tile": "Glück: ein gezogener Stein",
    "What all did at once": "Was alle zugleich taten",
    "No better move found.": "Kein besserer Zug gefunden.",
    "No mistakes and no turning points.": "Keine Fehler und keine Wendepunkte.",
    "better": "besser",
    # the page
    "Analysis time": "Analysezeit",
    "Stop ({share:%})": "Abbrechen ({share:%})",
    "Review": "Analyse",
    "Review my game": "Mein Spiel prüfen",
    "Review my game ({share:%})": "Mein Spiel prüfen ({share:%})",
    "Computer review of every turn: win chances, mistakes, turning points, and what was better.":
        "Der Computer prüft jeden Zug: Gewinnchancen, Fehler, Wendepunkte, und was besser war.",
    "A strong computer player looks at every decision. You can watch the game meanwhile.":
        "Ein starker Computerspieler prüft jede Entscheidung. Du kannst solange das Spiel ansehen.",
    "{share:%} done": "{share:%} fertig",
    "Accuracy": "Genauigkeit",
    "Mistakes": "Fehler",
    "Luck": "Glück",
    "Mine ({count})": "Meine ({count})",
    "All ({count})": "Alle ({count})",
    "Keep watching": "Weiter ansehen",
    "Too short to analyse.": "Zu kurz für eine Analyse.",
    "Ran out of time; some moves weren't checked.": "Die Zeit reichte nicht; einige Züge sind nicht geprüft.",
    "Stopped early; some moves weren't checked.": "Früh beendet; einige Züge sind nicht geprüft.",
    "{count:decision|decisions} can't be judged: tiles are unknown.":
        "{count:Entscheidung ist|Entscheidungen sind} nicht zu beurteilen: Steine sind unbekannt.",
    "What is this?": "Was ist das?",
    "Show money": "Geld zeigen",
    "Show chances": "Chancen zeigen",
    "Shares of all money": "Anteile am gesamten Geld",
    "The curves show win chances, or shares of all money at the end. Those also differ where a game is lost or won already.":
        "Die Kurven zeigen Gewinnchancen oder Anteile am gesamten Geld am Ende. Diese unterscheiden sich auch dort, wo ein "
        "Spiel schon verloren oder gewonnen ist.",
    "What the figures mean": "Was die Zahlen bedeuten",
    "The win chances are what a person can know who watches the table: the shares and the money, but no tiles.":
        "Die Gewinnchancen sind, was jemand wissen kann, der am Tisch zusieht: Aktien und Geld, aber keine Steine.",
    "A mistake is a move that cost at least 2% of win chance against the move of a strong computer player, by what the player "
    "knew. ?? marks one that cost 10% or more.":
        "Ein Fehler ist ein Zug, der gegenüber dem Zug eines starken Computerspielers mindestens 2\u00a0% Gewinnchance kostete, "
        "nach dem, was der Spieler wusste. ?? steht bei 10\u00a0% und mehr.",
    "Accuracy begins at 100%. Each mistake takes its cost away from what is left: one of 10% and one of 20% leave 72%.":
        "Die Genauigkeit beginnt bei 100\u00a0%. Jeder Fehler nimmt seine Kosten von dem weg, was übrig ist: einer von "
        "10\u00a0% und einer von 20\u00a0% lassen 72\u00a0%.",
    "Money says the same of the money at the end, and so it also counts where a game is lost or won already. It begins at 100%, "
    "and each move that cost at least 3% of what the player could expect takes that away from what is left.":
        "„Geld“ sagt dasselbe vom Geld am Ende und zählt so auch, wenn ein Spiel schon verloren oder gewonnen ist. Es beginnt "
        "bei 100\u00a0%, und jeder Zug, der mindestens 3\u00a0% dessen kostete, was der Spieler erwarten konnte, nimmt das von "
        "dem weg, was übrig ist.",
    "$ marks a move that cost money but hardly a chance, $$ one that cost 10% or more of the money. The five costliest of each "
    "player are listed, and all of them count.":
        "$ steht bei einem Zug, der Geld kostete, aber kaum Chancen, $$ bei 10\u00a0% des Geldes und mehr. Die fünf teuersten "
        "jedes Spielers sind aufgeführt, und alle zählen.",
    "Luck is everything else: the tiles, and what the others did. The chance at the beginning, mistakes and luck add up to the "
    "chance at the end.":
        "Glück ist alles andere: die Steine, und was die anderen taten. Die Chance am Anfang, Fehler und Glück ergeben zusammen "
        "die Chance am Ende.",
    "↑ and ↓ mark turns that changed a player's chance much, without a mistake of that player.":
        "↑ und ↓ stehen bei Zügen, die die Chance eines Spielers stark änderten, ohne einen Fehler von ihm.",
    "The computer player is not always right. Treat a small cost as a hint.":
        "Der Computerspieler hat nicht immer recht. Nimm kleine Kosten als Hinweis.",
    # trying again
    "Try again": "Neu versuchen",
    "Stay here": "Hier bleiben",
    "Try again from here": "Ab hier neu versuchen",
    "Try again from here?": "Ab hier neu versuchen?",
    "You play on from turn {turn} with the same players. The tiles come in the same order as in this game, so you may know some "
    "of them. The new game does not count in your statistics.":
        "Du spielst ab Zug {turn} mit denselben Spielern weiter. Die Steine kommen in derselben Reihenfolge wie in diesem Spiel, "
        "also kennst du vielleicht einige. Das neue Spiel zählt nicht in deiner Statistik.",
    "A new game from this moment: the same players, and tiles in the same order.":
        "Ein neues Spiel ab diesem Moment: dieselben Spieler, und die Steine in derselben Reihenfolge.",
    "Nothing is decided at this moment.": "In diesem Moment wird nichts entschieden.",
    "This record does not say which tiles come next, so it cannot be played again.":
        "Diese Aufzeichnung sagt nicht, welche Steine folgen, und kann nicht noch einmal gespielt werden.",
    "A player of this record is not known here, so it cannot be played again.":
        "Ein Spieler dieser Aufzeichnung ist hier nicht bekannt, sie kann nicht noch einmal gespielt werden.",
    "A program played here. The record does not say which, so it cannot be played again.":
        "Hier spielte ein Programm. Die Aufzeichnung sagt nicht welches und kann nicht noch einmal gespielt werden.",
    "Only computer players played here.": "Hier spielten nur Computer.",
    "You had no seat in this game.": "Du hattest keinen Platz in diesem Spiel.",
    "The game was over then.": "Da war das Spiel zu Ende.",
}

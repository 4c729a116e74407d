"""German for puzzles: their page, the question, and what was best."""

from __future__ import annotations

PUZZLES: dict[str, str] = {
    # the page
    "Puzzles": "Aufgaben",
    "From your games": "Aus deinen Partien",
    "Any theme": "Irgendein Thema",
    "{right} of {count} right": "{right} von {count} richtig",
    "not answered yet": "noch nicht beantwortet",
    "answered right": "richtig beantwortet",
    "not answered right": "nicht richtig beantwortet",
    "Days in a row": "Tage in Folge",
    "Right in a row": "Richtig in Folge",
    "Most right in a row": "Längste richtige Folge",
    # the question
    "Foundings": "Gründungen",
    "Purchases": "Käufe",
    "Placing": "Legen",
    "easy": "leicht",
    "fair": "mittel",
    "hard": "schwer",
    "Puzzle of the day: {theme}, {grade}": "Aufgabe des Tages: {theme}, {grade}",
    "Puzzle: {theme}, {grade}": "Aufgabe: {theme}, {grade}",
    "A game was stopped at this decision, and the seat is yours. One answer is clearly the best: each of the others loses at "
    "least 10 more games of 100. Find it.":
        "Eine Partie wurde bei dieser Entscheidung angehalten, und der Platz ist deiner. Eine Antwort ist klar die beste: Jede "
        "andere verliert mindestens 10 von 100 Partien mehr. Finde sie.",
    "Next puzzle": "Nächste Aufgabe",
    "A puzzle is not saved; it can be begun again at any time.":
        "Eine Aufgabe wird nicht gespeichert; sie kann jederzeit neu begonnen werden.",
    "Leave the puzzle?": "Die Aufgabe verlassen?",
    # what was best
    "Right!": "Richtig!",
    "Not the best answer": "Nicht die beste Antwort",
    "{answer}: wins {best:%} of the imagined games, the next best answer {next:%}.":
        "{answer}: gewinnt {best:%} der gedachten Partien, die nächstbeste Antwort {next:%}.",
    "{answer}: wins {best:%} of the imagined games.": "{answer}: gewinnt {best:%} der gedachten Partien.",
    "{answer}: wins {chance:%} of them.": "{answer}: gewinnt {chance:%} davon.",
    "{answer}: wins fewer than {next:%}.": "{answer}: gewinnt weniger als {next:%}.",
    "going on without": "ohne weiterspielen",
    # what goes wrong
    "The results of the puzzles cannot be read: {why}.": "Die Ergebnisse der Aufgaben sind nicht lesbar: {why}.",
    "The results of the puzzles cannot be kept: {why}.": "Die Ergebnisse der Aufgaben können nicht gespeichert werden: {why}.",
    "The file of the puzzles' results was damaged; it is now called {name}.":
        "Die Datei mit den Ergebnissen der Aufgaben war beschädigt; sie heißt jetzt {name}.",
    "The file of the puzzles' results is damaged and cannot be set aside; results are not kept.":
        "Die Datei mit den Ergebnissen der Aufgaben ist beschädigt und lässt sich nicht beiseitelegen; Ergebnisse werden nicht "
        "gespeichert.",
    "This puzzle cannot be set up: {why}.": "Diese Aufgabe lässt sich nicht aufbauen: {why}.",
}

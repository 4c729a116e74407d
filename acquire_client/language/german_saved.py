"""German for games on the disk: unfinished and saved ones, the history, statistics, and a disk that is full."""

from __future__ import annotations

SAVED: dict[str, str] = {
    # the title
    "Quit Acquire?": "Acquire beenden?",
    "Unfinished games are kept.": "Unfertige Spiele bleiben erhalten.",
    "Stay": "Bleiben",
    "Your unfinished game is open in another window.": "Dein unfertiges Spiel ist in einem anderen Fenster offen.",
    "This game is open in another window, or it is over.": "Dieses Spiel ist in einem anderen Fenster offen oder schon zu Ende.",
    # the lists
    "Resume": "Fortsetzen",
    "History": "Frühere Spiele",
    "Statistics": "Statistik",
    "saved": "gespeichert",
    "unfinished": "unfertig",
    "open now": "gerade offen",
    "damaged": "beschädigt",
    "won by {name}": "{name} gewann",
    "won by {names}": "{names} gewannen",
    "won": "gewonnen",
    "2nd of {players}": "2. von {players}",
    "3rd of {players}": "3. von {players}",
    "4th of {players}": "4. von {players}",
    "5th of {players}": "5. von {players}",
    "6th of {players}": "6. von {players}",
    "tried again": "neu versucht",
    "Delete": "Löschen",
    "Delete this game?": "Dieses Spiel löschen?",
    "You can't get it back.": "Du kannst es nicht zurückholen.",
    "Keep it": "Behalten",
    "The game is not deleted: {why}.": "Das Spiel ist nicht gelöscht: {why}.",
    "No game has been finished yet.": "Noch ist kein Spiel beendet.",
    "This game is being played now, here or in another window.":
        "Dieses Spiel wird gerade gespielt, hier oder in einem anderen Fenster.",
    "This file is damaged or is not a saved game, so it cannot be opened.":
        "Diese Datei ist beschädigt oder kein gespeichertes Spiel und kann nicht geöffnet werden.",
    "This file cannot be read: {why}.": "Diese Datei ist nicht lesbar: {why}.",
    # statistics
    "Finished games": "Beendete Spiele",
    "Won": "Gewonnen",
    "Won: {wins} of {games}": "Gewonnen: {wins} von {games}",
    "Wins count where one person played here.": "Siege zählen, wo hier ein Mensch gespielt hat.",
    "{count:game|games} tried again, not counted.": "{count:Spiel|Spiele} neu versucht, nicht gezählt.",
    "{wins} of {games}, {share:%}": "{wins} von {games}, {share:%}",
    "Wins in a row now": "Siege in Folge jetzt",
    "Most wins in a row": "Meiste Siege in Folge",
    "By the strongest computer player": "Nach dem stärksten Computerspieler",
    "By rules": "Nach Regeln",
    "Changed rules": "Geänderte Regeln",
    "Largest merger": "Größte Fusion",
    "{survivor} took over {chains:and}": "{survivor} übernahm {chains:und}",
    "{count:tile|tiles}, {money:$} of bonuses": "{count:Stein|Steine}, {money:$} an Boni",
    # what cannot be kept
    "This game can't be saved": "Dieses Spiel kann nicht gespeichert werden",
    "Save elsewhere": "Anderswo speichern",
    "Leave without saving": "Ohne Speichern gehen",
    "Save and leave": "Sichern und gehen",
    "Name a file or a folder on another disk:": "Nenne eine Datei oder einen Ordner auf einer anderen Platte:",
    "Type the name of a file or of a folder.": "Gib den Namen einer Datei oder eines Ordners ein.",
    "The game cannot be kept on the disk: {why}. If you leave now, it is lost.":
        "Das Spiel kann nicht auf der Platte gehalten werden: {why}. Wenn du jetzt gehst, ist es verloren.",
    "The game cannot be kept on the disk: {why}. If you leave now, you lose everything since turn {turn} began.":
        "Das Spiel kann nicht auf der Platte gehalten werden: {why}. Wenn du jetzt gehst, verlierst du alles seit Beginn von "
        "Zug {turn}.",
    "The game is over, but it cannot be kept on the disk: {why}. If you leave now, its record is lost.":
        "Das Spiel ist zu Ende, kann aber nicht auf der Platte gehalten werden: {why}. Wenn du jetzt gehst, ist seine "
        "Aufzeichnung verloren.",
    "The game is over. You find it again under saved games (F8), in the history.":
        "Das Spiel ist zu Ende. Du findest es bei den gespeicherten Spielen (F8) unter „Frühere Spiele“ wieder.",
}

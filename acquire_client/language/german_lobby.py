"""German texts of the lobby: computer players, options of the table, who changed what, known players, the score of an evening."""

from __future__ import annotations

LOBBY: dict[str, str] = {
    "This program connects to {address}.": "Dieses Programm verbindet sich mit {address}.",
    "This program asks the relay {address} for the table.": "Dieses Programm fragt das Relais {address} nach dem Tisch.",
    # computer players
    "level {number}": "Stufe {number}",
    "{computer}, with {name}": "{computer}, bei {name}",
    "Add computer player": "Computerspieler dazu",
    "Add a computer player": "Einen Computerspieler dazunehmen",
    "Add": "Dazunehmen",
    "Level": "Stufe",
    "Style": "Art",
    "Cancel": "Abbrechen",
    "It is a program of its own on this computer, with its own key. Nobody sees its tiles, and you do not either. Everybody at "
    "the table reads that it is a computer player, how it plays, and that you have started it.":
        "Es ist ein eigenes Programm auf diesem Rechner, mit eigenem Schlüssel. Niemand sieht seine Steine, auch du nicht. Alle "
        "am Tisch lesen, dass es ein Computerspieler ist, wie er spielt und dass du ihn gestartet hast.",
    "The computer player {name} has stopped: {why}.": "Der Computerspieler {name} hat aufgehört: {why}.",
    "The computer player cannot come: {why}.": "Der Computerspieler kann nicht kommen: {why}.",
    "{name} is coming …": "{name} kommt …",
    "Remove": "Entfernen",
    # seats
    "One seat further up.": "Einen Platz weiter nach oben.",
    "{name}: one seat further up": "{name}: einen Platz weiter nach oben",
    "plays with {names:and}": "spielt mit {names:und}",
    "You have no seat yet. The host can let you in.": "Du hast noch keinen Platz. Der Gastgeber kann dich zulassen.",
    "not let in": "nicht zugelassen",
    # known players
    "new": "neu",
    "blocked": "gesperrt",
    "Who sits here is shown when this game is over.": "Wer hier sitzt, steht da, wenn dieses Spiel vorbei ist.",
    "Its rules are shown when this game is over.": "Seine Regeln stehen da, wenn dieses Spiel vorbei ist.",
    "another key than last time": "anderer Schlüssel als zuletzt",
    "known since {month} {year}": "bekannt seit {month} {year}",
    "January": "Januar",
    "February": "Februar",
    "March": "März",
    "April": "April",
    "May": "Mai",
    "June": "Juni",
    "July": "Juli",
    "August": "August",
    "September": "September",
    "October": "Oktober",
    "November": "November",
    "December": "Dezember",
    "Block": "Sperren",
    "Unblock": "Entsperren",
    "Block for good": "Für immer sperren",
    "Block {name}?": "{name} sperren?",
    "You read nothing of what they write, and they get no seat at a table of yours.":
        "Du liest nichts von dem, was diese Person schreibt, und sie bekommt keinen Platz an einem Tisch von dir.",
    # options of the table
    "Options of the table": "Optionen des Tisches",
    "Use these options": "Diese Optionen nehmen",
    "All at the table sign this": "Das unterschreiben alle am Tisch",
    "This program alone": "Nur dieses Programm",
    "{minutes} min": "{minutes} min",
    "no bank": "kein Vorrat",
    "Then the bank runs; at zero the program of the seat answers.":
        "Danach läuft der Vorrat; bei null antwortet das Programm des Platzes.",
    "Bank for the whole game": "Vorrat für das ganze Spiel",
    "For all decisions that take longer than the clock allows.":
        "Für alle Entscheidungen, die länger dauern, als die Uhr erlaubt.",
    "Grace for a lost player": "Frist für Verlorene",
    "So long programs wait before they go on without a player.":
        "So lange warten Programme, bevor sie ohne jemanden weiterspielen.",
    "Grace for a lost player: {seconds} s": "Frist für Verlorene: {seconds} s",
    "Who ends a wait": "Wer ein Warten beendet",
    "After the grace programs go on by themselves, or only players vote.":
        "Nach der Frist spielen Programme von selbst weiter, oder es zählen nur Stimmen von Spielern.",
    "programs too": "auch Programme",
    "votes alone": "nur Stimmen",
    "Hands after the game": "Steine nach dem Spiel",
    "Whether all show what they held at the end.": "Ob am Ende alle zeigen, was sie hielten.",
    "are shown": "werden gezeigt",
    "stay hidden": "bleiben verdeckt",
    "Watching": "Zusehen",
    "Whether people without a seat may watch.": "Ob man ohne Platz zusehen darf.",
    "not allowed": "nicht erlaubt",
    "Going on without players": "Ohne andere weiterspielen",
    "It matters where five play: 'safe' asks for four of them, 'majority' for three.":
        "Das zählt, wo fünf spielen: „sicher“ verlangt vier von ihnen, „Mehrheit“ drei.",
    "Agreed signals": "Verabredete Zeichen",
    "What partners of a team may tell each other by their play.": "Was Partner einander durch ihr Spiel mitteilen dürfen.",
    "none": "keine",
    "The host can change the options on the left.": "Die Optionen links kann der Gastgeber ändern.",
    "Friends only": "Nur Freunde",
    "Only players with whom you have finished a game get a seat by themselves. You can let others in by name.":
        "Nur wer mit dir schon ein Spiel beendet hat, bekommt von selbst einen Platz. Andere kannst du einzeln zulassen.",
    "Be reachable through a relay": "Über ein Relais erreichbar sein",
    "Address of the relay": "Adresse des Relais",
    "For people whose computers cannot reach this one. A relay sees neither names nor moves.":
        "Für Leute, deren Rechner diesen nicht erreichen. Ein Relais sieht weder Namen noch Züge.",
    "This leads to no relay: {why}.": "Das führt zu keinem Relais: {why}.",
    # terms and changes
    "No clock": "Keine Uhr",
    "No agreed signals": "Keine verabredeten Zeichen",
    "Programs end a long wait too": "Auch Programme beenden ein langes Warten",
    "The last round alone: what happened since a player's own last turn.":
        "Nur die letzte Runde: was seit dem eigenen letzten Zug geschah.",
    "the whole game": "das ganze Spiel",
    "the last round": "die letzte Runde",
    "The log shows the whole game": "Das Protokoll zeigt das ganze Spiel",
    "The log shows only what happened since your last turn": "Das Protokoll zeigt nur, was seit dem eigenen letzten Zug geschah",
    "Since your last turn": "Seit dem letzten Zug",
    "Last round only": "Nur letzte Runde",
    "Tournament": "Turnier",
    "Four players, drawn seats, hidden holdings, and a log of the last round only.":
        "Vier Spieler, ausgeloste Plätze, verdeckter Besitz und ein Protokoll nur der letzten Runde.",
    "The log shows the whole game.": "Das Protokoll zeigt das ganze Spiel.",
    "The log shows only what happened since your last turn.":
        "Das Protokoll zeigt nur, was seit dem eigenen letzten Zug geschah.",
    "At this table only the last round is shown; there is no chart before the end.":
        "An diesem Tisch wird nur die letzte Runde gezeigt; den Verlauf gibt es am Ende.",
    "Hands are shown after the game": "Die Steine werden nach dem Spiel gezeigt",
    "Anybody may watch": "Alle dürfen zusehen",
    "Quorum: safe": "Beschluss: sicher",
    "Differs from Classic:": "Anders als Klassisch:",
    "You changed: {changes}.": "Du hast geändert: {changes}.",
    "{count:seat|seats}": "{count:Platz|Plätze}",
    "the order of the seats": "die Reihenfolge der Plätze",
    "{name} is excluded": "{name} ist ausgeschlossen",
    "{name} may sit down again": "{name} darf sich wieder setzen",
    # inviting
    "QR code of the join code": "QR-Code des Beitrittscodes",
    "The join code, for a camera": "Der Beitrittscode, für eine Kamera",
    # the evening
    "The seats have moved on by one: you have the first one now.":
        "Die Plätze sind um einen weitergerückt: du hast jetzt den ersten.",
    "The seats have moved on by one: {name} has the first one now.":
        "Die Plätze sind um einen weitergerückt: {name} hat jetzt den ersten.",
    "You": "Du",
    "Evening: {score}": "Abend: {score}",
}

"""German texts of playing together: tables near you, the lobby, the table over the network."""

from __future__ import annotations

ONLINE: dict[str, str] = {
    # finding each other
    "Play together": "Zusammen spielen",
    "The others see you as {name}.": "Die anderen sehen dich als {name}.",
    "Your key: {key}": "Dein Schlüssel: {key}",
    "Tables near you": "Tische in der Nähe",
    "A table of your own": "Ein eigener Tisch",
    "For a decision": "Je Entscheidung",
    "no clock": "keine Uhr",
    "{seconds} s": "{seconds} s",
    "Seconds for each decision. Then a bank of three minutes runs; at zero your program answers.":
        "Sekunden für jede Entscheidung. Danach läuft ein Vorrat von drei Minuten; bei null antwortet dein Programm.",
    "Join with a code": "Mit einem Code beitreten",
    "Join": "Beitreten",
    "Four characters on this network, or the long code from anywhere.":
        "Vier Zeichen in diesem Netz, oder der lange Code von überall.",
    "Open a table": "Tisch eröffnen",
    "Looking for tables on this network …": "Tische in diesem Netz werden gesucht …",
    "No table was found on this network.": "In diesem Netz wurde kein Tisch gefunden.",
    "Nothing is wrong on this machine. Perhaps nobody has opened a table yet.":
        "An diesem Rechner liegt es nicht. Vielleicht hat noch niemand einen Tisch eröffnet.",
    "Some networks keep devices apart. A join code works there too.":
        "Manche Netze trennen die Geräte voneinander. Ein Beitrittscode geht auch dort.",
    "This machine is on no network: connect it by cable or radio.":
        "Dieser Rechner ist in keinem Netz: verbinde ihn mit Kabel oder Funk.",
    "Announcements do not come through on {adapter}: a firewall may close UDP port {port}.":
        "Ankündigungen kommen auf {adapter} nicht durch: eine Firewall sperrt vielleicht UDP-Port {port}.",
    "This program cannot announce or find tables: another program may hold UDP port {port}.":
        "Dieses Programm kann Tische weder ankündigen noch finden: ein anderes belegt vielleicht UDP-Port {port}.",
    "The second way of finding tables does not start: a firewall or another program may hold UDP port 5353.":
        "Der zweite Weg, Tische zu finden, geht nicht: eine Firewall oder ein anderes Programm belegt vielleicht UDP-Port 5353.",
    "This opens the firewall of this machine: {commands}": "Das öffnet die Firewall dieses Rechners: {commands}",
    "A firewall, where there is one, must let TCP and UDP port {port} and UDP port 5353 through.":
        "Eine Firewall muss TCP- und UDP-Port {port} und UDP-Port 5353 durchlassen, falls es eine gibt.",
    "{count} more: type the code": "{count} weitere: gib den Code ein",
    "{name}'s table": "Tisch von {name}",
    "{taken} of {places} seats taken": "{taken} von {places} Plätzen besetzt",
    "a game of {count} is being played": "ein Spiel zu {count} läuft",
    "a game of {count} is being played, and nobody may watch": "ein Spiel zu {count} läuft, und niemand darf zusehen",
    "Your turn": "Du bist dran",
    "and {count} more": "und {count} weitere",
    "Sit down at this table.": "An diesen Tisch setzen.",
    "The table of {name} is not there any more.": "Den Tisch von {name} gibt es nicht mehr.",
    "A game is being played there. You can wait for the next one.":
        "Dort läuft ein Spiel. Du kannst auf das nächste warten.",
    "Several tables have the code {code}. Choose one in the list.":
        "Mehrere Tische haben den Code {code}. Wähle einen in der Liste.",
    "No table with the code {code} was found on this network. Compare it with the list, or ask for the long code.":
        "Ein Tisch mit dem Code {code} wurde in diesem Netz nicht gefunden. Vergleiche ihn mit der Liste, oder frage nach dem "
        "langen Code.",
    "This leads to no table: {why}.": "Das führt zu keinem Tisch: {why}.",
    "This cannot be your name: {why}.": "So kannst du nicht heißen: {why}.",
    "Return to your table": "Zurück an deinen Tisch",
    # watching
    "Watch": "Zusehen",
    "See this game as everybody at the table knows it.": "Dieses Spiel so sehen, wie alle am Tisch es kennen.",
    "Watching {name}'s table": "Am Tisch von {name} zusehen",
    "Watching a table": "An einem Tisch zusehen",
    "Stop": "Abbrechen",
    "Stop watching": "Nicht mehr zusehen",
    "You are watching: hands stay hidden.": "Du siehst zu, Hände bleiben verdeckt.",
    "Watch meanwhile": "Solange zusehen",
    "The next game gathers at this table: stop watching to take part.":
        "An diesem Tisch sammelt sich das nächste Spiel: hör auf zuzusehen, um mitzuspielen.",
    "Tables near here": "Tische in der Nähe",
    "Start Acquire on this network, choose Play together, and click the table, type its code or scan the picture.":
        "In Acquire unter „Zusammen spielen“ den Tisch anklicken, den Code eintippen oder das Bild mit der Kamera lesen.",
    # the lobby
    "The table before the game": "Der Tisch vor dem Spiel",
    "Asking the table …": "Der Tisch wird gefragt …",
    "A game is being played here. You are waiting for the next one.": "Hier läuft ein Spiel. Du wartest auf das nächste.",
    "{count:seat is|seats are} free. Others on this network find this table by themselves.":
        "{count:Platz ist|Plätze sind} frei. Andere in diesem Netz finden diesen Tisch von selbst.",
    "All seats are taken. The game begins when everybody is ready.":
        "Alle Plätze sind besetzt. Das Spiel beginnt, wenn alle bereit sind.",
    "All seats are taken. You can wait for the next game.":
        "Alle Plätze sind besetzt. Du kannst auf das nächste Spiel warten.",
    "Waiting for {names:and}.": "Es fehlt noch: {names:und}.",
    "Everybody is ready.": "Alle sind bereit.",
    "Free seat": "Freier Platz",
    "you": "du",
    "host": "Gastgeber",
    "no link": "keine Verbindung",
    "computer player": "Computerspieler",
    "excluded": "ausgeschlossen",
    "watching": "sieht zu",
    "not ready": "nicht bereit",
    "✓ ready": "✓ bereit",
    "I am ready": "Ich bin bereit",
    "Not ready after all": "Doch nicht bereit",
    "First all seats have to be taken.": "Erst müssen alle Plätze besetzt sein.",
    "Exclude": "Ausschließen",
    "Let in": "Zulassen",
    "Exclude {name}?": "{name} ausschließen?",
    "They get no seat at this table, and nobody here reads what they write.":
        "Die Person bekommt keinen Platz an diesem Tisch, und niemand hier liest, was sie schreibt.",
    "Stay together": "Zusammenbleiben",
    "The others stay, and you can come back.": "Die anderen bleiben, und du kannst wiederkommen.",
    "The game": "Das Spiel",
    "Anybody may propose another number of seats.": "Alle dürfen eine andere Zahl von Plätzen vorschlagen.",
    "The host can change this.": "Das kann der Gastgeber ändern.",
    "No rule was changed.": "Keine Regel wurde geändert.",
    "Clock: {clock} s for a decision{banked}": "Uhr: {clock} s je Entscheidung{banked}",
    ", then {bank} min for the whole game": ", dann {bank} min insgesamt",
    "Only votes of players end a wait": "Nur Stimmen von Spielern beenden ein Warten",
    "Hands stay hidden after the game": "Die Steine bleiben nach dem Spiel verdeckt",
    "Nobody may watch": "Niemand darf zusehen",
    "Quorum by majority": "Beschluss durch Mehrheit",
    "Over days, with the mailbox {text}": "Über Tage, mit dem Briefkasten {text}",
    "No mailbox": "Kein Briefkasten",
    "Agreed signals: {text}": "Verabredete Zeichen: {text}",
    "Invite others": "Andere einladen",
    "on this network": "in diesem Netz",
    "From anywhere: {code}": "Von überall: {code}",
    "Copy the join code": "Beitrittscode kopieren",
    "The join code is copied.": "Der Beitrittscode ist kopiert.",
    "Chat": "Chat",
    "Nothing has been written yet.": "Noch hat niemand etwas geschrieben.",
    "Write to everybody": "An alle schreiben",
    # over days
    "Over days": "Über Tage",
    "over days nobody's clock runs": "über Tage läuft niemandes Uhr",
    "a computer player does not come back by itself": "ein Computerspieler kommt nicht von selbst wieder",
    "'{option}' and 'Over days' do not go together: {why}.": "„{option}“ und „Über Tage“ gehen nicht zusammen: {why}.",
    "The players need not be there at the same time: a mailbox keeps what is for those who are away.":
        "Nicht alle müssen zur selben Zeit da sein: Ein Briefkasten bewahrt auf, was für Abwesende bestimmt ist.",
    "The table waits for a player who is away, however long it takes. To go on without one, the others have to be there "
    "together once and vote.":
        "Der Tisch wartet auf alle, die nicht da sind, so lange es auch dauert. Um ohne jemanden weiterzuspielen, müssen die "
        "anderen einmal zusammen da sein und abstimmen.",
    "All meet once, until the bag is mixed. From then on you may close the window at any time, and nothing is lost: the title "
    "leads back to the table.":
        "Alle treffen sich einmal, bis der Beutel gemischt ist. Danach darfst du das Fenster jederzeit schließen, und nichts "
        "geht verloren: Das Titelbild führt zurück an den Tisch.",
    "Your program has to look in now and then, also when it is not your turn. The command 'acquire keep' does that for you on a "
    "machine that is on. It never decides for you.":
        "Dein Programm muss ab und zu nachsehen, auch wenn du nicht am Zug bist. Der Befehl "
        "„acquire\N{NO-BREAK SPACE}keep“ tut das für dich auf einem Rechner, der an ist. Er entscheidet nie für dich.",
    "Clocks, simultaneous play and computer players do not go together with it.":
        "Uhren, gleichzeitiges Spiel und Computerspieler gehen damit nicht zusammen.",
    "This is not the address of a mailbox: {why}.": "Das ist nicht die Adresse eines Briefkastens: {why}.",
    "A table over days": "Ein Tisch über Tage",
    "Mailbox": "Briefkasten",
    "Address of the mailbox": "Adresse des Briefkastens",
    "The address of a relay that runs with --mailbox, such as mail.example.org. Everybody who plays has to reach it.":
        "Die Adresse eines Relais, das mit --mailbox läuft, etwa mail.example.org. Alle, die mitspielen, müssen es erreichen.",
    "Without a mailbox there is no table over days: type its address, or paste it.":
        "Ohne Briefkasten gibt es keinen Tisch über Tage: Gib seine Adresse ein, oder füge sie ein.",
    "The mailbox answers this computer.": "Der Briefkasten antwortet diesem Rechner.",
    "{trouble}. Find out why before you are ready.": "{trouble}. Klärt das, bevor du bereit bist.",
    "Asking the mailbox …": "Der Briefkasten wird gefragt …",
    "Press the button once more to open the table all the same.":
        "Drücke noch einmal auf den Knopf, um den Tisch trotzdem zu öffnen.",
    "Paste": "Einfügen",
    "Open a table over days": "Tisch über Tage öffnen",
    "It waits for everyone, however long; only votes end a wait":
        "Er wartet auf alle, so lange es dauert; nur Stimmen beenden ein Warten",
    "It waits {count:day|days} for a player, then goes on without them":
        "Er wartet {count:Tag|Tage} auf jemanden und geht dann ohne weiter",
    "When a player has owed an answer for {count:day|days}, the others go on without them as soon as their programs are there "
    "together. They may also vote before.":
        "Wer {count:Tag|Tage} lang eine Antwort schuldet, ohne den machen die anderen weiter, sobald ihre Programme zugleich da "
        "sind. Abstimmen können sie auch vorher.",
    "Waits for a player": "Wartet auf jemanden",
    "So long the table waits for a player before the others go on without them.":
        "So lange wartet der Tisch auf jemanden, bevor die anderen ohne weitermachen.",
    "however long": "so lange es dauert",
    "{count:day|days}": "{count:Tag|Tage}",
    "{days} days": "{days} Tage",
    "What a table over days is.": "Was ein Tisch über Tage ist.",
    "Nothing is lost: the mailbox keeps what is for you, and the title offers the way back. The command 'acquire keep' looks in "
    "meanwhile, without deciding for you.":
        "Nichts geht verloren: Der Briefkasten bewahrt auf, was für dich ist, und das Titelbild führt zurück. Der Befehl "
        "„acquire\N{NO-BREAK SPACE}keep“ sieht inzwischen nach, ohne für dich zu entscheiden.",
    "Your tables": "Deine Tische",
    "Return to a table": "Zurück an einen Tisch",
    "{count:table|tables}": "{count:Tisch|Tische}",
    "your turn with {names:and}": "du bist am Zug mit {names:und}",
    "your turn at {count:table|tables}": "du bist am Zug an {count:Tisch|Tischen}",
    "it is your turn": "du bist am Zug",
    "over days": "über Tage",
    "This table cannot be read; coming back says why.": "Dieser Tisch lässt sich nicht lesen; die Rückkehr sagt, warum.",
    "This is what this computer knows. Coming back asks the mailbox for the rest; the command 'acquire keep' does that by "
    "itself.":
        "So weit weiß es dieser Rechner. Die Rückkehr fragt den Briefkasten nach dem Rest; der Befehl "
        "„acquire\N{NO-BREAK SPACE}keep“ tut das von selbst.",
    # the table
    "Sending your answer …": "Deine Antwort wird gesendet …",
    "The programs draw and check the tiles …": "Die Programme ziehen und prüfen die Steine …",
    "Waiting for the program of {names:and} …": "Gewartet wird auf das Programm von {names:und} …",
    "Waiting for {names:and}": "Am Zug: {names:und}",
    "No answer from {names:and} for {seconds} s.": "Keine Antwort von {names:und} seit {seconds} s.",
    "The seat is kept. You can wait, or leave and return to this table later.":
        "Der Platz bleibt erhalten. Du kannst warten, oder gehen und später an diesen Tisch zurückkehren.",
    "The seat is kept. You can wait, or vote under Seats (P) to go on without this player.":
        "Der Platz bleibt erhalten. Du kannst warten, oder unter Plätze (P) dafür stimmen, ohne diesen Spieler "
        "weiterzuspielen.",
    "A pause, asked for by {names:and}: no clock runs, and no vote counts.":
        "Pause, gewünscht von {names:und}: Keine Uhr läuft, und keine Stimme zählt.",
    "The pause is over.": "Die Pause ist vorbei.",
    "Too few players without {names:and}. The game goes on when they are back.":
        "Zu wenige Spieler ohne {names:und}. Das Spiel geht weiter, wenn sie zurück sind.",
    "The table waits for the disk: {why}.": "Der Tisch wartet auf die Festplatte: {why}.",
    "The journal of the table keeps this game.": "Dieses Spiel steht im Journal des Tisches.",
    "Log": "Protokoll",
    "Chat ({count} new)": "Chat ({count} neu)",
    "Who is here": "Wer da ist",
    "Who is here, pausing, and going on without a player.": "Wer da ist, eine Pause, und ohne jemanden weiterspielen.",
    "decides": "entscheidet",
    "asked for a pause": "wünscht eine Pause",
    "out of the game": "nicht mehr im Spiel",
    "does not answer, {seconds} s": "antwortet nicht, {seconds} s",
    "has left for now": "vorerst gegangen",
    "{names:and} has left for now and wants to come back.": "Vorerst gegangen, aber nicht für immer: {names:und}.",
    "You are out of the game": "Du bist nicht mehr im Spiel",
    "Your tiles are back in the bag.": "Deine Steine liegen wieder im Beutel.",
    "You can watch the rest of the game: it is in the list of tables.":
        "Du kannst beim Rest des Spiels zusehen: Es steht in der Liste der Tische.",
    "To go on without {target}: {who:and}. {votes} of {needed} needed.":
        "Dafür, ohne {target} weiterzuspielen: {who:and}. {votes} von {needed} nötig.",
    "To go on without you: {who:and}. {votes} of {needed} needed.":
        "Dafür, ohne dich weiterzuspielen: {who:and}. {votes} von {needed} nötig.",
    "{votes} of {needed} votes to go on without": "{votes} von {needed} Stimmen, ohne weiterzuspielen",
    "Go on without {name}": "Ohne {name} weiter",
    "Take my vote back": "Stimme zurücknehmen",
    "A vote counts for a minute. With enough votes the seat is out of the game for good, and its tiles go back into the bag.":
        "Eine Stimme zählt eine Minute. Mit genug Stimmen ist der Platz endgültig aus dem Spiel, und seine Steine kommen in den "
        "Beutel zurück.",
    "Ask for a pause": "Um eine Pause bitten",
    "In a pause no vote counts. You can vote when it is over.":
        "In einer Pause zählt keine Stimme. Du kannst stimmen, wenn sie vorbei ist.",
    "No clock runs in a pause, no vote counts, and nobody loses a seat.":
        "In einer Pause läuft keine Uhr, keine Stimme zählt, und niemand verliert den Platz.",
    "Every tile is drawn by all programs together, and every draw is proven. Nobody sees a hidden tile or chooses one.":
        "Alle Programme ziehen jeden Stein gemeinsam und beweisen jeden Zug. Niemand sieht einen verdeckten Stein oder wählt "
        "ihn aus.",
    "Say these words aloud: {words}. If all have the same, nobody sits between you.":
        "Lest diese Wörter laut vor: {words}. Haben alle dieselben, sitzt niemand zwischen euch.",
    "{name} was caught: {why}.": "{name} wurde überführt: {why}.",
    "Your seat waits for you, and the title offers the way back. The others may vote to go on without you.":
        "Dein Platz wartet auf dich, und die Startseite führt zurück. Die anderen können abstimmen, ohne dich weiterzuspielen.",
    "The game is over. The others see that you leave.": "Das Spiel ist zu Ende. Die anderen sehen, dass du gehst.",
    "You cannot come back to this game. Your tiles go back into the bag, and the others play on.":
        "In dieses Spiel kannst du nicht zurück. Deine Steine kommen in den Beutel, und die anderen spielen weiter.",
    "Sending …": "Wird gesendet …",
    "It is your turn.": "Du bist dran.",
    "Notify me of my turn": "Melden, dass ich dran bin",
    "When you look at another window, your desktop tells you that a table over the network waits for you.":
        "Wenn du in ein anderes Fenster siehst, meldet dein Desktop, dass ein Tisch im Netz auf dich wartet.",
    "Confirm before sending": "Vor dem Senden fragen",
    "At a table over the network every answer is asked about again. What was sent stands.":
        "An einem Tisch im Netz wird vor jeder Antwort noch einmal gefragt. Was gesendet ist, gilt.",
    "What is sent to the table stands: nobody can take it back.":
        "Was an den Tisch gesendet ist, gilt: niemand kann es zurücknehmen.",
    "no link to here; others hear this player": "keine Verbindung hierher; andere hören diesen Platz",
    "a computer player answers here": "hier antwortet ein Computerspieler",
    "{names:and} is back, catching up: {share:%}": "{names:und} ist zurück und holt auf: {share:%}",
    "a slow link": "eine langsame Verbindung",
    "is back, catching up: {share:%}": "ist zurück und holt auf: {share:%}",
    "A computer player answers for you …": "Ein Computerspieler antwortet für dich …",
    "A computer player answers for {name} now.": "Für {name} antwortet jetzt ein Computerspieler.",
    "{name} plays again.": "{name} spielt wieder selbst.",
    "{name} is here again.": "{name} ist wieder da.",
    "{name} is back and is catching up.": "{name} ist zurück und holt auf.",
    "Let a computer player answer": "Computerspieler antworten lassen",
    "Take my seat back": "Meinen Platz zurücknehmen",
    "A computer player of this level answers for you until you take your seat back. The others see it.":
        "Ein Computerspieler dieser Stärke antwortet für dich, bis du deinen Platz zurücknimmst. Die anderen erfahren es.",
    "Mute": "Stumm",
    "Unmute": "Nicht mehr stumm",
    "Lines of this player are not shown here. The others still read them.":
        "Zeilen dieser Person werden hier nicht gezeigt. Die anderen lesen sie weiter.",
    "Your game is read again: {share:%}": "Dein Spiel wird wieder gelesen: {share:%}",
    # news
    "The others have gone on without you: {why}.": "Die anderen spielen ohne dich weiter: {why}.",
    "{name} is out of the game: {why}. The others play on.": "{name} ist nicht mehr im Spiel: {why}. Die anderen spielen weiter.",
    "{name} has broken the rules of the table: {why}.": "{name} hat gegen die Regeln des Tisches verstoßen: {why}.",
    "Lost before the game began: {names:and}. The others start again.":
        "Vor Beginn des Spiels verloren: {names:und}. Die anderen fangen neu an.",
    "There are two games of this table now, because a player has signed two different things. The proof lies beside the journal.":
        "Von diesem Tisch gibt es jetzt zwei Spiele, weil jemand zweierlei unterschrieben hat. Der Beweis liegt neben dem "
        "Journal.",
    "The table did not accept that: {why}.": "Der Tisch hat das nicht angenommen: {why}.",
    "This seat has stopped: {why}. A report lies beside the journal.":
        "Dieser Platz hat angehalten: {why}. Ein Bericht liegt neben dem Journal.",
    "The program of {name} computes another position than this one: one of the two is wrong. A report lies beside the journal.":
        "Das Programm von {name} errechnet eine andere Stellung als dieses: eines der beiden irrt. Ein Bericht liegt neben dem "
        "Journal.",
    "Another program plays with the key of this seat: this program sends nothing more for it.":
        "Ein anderes Programm spielt mit dem Schlüssel dieses Platzes: dieses sendet nichts mehr für ihn.",
    "{name} has left.": "{name} ist gegangen.",
    "The host": "Der Gastgeber",
    "{name} changed: {changes}.": "{name} hat geändert: {changes}.",
    "That cannot be played here: {why}.": "Das kann hier nicht gespielt werden: {why}.",
    "{name} has excluded you from the table.": "{name} hat dich vom Tisch ausgeschlossen.",
    "There is no seat for you: {why}.": "Für dich gibt es keinen Platz: {why}.",
    "Two programs use the key of {name} at the same time. Ask before you play.":
        "Zwei Programme benutzen gleichzeitig den Schlüssel von {name}. Fragt nach, bevor ihr spielt.",
    "Another program at this table uses your key: stop one of the two.":
        "Ein anderes Programm an diesem Tisch benutzt deinen Schlüssel: beende eines der beiden.",
    "A program was turned away: {why}.": "Ein Programm wurde abgewiesen: {why}.",
}

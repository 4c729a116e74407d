"""German texts of the network package: refusals, troubles and proofs, by their English patterns."""

from __future__ import annotations

NETWORK: dict[str, str] = {
    # letters
    "'{path}' cannot be written: {why}. Read the letters again when it can":
        "'{path}' lässt sich nicht schreiben: {why}. Lies die Briefe noch einmal, wenn es geht",
    "'{path}' is damaged: {why}. Delete it, say 'acquire mail export --restored', and send the letters":
        "'{path}' ist beschädigt: {why}. Lösche die Datei, gib 'acquire mail export --restored' ein und verschicke die Briefe",
    "a letter has shown that the journal of this table on this machine may be an old copy. This seat signs nothing until all "
    "others have answered by letters, or another player is there at the same time":
        "ein Brief hat gezeigt, dass die Aufzeichnung dieses Tisches auf diesem Rechner eine alte Kopie sein kann. Dieser Platz "
        "unterschreibt nichts, bis alle anderen mit Briefen geantwortet haben oder jemand zur selben Zeit da ist",
    "a letter is from this seat itself: it is for {name}": "ein Brief kommt von diesem Platz selbst: er ist für {name}",
    "a letter is of a seat that this table does not have": "ein Brief nennt einen Platz, den dieser Tisch nicht hat",
    "a letter is of another table": "ein Brief gehört zu einem anderen Tisch",
    "a letter that says it is from {name}: {why}": "ein Brief, der von {name} sein will: {why}",
    "it holds something else than messages of a table": "es enthält etwas anderes als Nachrichten eines Tisches",
    "it is cut off: its last line is missing. Copy the whole letter, or ask for it again":
        "es ist abgeschnitten: die letzte Zeile fehlt. Kopiere den ganzen Brief, oder bitte noch einmal darum",
    "it is damaged: its checksum does not fit. Ask for it again":
        "es ist beschädigt: die Prüfsumme passt nicht. Bitte noch einmal darum",
    "it is of another version of the program: take the newer one":
        "es stammt von einer anderen Version des Programms: nimm die neuere",
    "it says something else inside than outside": "innen steht etwas anderes als außen",
    "it was not sealed by that player for this seat": "dieser Spieler hat es nicht für diesen Platz versiegelt",
    "letter {number} of this text: {why}": "Brief {number} in diesem Text: {why}",
    "no program of this game has written it": "kein Programm dieses Spiels hat es geschrieben",
    "the letter of {name} is for {other}, and only that player can read it":
        "der Brief von {name} ist für {other}, und nur dieser Spieler kann ihn lesen",
    "there are more than {most} letters in one text; the rest was not read":
        "in einem Text sind mehr als {most} Briefe; der Rest wurde nicht gelesen",
    "there is no letter in this text: it has no line '{begin}'": "in diesem Text ist kein Brief: ihm fehlt die Zeile '{begin}'",
    "{bytes} bytes are too many for letters; the longest text that is read has {most}":
        "{bytes} Bytes sind zu viel für Briefe; der längste Text, der gelesen wird, hat {most}",
    # answers that the game of a table does not take
    "no tiles are to be drawn now: {question}": "jetzt sind keine Steine zu ziehen: {question}",
    "{wanted} tiles are to be drawn, not {count}": "{wanted} Steine sind zu ziehen, nicht {count}",
    "a drawn tile is known to nobody but the seat that drew it": "einen gezogenen Stein kennt nur der Platz, der ihn gezogen hat",
    "no tile is to be drawn by lot now: {question}": "jetzt ist kein Stein auszulosen: {question}",
    "the bag is not to be opened now": "der Beutel ist jetzt nicht zu öffnen",
    "{wanted} different tiles are in the bag, not {found} in a list of {count}":
        "im Beutel sind {wanted} verschiedene Steine, nicht {found} in einer Liste von {count}",
    "the answers of this step are opened together": "die Antworten dieses Schritts werden zusammen geöffnet",
    "seat {seat} is not asked for a sealed answer": "Platz {seat} ist nicht nach einer verdeckten Antwort gefragt",
    "{seat} is not asked for a sealed answer": "{seat} ist nicht nach einer verdeckten Antwort gefragt",
    "a sealed answer is one line, also at a table over days":
        "eine verdeckte Antwort ist eine Zeile, auch an einem Tisch über Tage",
    "seats {seats} are not those that are asked": "die Plätze {seats} sind nicht die, die gefragt sind",
    "{seats:and} are not those who are asked": "{seats:und} sind nicht die, die gefragt sind",
    "{tiles} must be proven, not {proven}": "{tiles} ist zu beweisen, nicht {proven}",
    "an action of {bytes} bytes; the longest that is read has {most}":
        "eine Antwort von {bytes} Bytes; die längste, die gelesen wird, hat {most}",
    "an action is written in ASCII": "eine Antwort steht in ASCII",
    "after its answer before this one it is not asked again": "nach der Antwort davor ist dieser Platz nicht noch einmal gefragt",
    "an action is a decision, without its seat in front": "eine Antwort steht ohne ihren Platz davor",
    "leaving is not an action: the others agree that a seat has left":
        "Gehen ist keine Antwort: die anderen einigen sich, dass ein Platz gegangen ist",
    "{text} is written {right}": "{text} schreibt man {right}",
    "the bag has to be opened first": "zuerst ist der Beutel zu öffnen",
    "{tile} is not a tile; tiles run from 0 to {last}": "{tile} ist kein Stein; Steine gehen von 0 bis {last}",
    # evidence, bundles and secrets
    "{bytes} bytes are more than any evidence has": "{bytes} Bytes sind mehr, als ein Beweis hat",
    "this is not evidence: {error}": "das ist kein Beweis: {error}",
    "this is not evidence, or of another version": "das ist kein Beweis, oder einer von einer anderen Version",
    "this is not evidence: it does not begin with '{line}'": "das ist kein Beweis: er beginnt nicht mit '{line}'",
    "this evidence {other}": "dieser Beweis {other}",
    "not in the one encoding that evidence has": "nicht in der einen Schreibweise, die ein Beweis hat",
    "silence is not evidence": "Schweigen ist kein Beweis",
    "more frames than any offence needs": "mehr Nachrichten, als ein Verstoß braucht",
    "by the rules of this program seat {seat} acknowledged the right state: the file itself may be wrong":
        "nach den Regeln dieses Programms hat Platz {seat} den richtigen Stand bestätigt: die Datei selbst kann falsch sein",
    "by the rules of this program {seat} acknowledged the right state: the file itself may be wrong":
        "nach den Regeln dieses Programms hat {seat} den richtigen Stand bestätigt: die Datei selbst kann falsch sein",
    "after this log these frames convict nobody": "nach dieser Aufzeichnung überführen diese Nachrichten niemanden",
    "{bytes} bytes are too many for a bundle; the longest that is read has {most}":
        "{bytes} Bytes sind zu viel für ein Bündel; das längste, das gelesen wird, hat {most}",
    "this is not a bundle of messages: it does not begin with '{line}'":
        "das ist kein Bündel von Nachrichten: es beginnt nicht mit '{line}'",
    "a damaged bundle: {error}; ask its sender to send it again":
        "ein beschädigtes Bündel: {error}; bitte den Absender, es noch einmal zu schicken",
    "the file of this seat's secrets cannot be read: {error}":
        "die Datei mit den Geheimnissen dieses Platzes lässt sich nicht lesen: {error}",
    "these are the secrets of another seat": "das sind die Geheimnisse eines anderen Platzes",
    "the secrets of epoch {epoch} are not here any more": "die Geheimnisse der Epoche {epoch} sind nicht mehr hier",
    "the secrets of an own shuffle are not here any more": "die Geheimnisse einer eigenen Mischung sind nicht mehr hier",
    "a sealed answer is not here any more": "eine verdeckte Antwort ist nicht mehr hier",
    # links
    "The relay can be reached again.": "Das Relay ist wieder erreichbar.",
    "This machine is in no network: only programs on it can join.":
        "Dieser Rechner ist in keinem Netz: nur Programme auf ihm können beitreten.",
    "the name of the relay is too long to be sent to other peers: with its port it may have {most} characters at most":
        "der Name des Relays ist zu lang: mit dem Port darf er höchstens {most} Zeichen haben",
    "the connection through the relay is lost: try again":
        "die Verbindung über das Relay ist abgerissen: versuche es noch einmal",
    "the program that answers there is not the one that this join code means: the code is old, or another program pretends; "
    "ask for a new one":
        "dort antwortet ein anderes Programm, als dieser Code meint: er ist alt, oder ein Programm gibt sich für ein anderes "
        "aus; "
        "bitte um einen neuen",
    "'{host}' has no address any more ({why}): try again": "'{host}' hat keine Adresse mehr ({why}): versuche es noch einmal",
    "it does not let this peer in": "dieses Programm wird dort nicht eingelassen",
    "something else answers there, or a peer with another key": "dort antwortet etwas anderes, oder ein anderer Schlüssel",
    "nobody answers there": "dort antwortet niemand",
    "nobody answers at {place}": "bei {place} antwortet niemand",
    "{place} does not let this program in": "{place} lässt dieses Programm nicht ein",
    "something else answers at {place}": "bei {place} antwortet etwas anderes",
    "through the relay {relay}: {why}": "über das Relay {relay}: {why}",
    "The relay: {bad}.": "Das Relay: {bad}.",
    "this program can open no connection to it: {why}": "dieses Programm kann keine Verbindung dorthin öffnen: {why}",
    "the relay cannot be reached: {why}": "das Relay ist nicht zu erreichen: {why}",
    "port {port} cannot be used: {trouble}. If another program or a second copy of this one has it, end that or choose another "
    "port":
        "Port {port} ist nicht zu haben: {trouble}. Belegt ihn ein anderes Programm oder dieses ein zweites Mal, beende das oder "
        "nimm einen anderen Port",
    "it sends a message without end": "es schickt eine Nachricht ohne Ende",
    "it sends more than it may": "es schickt mehr, als es darf",
    "it sends frames in pieces": "es schickt Nachrichten in Stücken",
    "it keeps sending messages that this program cannot use":
        "es schickt immer wieder Nachrichten, die hier nicht zu brauchen sind",
    "it is being tried": "es wird versucht",
    "There is no link to {other} yet: {why}.": "Zu {other} gibt es noch keine Verbindung: {why}.",
    "{one} and {other} have no link to each other yet.": "{one} und {other} haben noch keine Verbindung zueinander.",
    "The game begins when each two players have a link. Where machines cannot reach each other, a relay joins them: 'acquire "
    "relay' on a machine that all can reach, then 'acquire host --relay HOST', and all join by the code that begins with R-.":
        "Das Spiel beginnt, wenn je zwei Spieler verbunden sind. Erreichen sich Rechner nicht, hilft ein Relay: 'acquire relay' "
        "auf einem Rechner, den alle erreichen, dann 'acquire host --relay HOST', und alle nehmen den Code, der mit R- anfängt.",
    "The link to {name} is cut for {seconds} s: {reason}.":
        "Die Verbindung zu {name} ist für {seconds} s unterbrochen: {reason}.",
    "This program has made a mistake with a message from another player ({text}). It goes on without the message; the log file "
    "has the details.":
        "Dieses Programm hat bei einer Nachricht eines Mitspielers einen Fehler gemacht ({text}). Es geht ohne die Nachricht "
        "weiter; Näheres steht in der Protokolldatei.",
    "Nobody can watch this table through this program: {problem}. The game goes on.":
        "Über dieses Programm kann niemand zusehen: {problem}. Das Spiel geht weiter.",
    "a stranger": "einem Fremden",
    "no answer": "keine Antwort",
    "no address": "keine Adresse",
    "this machine has no such address": "dieser Rechner hat keine solche Adresse",
    "there is no address to connect to, or no other peer's key": "es fehlt eine Adresse oder der Schlüssel eines anderen",
    "{name} is at another table: one of the two leaves and joins the other":
        "{name} sitzt an einem anderen Tisch: einer von beiden verlässt seinen und kommt an den des anderen",
    "The way back to this table cannot be kept ({why}): a program that is started again will not find the others.":
        "Der Weg zurück an diesen Tisch lässt sich nicht speichern ({why}): ein neu gestartetes Programm findet die anderen "
        "nicht.",
    "a fingerprint is written as sixteen characters, such as 04HM-ASW9-NF6Y-Y093":
        "ein Fingerabdruck hat sechzehn Zeichen, wie 04HM-ASW9-NF6Y-Y093",
    # watching
    "You watch: you have no say at this table, and nobody there reads what you write.":
        "Du siehst zu: an diesem Tisch hast du nichts zu entscheiden, und niemand dort liest, was du schreibst.",
    "The game has not begun yet; it is shown as soon as it does.": "Das Spiel hat noch nicht begonnen; danach ist es zu sehen.",
    "A player was lost before the game began; the others start again.":
        "Vor dem Beginn ist ein Spieler verlorengegangen; die anderen beginnen neu.",
    "the players of this table have agreed to play without spectators":
        "die Spieler dieses Tisches haben vereinbart, ohne Zuschauer zu spielen",
    "nobody at that table has answered for {minutes} minutes: ask for a new join code":
        "an diesem Tisch antwortet seit {minutes} Minuten niemand: bitte um einen neuen Code",
    "every seat that could be asked has shown a game that is not valid, so this table cannot be watched":
        "alle, die gefragt werden konnten, haben ein ungültiges Spiel gezeigt: an diesem Tisch kann niemand zusehen",
    "watching has stopped because of a mistake of this program ({mistake}). The game goes on without it, and nothing is lost: "
    "watch again. Please report it with the log file":
        "das Zusehen ist durch einen Fehler dieses Programms beendet ({mistake}). Das Spiel geht ohne es weiter, und nichts ist "
        "verloren: sieh noch einmal zu. Bitte melde es mit der Protokolldatei",
    "What {name} (key {key}) shows of this game is not valid: {lie}. Another seat is asked.":
        "Was {name} (Schlüssel {key}) von diesem Spiel zeigt, ist ungültig: {lie}. Jetzt wird ein anderer Platz gefragt.",
    "What {name} (key {key}) shows of this game is not valid: {lie}. No other player of that table is known: ask another player "
    "for a join code":
        "Was {name} (Schlüssel {key}) von diesem Spiel zeigt, ist ungültig: {lie}. Ein anderer Spieler dieses Tisches ist nicht "
        "bekannt: bitte einen um seinen Code",
    "the other player": "der andere Spieler",
    "it belongs to another table than it says": "es gehört zu einem anderen Tisch, als es sagt",
    "it is longer than any journal of a game": "es ist länger als jede Aufzeichnung eines Spiels",
    "line {number} does not belong there": "Zeile {number} gehört dort nicht hin",
    "line {number}: {error}": "Zeile {number}: {error}",
    "it is shown by a player who has no seat at that table": "der Spieler, der es zeigt, sitzt nicht an diesem Tisch",
    "it shows the clock of a seat that is not at this table": "es zeigt die Uhr eines Platzes, den der Tisch nicht hat",
    "it is another course of the game than was shown before": "es ist ein anderer Verlauf als der, der vorher zu sehen war",
    "the rules of this table: {why}": "die Regeln dieses Tisches: {why}",
    "the rules of this table are not written as a record writes them":
        "die Regeln dieses Tisches sind nicht so geschrieben wie in einer Aufzeichnung",
    # codes and addresses
    "this machine speaks ACQ-MP/{mine}, that table ACQ-MP/{theirs}: {older} needs a newer version of the program":
        "dieser Rechner spricht ACQ-MP/{mine}, der Tisch ACQ-MP/{theirs}: {older} braucht eine neuere Version des Programms",
    "this machine speaks ACQ-MP/{mine}, the other ACQ-MP/{theirs}: {older} needs a newer version of the program":
        "dieser Rechner spricht ACQ-MP/{mine}, der andere ACQ-MP/{theirs}: {older} braucht eine neuere Version des Programms",
    "this machine runs version {mine}, the other {theirs}, and their rules differ: {older} needs version {newer}":
        "auf diesem Rechner läuft Version {mine}, auf dem anderen {theirs}, und ihre Regeln sind verschieden: {older} braucht "
        "Version {newer}",
    "both run version {version}, but their rules differ: one of the two programs was changed; install the released version on "
    "both machines":
        "auf beiden läuft Version {version}, aber die Regeln sind verschieden: eines der beiden Programme wurde verändert; "
        "installiert auf beiden die veröffentlichte Version",
    "this machine": "dieser Rechner",
    "the other machine": "der andere Rechner",
    "the other machine's program was changed: it uses points of its own choice, so its maker could see through the shuffle; "
    "install the released version there":
        "das Programm des anderen Rechners wurde verändert: es benutzt selbst gewählte Punkte, und wer es gemacht hat, könnte "
        "das "
        "Mischen durchschauen; installiert dort die veröffentlichte Version",
    "there is no address for {place}: check its spelling": "{place} hat keine Adresse: prüfe die Schreibweise",
    "there is no address called '{host}' ({error}): check its spelling":
        "eine Adresse '{host}' gibt es nicht ({error}): prüfe die Schreibweise",
    "what answers there is not an Acquire table: check address and port":
        "was dort antwortet, ist kein Acquire-Tisch: prüfe Adresse und Port",
    "what answers there is not an Acquire table that can be watched: check address and port":
        "was dort antwortet, ist kein Acquire-Tisch, dem man zusehen kann: prüfe Adresse und Port",
    "that table is shown in another way: one of the two programs needs a newer version":
        "dieser Tisch wird auf andere Art gezeigt: eins der beiden Programme braucht eine neuere Version",
    "that table shows a card of another kind: one of the two programs needs a newer version":
        "dieser Tisch zeigt eine andere Karte: eines der beiden Programme braucht eine neuere Version",
    "a card of {bytes} bytes where {size} belong: not an Acquire table, or a damaged answer":
        "eine Karte von {bytes} statt {size} Bytes: kein Acquire-Tisch, oder eine beschädigte Antwort",
    "the card is not signed by its owner: another program pretends to be this table; ask for a new join code":
        "die Karte ist nicht von ihrem Besitzer unterschrieben: ein Programm gibt sich für diesen Tisch aus; bitte um einen "
        "neuen "
        "Code",
    "{place} closes the connection without a card: it is not an Acquire table, or too many strangers are connected; check the "
    "port, and try again in a few seconds":
        "{place} schließt die Verbindung ohne eine Karte: es ist kein Acquire-Tisch, oder zu viele Fremde sind verbunden; prüfe "
        "den Port und versuche es in ein paar Sekunden wieder",
    "{place} takes the connection and does not answer in time: try again, or check the port":
        "{place} nimmt die Verbindung an, antwortet aber nicht rechtzeitig: versuche es noch einmal, oder prüfe den Port",
    "{place} does not answer: is the machine on, in the same network, and does its firewall let this program in?":
        "{place} antwortet nicht: ist der Rechner an, im selben Netz, und lässt seine Firewall dieses Programm durch?",
    "nobody can be reached at {place} ({error}): is the table open, and are address and port right?":
        "bei {place} ist niemand zu erreichen ({error}): ist der Tisch offen, und stimmen Adresse und Port?",
    "{address} is not the address of a machine: the player who made this join code was not on a network":
        "{address} ist keine Adresse eines Rechners: wer diesen Code gemacht hat, war in keinem Netz",
    "there is no port {port}: a port is a number from 1 to 65535":
        "einen Port {port} gibt es nicht: ein Port ist eine Zahl von 1 bis 65535",
    "a fingerprint has {wanted} bytes, not {fingerprint}": "ein Fingerabdruck hat {wanted} Bytes, nicht {fingerprint}",
    "character {place}, {letter}, does not occur in join codes": "Zeichen {place}, {letter}, kommt in Beitrittscodes nicht vor",
    "{unknown}: perhaps it is a V": "{unknown}: vielleicht ist es ein V",
    "a join code has {wanted} characters, and this text has {text}":
        "ein Beitrittscode hat {wanted} Zeichen, und dieser Text hat {text}",
    "a join code has {wanted} characters, hyphens not counted, and an R before them where a relay is used; this one has "
    "{letters}":
        "ein Beitrittscode hat ohne Striche {wanted} Zeichen, und ein R davor, wo ein Relay benutzt wird; dieser hat {letters}",
    "this join code does not fit its own check: a character is mistyped, or two changed places; compare it with the one that was "
    "given to you":
        "dieser Beitrittscode passt nicht zu seiner Prüfziffer: ein Zeichen ist vertippt, oder zwei sind vertauscht; vergleiche "
        "ihn mit dem, den du bekommen hast",
    "a join code can only hold an IPv4 address, which {host} is not; the others can type host:port instead":
        "ein Beitrittscode fasst nur eine IPv4-Adresse, und {host} ist keine; die anderen können stattdessen Name:Port eingeben",
    "{bad}; give the address at which others reach this machine or its router, such as 203.0.113.7:47108":
        "{bad}; gib die Adresse an, unter der andere diesen Rechner oder seinen Router erreichen, etwa 203.0.113.7:47108",
    "an address is host:port, such as 192.168.0.7:47108 or den.local":
        "eine Adresse ist Name:Port, etwa 192.168.0.7:47108 oder keller.local",
    "{host} is not a name or an address of a machine": "{host} ist weder Name noch Adresse eines Rechners",
    "{text} in {whole} is not a port: a port is a number from 1 to 65535":
        "{text} in {whole} ist kein Port: ein Port ist eine Zahl von 1 bis 65535",
    "{port} is not a port: ports are 1 to 65535": "{port} ist kein Port: Ports sind 1 bis 65535",
    "{text} is not an address: an IPv6 address with a port is written [address]:port":
        "{text} ist keine Adresse: eine IPv6-Adresse mit Port schreibt man [Adresse]:Port",
    "{host} is not an IPv6 address": "{host} ist keine IPv6-Adresse",
    "'{host}' is not an IP address": "'{host}' ist keine IP-Adresse",
    # the lobby
    "at most {count} lines in {seconds} seconds: send this one again in a moment":
        "höchstens {count} Zeilen in {seconds} Sekunden: schicke diese gleich noch einmal",
    "this line cannot be sent: {bad}": "diese Zeile geht nicht ab: {bad}",
    "an order of the seats names every seated player exactly once": "eine Sitzordnung nennt jeden, der sitzt, genau einmal",
    "you cannot exclude yourself: leave the table instead": "du kannst dich nicht selbst ausschließen: verlasse den Tisch",
    "only {who} can accept a player again, because {who} gives out the places of this table":
        "nur {who} kann jemanden wieder aufnehmen, denn {who} vergibt die Plätze dieses Tisches",
    "nobody is there yet who could read this": "noch ist niemand da, der das lesen könnte",
    "you are excluded from this table, so nobody reads what you write":
        "du bist von diesem Tisch ausgeschlossen, also liest niemand, was du schreibst",
    "no game is running in which a computer player could answer":
        "es läuft kein Spiel, in dem ein Computerspieler antworten könnte",
    "The game has begun, and all its places were taken. 'acquire join --watch' shows it, in another terminal. Here you wait "
    "until the game is over; then you get a place in the next one if one is free.":
        "Das Spiel hat begonnen, und alle Plätze waren besetzt. „acquire join --watch“ zeigt es in einem anderen Terminal. Hier "
        "wartest du, bis es zu Ende ist; dann bekommst du einen Platz im nächsten, wenn einer frei ist.",
    "The game has begun, and all its places were taken. Its players have agreed to have no spectators. Here you wait until the "
    "game is over; then you get a place in the next one if one is free.":
        "Das Spiel hat begonnen, und alle Plätze waren besetzt. Am Tisch ist vereinbart, dass niemand zusieht. Hier wartest du, "
        "bis es zu Ende ist; dann bekommst du einen Platz im nächsten, wenn einer frei ist.",
    "no game is running that could wait": "es läuft kein Spiel, das warten könnte",
    "names and seats cannot change now: the game has begun, or you have left this table":
        "Namen und Plätze ändern sich jetzt nicht mehr: das Spiel hat begonnen, oder du hast den Tisch verlassen",
    "no table has begun here, so none can begin again": "hier hat kein Tisch begonnen, also beginnt keiner neu",
    "no game has been played here, so no next one can follow": "hier wurde nichts gespielt, also folgt kein nächstes Spiel",
    "you have left this table": "du hast diesen Tisch verlassen",
    "the game has begun: what was agreed on stays": "das Spiel hat begonnen: was vereinbart wurde, bleibt",
    "nothing is proposed yet: wait until a player who has a table is found":
        "noch ist nichts vorgeschlagen: warte, bis jemand mit einem Tisch gefunden ist",
    "you have no seat at this table, so there is nothing to be ready for": "du hast an diesem Tisch keinen Platz",
    "these addresses cannot be sent to other peers: {bad}": "diese Adressen lassen sich nicht verschicken: {bad}",
    "this name or these addresses cannot be sent to other peers: {bad}":
        "dieser Name oder diese Adressen lassen sich nicht verschicken: {bad}",
    "bank": "Zeitvorrat",
    "clock": "Uhr",
    "conventions": "Vereinbarungen",
    "dropping": "Weiterspielen ohne Abwesende",
    "grace": "Wartefrist",
    "hands": "Hände nach dem Spiel",
    "patience": "Geduld",
    "quorum": "Mehrheit",
    "spectators": "Zuschauer",
    "auto": "von selbst",
    "vote": "nach Abstimmung",
    "opened": "offen",
    "closed": "verdeckt",
    "log": "Protokoll",
    "mailbox": "Briefkasten",
    "the {name} of the table is not an address: {value}": "die Option {name} des Tisches ist keine Adresse: {value}",
    "simultaneous play does not go together with a table over days: set simultaneous to no":
        "An einem Tisch über Tage spielt man nicht zugleich: setze simultaneous auf no",
    "a table with a mailbox is played over days, and has no clock: set clock to none":
        "ein Tisch mit Briefkasten geht über Tage und hat keine Uhr: setze clock auf none",
    "patience counts days, at a table over days: set mailbox, or patience to none":
        "die Geduld zählt Tage, an einem Tisch über Tage: setze mailbox, oder patience auf none",
    "a table with a mailbox waits for those who are not there: set dropping to vote":
        "ein Tisch mit Briefkasten wartet auf alle, die nicht da sind: setze dropping auf vote",
    "the mailbox cannot be reached: {why}": "der Briefkasten ist nicht zu erreichen: {why}",
    "Everything that waited in the mailbox is here.": "Alles, was im Briefkasten lag, ist da.",
    "The mailbox can be reached again.": "Der Briefkasten ist wieder zu erreichen.",
    "the mailbox is full: it has no box for another member": "der Briefkasten ist voll: für weitere Mitspieler hat er kein Fach",
    "the box of another player is full: they have not been there for long":
        "das Fach einer anderen Person ist voll: sie war lange nicht da",
    "the disk of the mailbox takes nothing at the moment": "die Festplatte des Briefkastens nimmt zurzeit nichts an",
    "the journal of this table on this machine is an old copy: the mailbox has seen a longer one. This seat signs nothing until "
    "another player is there at the same time":
        "das Journal dieses Tisches auf diesem Rechner ist eine alte Kopie: der Briefkasten kennt ein längeres. Dieser Platz "
        "unterschreibt nichts, bis jemand anderes zur selben Zeit da ist",
    "whole": "ganz",
    "last_round": "letzte Runde",
    "yes": "ja",
    "no": "nein",
    "{count} second": "{count} Sekunde",
    "{count} seconds": "{count} Sekunden",
    "{count} minute": "{count} Minute",
    "{count} minutes": "{count} Minuten",
    "{count} day": "{count} Tag",
    "{count} days": "{count} Tage",
    "the options of a table stand in the order of their names, each once":
        "die Optionen eines Tisches sind nach Namen geordnet, jede einmal",
    "there is no option {name}; there are {names}": "eine Option {name} gibt es nicht; es gibt {names}",
    "a table names the option {name} only where it is not {value}":
        "ein Tisch nennt die Option {name} nur, wo sie nicht {value} ist",
    "{value} is not a value of the option {name}; it may be {allowed}":
        "{value} ist kein Wert der Option {name}; möglich sind {allowed}",
    "the {name} of the table cannot be shown: {bad}": "die Option {name} des Tisches lässt sich nicht zeigen: {bad}",
    "{name} is no longer excluded": "{name} ist nicht mehr ausgeschlossen",
    "{option} is {value} instead of {before}": "{option}: {value} statt {before}",
    "a proposal of {longest} bytes, once all are seated; the longest has {most}: shorten the rules or the conventions":
        "ein Vorschlag von {longest} Bytes, wenn alle sitzen; der längste hat {most}: kürze Regeln oder Vereinbarungen",
    "a table for {places}": "ein Tisch für {places}",
    "the order is {names}": "die Reihenfolge ist {names}",
    "{places} places instead of {before}": "{places} Plätze statt {before}",
    "attempt {number}": "Versuch {number}",
    "a table has 2 to {most} places, not {places}": "ein Tisch hat 2 bis {most} Plätze, nicht {places}",
    "{seated} are seated already: exclude a player before there are only {places} places":
        "{seated} sitzen schon: schließe jemanden aus, bevor es nur {places} Plätze gibt",
    "rules and options have to be text that every screen can show: these are not":
        "Regeln und Optionen müssen sich auf jedem Bildschirm zeigen lassen: diese nicht",
    "this cannot be proposed: {error}": "das lässt sich nicht vorschlagen: {error}",
    "{name} takes a seat": "{name} setzt sich",
    "{name} has no seat any more": "{name} hat keinen Platz mehr",
    "the rules are {rules} instead of {before}": "die Regeln sind {rules} statt {before}",
    "other rules: {lines}": "andere Regeln: {lines}",
    "all {places} places of this table are taken; and nobody may watch: found another table, or wait until a place becomes free":
        "alle {places} Plätze dieses Tisches sind besetzt, und niemand darf zusehen: eröffne einen anderen, oder warte, bis ein "
        "Platz frei wird",
    "all {places} places of this table are taken; you may watch, and sit down when a place becomes free":
        "alle {places} Plätze dieses Tisches sind besetzt; du darfst zusehen und dich setzen, wenn einer frei wird",
    "this table has as many people as it can hold: found another table, or try again later":
        "an diesem Tisch sind so viele Leute wie möglich: eröffne einen anderen, oder versuche es später wieder",
    "the introduction is not signed by its author for this peer": "die Vorstellung ist nicht richtig unterschrieben",
    "the key of the connection is not the one that was introduced":
        "der Schlüssel der Verbindung ist ein anderer als der vorgestellte",
    "the other program has this identity too: the same installation runs twice; end one of the two":
        "das andere Programm hat denselben Schlüssel: dieselbe Installation läuft zweimal; beende eine von beiden",
    "there is no seat for this identity at the table": "für diesen Schlüssel gibt es an dem Tisch keinen Platz",
    "a name that cannot be shown: {bad}": "ein Name, der sich nicht zeigen lässt: {bad}",
    "two seats of the table have the same {what}": "zwei Plätze des Tisches haben dasselbe Merkmal {what}",
    "{one} and {other} look alike: one of the two chooses another name":
        "{one} und {other} sehen gleich aus: einer von beiden nimmt einen anderen Namen",
    "seat {seat} of a table with {seats}": "Platz {seat} an einem Tisch mit {seats}",
    "seat {seat} did not sign this table": "Platz {seat} hat diesen Tisch nicht unterschrieben",
    "this join code leads to your own table: the same installation runs twice. To play as another player on this machine, use "
    "another account, or set ACQUIRE_HOME to another folder":
        "dieser Code führt zu deinem eigenen Tisch: dieselbe Installation läuft zweimal. Um auf diesem Rechner als ein anderer "
        "Spieler zu spielen, nimm ein anderes Konto, oder setze ACQUIRE_HOME auf einen anderen Ordner",
    "A newcomer wants to join this table and waits for the next game; meanwhile the newcomer may watch this one.":
        "Ein Neuer möchte an diesen Tisch und wartet auf das nächste Spiel; bei diesem darf er zusehen.",
    "A newcomer wants to join this table and waits for the next game.":
        "Ein Neuer möchte an diesen Tisch und wartet auf das nächste Spiel.",
    "Nobody answers at the table. This program goes on trying; 'quit' ends it.":
        "Am Tisch antwortet niemand. Dieses Programm versucht es weiter.",
    "Nobody answers at the table any more: perhaps its people have left. This program goes on trying; 'quit' ends it.":
        "Am Tisch antwortet niemand mehr: vielleicht sind alle gegangen. Dieses Programm versucht es weiter.",
    "Something else answers where the table was. This program goes on trying; 'quit' ends it.":
        "Wo der Tisch war, antwortet etwas anderes. Dieses Programm versucht es weiter.",
    "Something else answers where the table was: perhaps its people have left. This program goes on trying; 'quit' ends it.":
        "Wo der Tisch war, antwortet etwas anderes: vielleicht sind alle gegangen. Dieses Programm versucht es weiter.",
    "The game at this table has begun, so there is no seat for you now. 'acquire join --watch {code}' shows it, in another "
    "terminal or after 'quit'. Here you wait until the game is over; then you get a place in the next one if one is free.":
        "Das Spiel an diesem Tisch hat begonnen, also ist jetzt kein Platz für dich. 'acquire join --watch {code}' zeigt es in "
        "einem Terminal. Hier wartest du, bis es vorbei ist; dann bekommst du im nächsten einen Platz, wenn einer frei ist.",
    "The game at this table has begun, so there is no seat for you now. Its players have agreed to have no spectators. Here you "
    "wait until the game is over; then you get a place in the next one if one is free.":
        "Das Spiel an diesem Tisch hat begonnen, also ist jetzt kein Platz für dich. Zuschauer sind nicht vereinbart. Hier "
        "wartest du, bis es vorbei ist; dann bekommst du im nächsten einen Platz, wenn einer frei ist.",
    "The table does not let this program in at the moment. This program goes on trying; 'quit' ends it.":
        "Der Tisch lässt dieses Programm gerade nicht ein. Dieses Programm versucht es weiter.",
    # people and their keys
    "NOT the {name} you have met: another key": "NICHT {name}, wie du sie oder ihn kennst: ein anderer Schlüssel",
    "convicted of breaking the rules in a game with you": "in einem Spiel mit dir der Regelverletzung überführt",
    "dropped out in the middle of {draws_left} draws of others, which were then made again":
        "ist {draws_left} Mal mitten im Ziehen anderer ausgefallen, und es wurde neu gezogen",
    "{draws_repeated} draws of this player were made again, because another player dropped out":
        "{draws_repeated} Mal wurde für diesen Spieler neu gezogen, weil ein anderer ausgefallen war",
    "WARNING: {name} has broken the rules of a table at which you played, and was convicted of it. 'exclude {name}' plays "
    "without this player.":
        "WARNUNG: {name} hat an einem Tisch mit dir die Regeln verletzt und ist überführt. In der Lobby kannst du {name} "
        "ausschließen.",
    "{name} is the player you know as {before}.": "{name} ist, wen du als {before} kennst.",
    "WARNING: this {name} is not the {known} you have met before. The key is another one: {key}, where it was {before}. Another "
    "person may be pretending, or it is a new machine or a new installation: ask, in another way than over this network, before "
    "you play.":
        "WARNUNG: {name} ist hier nicht {known}, wie du sie oder ihn kennst. Der Schlüssel ist ein anderer: {key}, vorher war er "
        "{before}. Vielleicht gibt sich jemand für einen anderen aus, oder es ist ein neuer Rechner: frage auf einem anderen Weg "
        "als über dieses Netz nach, bevor du spielst.",
    "the file of this installation's key, {path}, is damaged. Put a copy of it back if there is one; otherwise move it away: a "
    "new key is made, and you are new to everybody you played with":
        "die Datei mit dem Schlüssel dieser Installation, {path}, ist beschädigt. Hole eine Kopie zurück, wenn es eine gibt; "
        "sonst "
        "räume sie weg: ein neuer Schlüssel entsteht, und du bist für alle neu, mit denen du gespielt hast",
    "the file of this installation's key, {path}, went away while it was made: try again":
        "die Datei mit dem Schlüssel dieser Installation, {path}, verschwand beim Schreiben: versuche es noch einmal",
    "the file of this installation's key, {path}, cannot be used: {why}. Check the permissions of it and of its folder":
        "die Datei mit dem Schlüssel dieser Installation, {path}, ist nicht zu brauchen: {why}. Prüfe ihre Rechte und die ihres "
        "Ordners",
    "{path} should be the file of this installation's key but is not a file: move it away":
        "{path} sollte die Datei mit dem Schlüssel dieser Installation sein, ist aber keine Datei: räume es weg",
    "other users of this machine can read this installation's key, {path}, and that cannot be changed from here: 'chmod 600' by "
    "its owner does it":
        "andere Benutzer dieses Rechners können den Schlüssel dieser Installation, {path}, lesen, und von hier aus ändert sich "
        "das nicht: 'chmod 600' durch den Besitzer hilft",
    "the list of players you have met was damaged ({why}) and is set aside as {aside}: everybody you meet now is believed at "
    "first, as on the first evening; compare fingerprints":
        "die Liste deiner Mitspieler war beschädigt ({why}) und liegt jetzt als {aside}: allen, die du triffst, wird zunächst "
        "geglaubt, wie am ersten Abend; vergleicht Fingerabdrücke",
    "the players you have met cannot be read from {path}: {trouble}":
        "deine Mitspieler lassen sich nicht aus {path} lesen: {trouble}",
    "the list of players you have met, {path}, is damaged ({why}) and cannot be moved away: {trouble}":
        "die Liste deiner Mitspieler, {path}, ist beschädigt ({why}) und lässt sich nicht wegräumen: {trouble}",
    "the players you have met cannot be written to {path}: {trouble}":
        "deine Mitspieler lassen sich nicht nach {path} schreiben: {trouble}",
    "a name has 1 to {most} characters, no space at its ends and no two in a row":
        "ein Name hat 1 bis {most} Zeichen, keine Leerzeichen am Rand und keine zwei hintereinander",
    "there is nothing in this line": "in dieser Zeile steht nichts",
    "a line": "eine Zeile",
    "a name": "ein Name",
    "{what} has at most {most} bytes": "{what} hat höchstens {most} Bytes",
    "{what} has to be written in composed characters (Unicode NFC)":
        "{what} muss in zusammengesetzten Zeichen stehen (Unicode NFC)",
    "{what} has to be text that every screen can show: these bytes are not":
        "{what} muss sich auf jedem Bildschirm zeigen lassen: diese Bytes nicht",
    "{what} cannot contain U+{letter} ({sign}): not every screen shows it":
        "{what} darf U+{letter} ({sign}) nicht enthalten: nicht jeder Bildschirm zeigt es",
    "too many accents on one letter": "zu viele Akzente auf einem Buchstaben",
    # what a player is convicted of
    "the deck is not a proven shuffle of the one before":
        "der Stapel ist nicht bewiesen derselbe wie vorher in anderer Reihenfolge",
    "the shares are not those of its key": "die Anteile gehören nicht zum eigenen Schlüssel",
    "opens something else than it committed to": "öffnet etwas anderes als das, worauf es sich festgelegt hatte",
    "does not prove that it knows its key": "beweist nicht, dass es seinen Schlüssel kennt",
    "opens {opened} tiles where {wanted} others are to be proven": "öffnet {opened} Steine, wo {wanted} andere zu beweisen sind",
    "brings {proofs} bytes of proof for {by_epoch} epochs": "bringt {proofs} Bytes Beweis für {by_epoch} Stapel",
    "a tile that is not in this hand": "ein Stein, der nicht auf dieser Hand ist",
    "signs another result than the game has": "unterschreibt ein anderes Ergebnis, als das Spiel hat",
    "opens slot {slot} of a hand of {hand}, or twice": "öffnet Stelle {slot} einer Hand von {hand}, oder zweimal",
    "says what the rules do not allow: {refused}": "sagt, was die Regeln nicht erlauben: {refused}",
    "does not prove the tiles it opens": "beweist die Steine nicht, die es öffnet",
    "does what the rules do not allow: {refused}": "tut, was die Regeln nicht erlauben: {refused}",
    "opens another answer than it committed to": "öffnet eine andere Antwort als die, auf die es sich festgelegt hatte",
    "answers what the rules do not allow: {refused}": "antwortet, was die Regeln nicht erlauben: {refused}",
    "slot {slot} is not the tile it says": "Stelle {slot} ist nicht der genannte Stein",
    "signed two different messages for one block": "hat zwei verschiedene Nachrichten für einen Schritt unterschrieben",
    "acknowledged a block and reported something else": "hat einen Schritt bestätigt und etwas anderes gemeldet",
    "confirmed an attempt and reported no lock of it": "hat einen Versuch bestätigt und ihn nicht gemeldet",
    "signed something after its goodbye": "hat nach seinem Abschied noch etwas unterschrieben",
    "reported in two ways for one attempt": "hat für einen Versuch zweierlei gemeldet",
    "proposed two ends of one view in one attempt": "hat in einem Versuch zwei Enden vorgeschlagen",
    "prepared two proposals of one attempt": "hat in einem Versuch zwei Vorschläge vorbereitet",
    "confirmed two proposals of one attempt": "hat in einem Versuch zwei Vorschläge bestätigt",
    "acknowledged one block in two ways": "hat einen Schritt auf zwei Arten bestätigt",
    "acknowledged another state than this head leads to": "hat eine andere Stellung bestätigt, als aus dem Protokoll folgt",
    "{what}: {bytes} bytes instead of {count} points": "{what}: {bytes} Bytes statt {count} Punkten",
    "proposed with a case that its authors did not sign": "hat mit Gründen vorgeschlagen, die niemand unterschrieben hat",
    "proposed with a report that nobody has signed": "hat mit einer Meldung vorgeschlagen, die niemand unterschrieben hat",
    "proposed with a report of another attempt": "hat mit einer Meldung aus einem anderen Versuch vorgeschlagen",
    "counted a goodbye whose author had promised itself to this attempt": "hat einen Abschied gezählt, der nicht mehr galt",
    "proposed with a report whose proof does not hold": "hat mit einer Meldung vorgeschlagen, deren Beweis nicht hält",
    "proposed what does not follow from these reports": "hat vorgeschlagen, was aus den Meldungen nicht folgt",
    "proposed another end of the log than these reports lead to":
        "hat ein anderes Ende vorgeschlagen, als aus den Meldungen folgt",
    "kept a seat that is excused": "hat einen Platz behalten, der nicht mehr zählt",
    "proposed with two reports of seat {seat}": "hat mit zwei Meldungen von Platz {seat} vorgeschlagen",
    "counted seat {seat} as excused and not excused": "hat Platz {seat} gezählt und nicht gezählt",
    "proposed with a report that cannot be read": "hat mit einer unlesbaren Meldung vorgeschlagen",
    "proposed another outcome than the one that may have been decided":
        "hat einen anderen Ausgang als den möglichen vorgeschlagen",
    "proposed to lose seat {seat} without a case": "hat vorgeschlagen, Platz {seat} ohne Grund zu verlieren",
    "as many proofs as hidden tiles are needed": "es braucht so viele Beweise wie verdeckte Steine",
    "the tags are not one power of what was there": "die Marken passen nicht zu dem, was da war",
    "hidden tile {place} is not proven to be the same": "vom verdeckten Stein {place} ist nicht bewiesen, dass er derselbe ist",
    "builds on what seat {author} has not signed": "baut auf etwas, was Platz {author} nicht unterschrieben hat",
    "is the first, and builds on something": "ist der erste Beitrag und baut trotzdem auf einem anderen",
    "sent a message out of turn: it sent {sent}, but {due}": "hat außer der Reihe {sent} geschickt, aber {due}",
    "seats {seats} had to send {kind}": "die Plätze {seats} mussten {kind} schicken",
    "seat {seat} had to send {kind}": "Platz {seat} musste {kind} schicken",
    "signed a malformed message: {fault}": "hat eine unlesbare Nachricht unterschrieben: {fault}",
    "view {view} has ended in two ways": "Abschnitt {view} hat auf zwei Arten geendet",
    "showed a case that its authors did not sign": "hat Gründe gezeigt, die niemand unterschrieben hat",
    "reported a tip whose proof does not hold": "hat einen Stand gemeldet, dessen Beweis nicht hält",
    "prepared a proposal whose author {reason}": "hat einen Vorschlag vorbereitet, dessen Urheber {reason}",
    "The opened hands show what nobody could see during the game: {problem}.":
        "Die geöffneten Hände zeigen, was im Spiel niemand sehen konnte: {problem}.",
    # the game and its journal
    "entry {number} of {entries}: {error}": "Eintrag {number} von {entries}: {error}",
    "not every seat has signed the table": "nicht jeder Platz hat den Tisch unterschrieben",
    "seat {seat} did not sign block {block}": "Platz {seat} hat Schritt {block} nicht unterschrieben",
    "seat {seat} did not sign this {kind} message of block {block}":
        "Platz {seat} hat diese Nachricht {kind} zu Schritt {block} nicht unterschrieben",
    "the table itself: {error}": "der Tisch selbst: {error}",
    "the disk is full: make room, and the table goes on": "das Laufwerk ist voll: schaffe Platz, und der Tisch macht weiter",
    "the quota of this account is used up: make room, and the table goes on":
        "der Speicherplatz dieses Kontos ist verbraucht: schaffe Platz, und der Tisch macht weiter",
    "the disk is read-only: choose another folder with ACQUIRE_HOME, or make it writable":
        "das Laufwerk ist schreibgeschützt: wähle mit ACQUIRE_HOME einen anderen Ordner, oder mache es beschreibbar",
    "this account may not write there: choose another folder with ACQUIRE_HOME, or change its permissions":
        "dieses Konto darf dort nicht schreiben: wähle mit ACQUIRE_HOME einen anderen Ordner, oder ändere die Rechte",
    "there is a journal of this table already: resume it instead of starting again":
        "von diesem Tisch gibt es schon ein Journal: kehre dorthin zurück, statt neu zu beginnen",
    "there is no such file": "diese Datei gibt es nicht",
    "try again, or choose another folder with ACQUIRE_HOME":
        "versuche es noch einmal, oder wähle mit ACQUIRE_HOME einen anderen Ordner",
    "this program has stopped because of a mistake of its own ({mistake}). No game was running, so nothing is lost: start again. "
    "Please report it with the log file":
        "dieses Programm hat wegen eines eigenen Fehlers aufgehört ({mistake}). Es lief kein Spiel, also ist nichts verloren: "
        "beginne neu. Bitte melde es mit der Protokolldatei",
    "this program has stopped because of a mistake of its own ({mistake}). The game is kept in {journal}: 'acquire resume' "
    "returns to the table. Please report it with that file and the log file":
        "dieses Programm hat wegen eines eigenen Fehlers aufgehört ({mistake}). Das Spiel liegt in {journal}, und vom Titel "
        "kommst "
        "du zum Tisch zurück. Bitte melde es mit dieser Datei und der Protokolldatei",
    "left": "gegangen",
    "did not answer": "hat nicht geantwortet",
    "voted out": "ausgeschlossen durch Abstimmung",
    "this seat is not asked for a decision now": "dieser Platz ist jetzt nicht gefragt",
    "the others have not answered yet since the restart": "die anderen haben seit dem Neustart noch nicht geantwortet",
    "seat {seat}, {action}: {why}": "Platz {seat}, {action}: {why}",
    # the same at a table, with the names of its players
    "{seat}, {action}: {why}": "{seat}, {action}: {why}",
    "{seat} had to send {kind}": "{seat} musste {kind} schicken",
    "{seats:and} had to send {kind}": "{seats:und} mussten {kind} schicken",
    "proposed with two reports of {seat}": "hat mit zwei Meldungen von {seat} vorgeschlagen",
    "counted {seat} as excused and not excused": "hat {seat} gezählt und nicht gezählt",
    "proposed to lose {seat} without a case": "hat vorgeschlagen, {seat} ohne Grund zu verlieren",
    "builds on what {author} has not signed": "baut auf etwas, was {author} nicht unterschrieben hat",
    "the table waits for the disk: {why}": "der Tisch wartet auf das Laufwerk: {why}",
    "this seat has stopped: {why}": "dieser Platz hat aufgehört: {why}",
    "an entry of {bytes} bytes; the longest that is read has {most}":
        "ein Eintrag von {bytes} Bytes; der längste, der gelesen wird, hat {most}",
    "{bytes} bytes are too many for a journal; the longest that is read has {most}":
        "{bytes} Bytes sind zu viel für ein Journal; das längste, das gelesen wird, hat {most}",
    "the journal ends before it says which table it is of; nothing was played yet, so it can be deleted":
        "das Journal endet, bevor es seinen Tisch nennt; gespielt wurde noch nichts, also kann es weg",
    "{name} is longer than any journal of a game": "{name} ist länger als jedes Journal eines Spiels",
    "an entry that cannot be read: {error}": "ein Eintrag, der sich nicht lesen lässt: {error}",
    "this journal {other}": "dieses Journal: {other}",
    "entry {number} at byte {start} does not belong there": "Eintrag {number} bei Byte {start} gehört dort nicht hin",
    "{path} is open in another program: close that one first; a table has one program a seat":
        "{path} ist in einem anderen Programm offen: beende zuerst das; ein Platz hat ein Programm",
    "entry {number} at byte {start} is damaged; the file was changed after it was written. Ask another player of this table for "
    "a copy of the journal: all have the same game":
        "Eintrag {number} bei Byte {start} ist beschädigt; die Datei wurde nach dem Schreiben verändert. Bitte jemanden von "
        "diesem "
        "Tisch um eine Kopie des Journals: alle haben dasselbe Spiel",
    "'{path}' does not hold the links of a table": "'{path}' enthält keine Verbindungen eines Tisches",
    "'{path}' is damaged: {why}. It held the key by which the others know this seat, so nobody can come back from here, unless "
    "there is a copy of this file. The journal beside it is untouched, and the others can go on without this seat":
        "'{path}' ist beschädigt: {why}. Darin stand der Schlüssel, an dem die anderen diesen Platz erkennen; ohne eine Kopie "
        "der "
        "Datei führt von hier kein Weg zurück. Das Journal daneben ist unberührt, und die anderen können ohne diesen Platz "
        "weiterspielen",
    "'{journal}' is of another table than '{name}'": "'{journal}' gehört zu einem anderen Tisch als '{name}'",
    "{name}: the secrets of this seat are not beside the journal, as after the end of a game. 'acquire verify' and 'acquire "
    "replay' read it":
        "{name}: die Geheimnisse dieses Platzes liegen nicht neben dem Journal, wie nach dem Ende eines Spiels. 'acquire verify' "
        "und 'acquire replay' lesen es",
    "entry {number} of {name}: {error}": "Eintrag {number} von {name}: {error}",
    # mailbox
    "the relay is full: try again later, or another relay": "das Relay ist voll: versuche es später, oder ein anderes",
    "nobody waits there behind the relay: is the table open, and does it use this relay?":
        "hinter dem Relay wartet dort niemand: ist der Tisch offen, und benutzt er dieses Relay?",
    "another program waits there already: if it is this program, started twice, end one of them":
        "dort wartet schon ein anderes Programm: ist es dieses, zweimal gestartet, so beende eines",
    "the table behind the relay does not answer: try again":
        "der Tisch hinter dem Relay antwortet nicht: versuche es noch einmal",
    "this relay has no mailbox: its owner has started it without one":
        "dieses Relay hat keinen Briefkasten: es wurde ohne einen gestartet",
    "the mailbox opens no box for this program now: too many have asked; try again in a few minutes":
        "der Briefkasten öffnet zurzeit kein Fach für dieses Programm: zu viele haben gefragt; versuche es in ein paar Minuten",
    "the relay did not understand: one of the programs needs a newer version":
        "das Relay hat nicht verstanden: eines der Programme braucht eine neuere Version",
    "the relay refused, for a reason that this program does not know":
        "das Relay hat abgelehnt, aus einem Grund, den dieses Programm nicht kennt",
    "the line broke": "die Verbindung ist abgerissen",
    "this is not a frame that its sender has sealed for this seat":
        "diese Nachricht hat ihr Absender nicht für diesen Platz versiegelt",
    "this is not a key of a link": "das ist kein Schlüssel einer Verbindung",
    "this is not the next message of this line": "das ist nicht die nächste Nachricht dieser Verbindung",
    "{folder} is the mailbox of another program that runs: end that one first, or choose another folder":
        "{folder} ist der Briefkasten eines anderen Programms, das läuft: beende zuerst jenes, oder wähle einen anderen Ordner",
    "{name} is damaged: {bytes} bytes behind the first {count} messages cannot be read. Members send again what is missing":
        "{name} ist beschädigt: {bytes} Bytes nach den ersten {count} Nachrichten sind nicht zu lesen. Was fehlt, schicken die "
        "Mitglieder noch einmal",
    "{name} is not a box of this mailbox, and is left alone":
        "{name} ist kein Fach dieses Briefkastens und bleibt, wie es ist",
    "{path}: the file was changed while it was in use": "{path}: die Datei wurde geändert, während sie in Gebrauch war",
}

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
    "The others begin again without you. You wait in the lobby, and sit down again when a seat is free. If their programs "
    "begin this game before yours has said so, you leave it for good.":
        "Die anderen beginnen noch einmal ohne dich. Du wartest in der Lobby und setzt dich wieder, wenn ein Platz "
        "frei ist. Beginnen ihre Programme dieses Spiel, bevor deines es gesagt hat, verlässt du es endgültig.",
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
    # trouble
    "What was claimed": "Was behauptet wurde",
    "What was proven": "Was bewiesen ist",
    "By whom": "Von wem",
    "Where the evidence lies": "Wo der Beweis liegt",
    "What follows": "Was folgt",
    "{name}'s program sent its part of a new key.": "Das Programm von {name} schickte seinen Teil eines neuen Schlüssels.",
    "{name}'s program said: this is the key to which I had committed.":
        "Das Programm von {name} sagte: auf diesen Schlüssel hatte ich mich festgelegt.",
    "{name}'s program said: this is the bag, mixed by me.":
        "Das Programm von {name} sagte: das ist der Beutel, von mir gemischt.",
    "{name}'s program said: the bag that I have mixed has the same tiles as before.":
        "Das Programm von {name} sagte: in dem von mir gemischten Beutel sind dieselben Steine wie vorher.",
    "{name}'s program said: this is my share of the masks on these tiles.":
        "Das Programm von {name} sagte: das ist mein Anteil an den Masken dieser Steine.",
    "{name}'s program sent this player's decision, and said: the rules allow it, and I hold the tiles for it.":
        "Das Programm von {name} schickte eine Entscheidung und sagte: die Regeln erlauben sie, und ich habe die Steine dafür.",
    "{name}'s program said: these are the tiles of my hand under the new key.":
        "Das Programm von {name} sagte: das sind die Steine meiner Hand unter dem neuen Schlüssel.",
    "{name}'s program said: I have marked all tiles in the same way.":
        "Das Programm von {name} sagte: ich habe alle Steine auf dieselbe Art markiert.",
    "{name}'s program said: this is how the game has ended.": "Das Programm von {name} sagte: so ist das Spiel ausgegangen.",
    "{name}'s program said: this is the record of the game that I have.":
        "Das Programm von {name} sagte: das ist mein Protokoll des Spiels.",
    "{name}'s program said what it knows of the record of the game.":
        "Das Programm von {name} sagte, was es vom Protokoll des Spiels weiß.",
    "{name} has broken the rules of this table": "{name} hat die Regeln dieses Tisches verletzt",
    "That is not so: {why}. The message is signed with {name}'s own key, so nobody else can have sent it. It may be a changed "
    "program instead of bad intent; the proof cannot tell.":
        "Das stimmt nicht: {why}. Die Nachricht ist mit dem Schlüssel von {name} unterschrieben, also kommt sie von niemand "
        "anderem. Vielleicht ist es ein verändertes Programm und keine Absicht; das sagt der Beweis nicht.",
    "By your own program, from the messages of the table, behind step {block}. The programs of the others come to the same, each "
    "by itself.":
        "Von deinem eigenen Programm, aus den Nachrichten des Tisches, nach Schritt {block}. Die Programme der anderen kommen zu "
        "demselben, jedes für sich.",
    "The programs go on without {name}. The tiles of that hand go back into the bag unseen, and what is on the board stays.":
        "Die Programme spielen ohne {name} weiter. Die Steine dieser Hand kommen ungesehen zurück in den Beutel, und was auf dem "
        "Brett liegt, bleibt.",
    "The disk did not take it. The programs of the others have it too.":
        "Das Laufwerk hat ihn nicht angenommen. Die Programme der anderen haben ihn auch.",
    "{path} · 'acquire verify' proves it on any machine.": "{path} · 'acquire verify' beweist es auf jedem Rechner.",
    "Two programs have come to different positions": "Zwei Programme sind zu verschiedenen Stellungen gekommen",
    "{name}'s program and yours have the same record of the game up to step {block}, and each says that it leads to another "
    "position.":
        "Das Programm von {name} und deines haben bis Schritt {block} dasselbe Protokoll, und jedes sagt, dass daraus eine "
        "andere "
        "Stellung folgt.",
    "Only that the two differ. One of the programs has a mistake or is another version, or it lies. Nobody is convicted of "
    "anything.":
        "Nur, dass beide verschieden sind. Eines der Programme hat einen Fehler oder eine andere Version, oder es lügt. "
        "Niemand ist "
        "überführt.",
    "By your own program. {name}'s program finds the same the other way round.":
        "Von deinem eigenen Programm. Das von {name} findet dasselbe umgekehrt.",
    "{path} · Please send it to the people who make this program.":
        "{path} · Bitte schicke es denen, die dieses Programm machen.",
    "The disk did not take the report.": "Das Laufwerk hat den Bericht nicht angenommen.",
    "The game waits. If most of you have the same position, you can vote to go on without {name}; otherwise leave, and the "
    "journal "
    "keeps the game.":
        "Das Spiel wartet. Haben die meisten von euch dieselbe Stellung, könnt ihr für ein Weiterspielen ohne {name} stimmen; "
        "sonst "
        "verlasse den Tisch, und das Journal bewahrt das Spiel.",
    "There are two games of this table": "Von diesem Tisch gibt es zwei Spiele",
    "Each of two groups of players has a certificate that its game is the one that goes on.":
        "Jede von zwei Gruppen hat eine Urkunde, dass ihr Spiel das ist, das weitergeht.",
    "Both certificates hold: {why}. So at least one player has signed two different things.":
        "Beide Urkunden gelten: {why}. Also hat mindestens ein Spieler zwei verschiedene Dinge unterschrieben.",
    "By your own program, when the certificate of the others arrived.":
        "Von deinem eigenen Programm, als die Urkunde der anderen ankam.",
    "In the journal of this table.": "Im Journal dieses Tisches.",
    "In the journal: {path}": "Im Journal: {path}",
    "Compare the first characters of the record aloud. You can play on with those who have the same, or leave.":
        "Vergleicht laut die ersten Zeichen des Protokolls. Du kannst mit denen weiterspielen, die dieselben haben, oder gehen.",
    "Your program has stopped at this table": "Dein Programm hat an diesem Tisch aufgehört",
    "Nobody is accused. Your own program has met something that cannot be.":
        "Niemand wird beschuldigt. Dein eigenes Programm ist auf etwas gestoßen, das nicht sein kann.",
    "{why}. The mistake is in this program, its memory or its disk.":
        "{why}. Der Fehler liegt in diesem Programm, seinem Speicher oder seinem Laufwerk.",
    "This seat says nothing more. Your keys stay on this machine, so a corrected program can return to the game. The others "
    "may go "
    "on without you.":
        "Dieser Platz sagt nichts mehr. Deine Schlüssel bleiben auf diesem Rechner, also kann ein verbessertes Programm ins "
        "Spiel "
        "zurückkehren. Die anderen dürfen ohne dich weiterspielen.",
    "These two programs do not fit together": "Diese beiden Programme passen nicht zusammen",
    "This machine": "Dieser Rechner",
    "The other machine": "Der andere Rechner",
    "What to do": "Was zu tun ist",
    "Vote to go on without {name}": "Für Weiterspielen ohne {name} stimmen",
    "Play on without {name}": "Ohne {name} weiterspielen",
    "Look at the table": "Zum Tisch",
    # the certificate
    "The result is being signed.": "Das Ergebnis wird unterschrieben.",
    "The result is signed by {names:and}.": "Das Ergebnis haben {names:und} unterschrieben.",
    "The signature of {names:and} is missing.": "Die Unterschrift von {names:und} fehlt.",
    "Fingerprint of the game: {head}. All who have the same have the same game.":
        "Fingerabdruck des Spiels: {head}. Alle, die denselben haben, haben dasselbe Spiel.",
    "{shuffles:shuffle|shuffles}, {draws:draw|draws} and {shown:played tile|played tiles} were proven to this program.":
        "{shuffles:Mal|Mal} Mischen, {draws:Zug|Züge} aus dem Beutel und {shown:gelegter Stein|gelegte Steine} wurden diesem "
        "Programm bewiesen.",
    "Hands stay hidden: so all have agreed at this table.": "Die Hände bleiben verdeckt: so ist es an diesem Tisch vereinbart.",
    "All have agreed to open their hands. {names:and} have done it.":
        "Alle sind einverstanden, ihre Hände zu öffnen. {names:und} haben es getan.",
    "All have agreed to open their hands. {name} has done it.":
        "Alle sind einverstanden, ihre Hände zu öffnen. {name} hat es getan.",
    "The hands of {names:and} are not open yet.": "Die Hände von {names:und} sind noch nicht offen.",
    "{name}, key {key}: out of the game before its end ({why}).": "{name}, Schlüssel {key}: vor dem Ende ausgeschieden ({why}).",
    "{name}, key {key}": "{name}, Schlüssel {key}",
    "The journal, with every signature and proof: {path}": "Das Journal, mit jeder Unterschrift und jedem Beweis: {path}",
    "Not valid: {why}.": "Nicht gültig: {why}.",
    "Valid so far, but {count:entry|entries} of the file cannot be used, because something before is missing. Ask another player "
    "for a copy.":
        "Bis hierher gültig, aber {count:Eintrag|Einträge} der Datei sind nicht zu brauchen, weil davor etwas fehlt. Bitte "
        "jemanden "
        "um eine Kopie.",
    "Valid, and it proves that {name} has broken the rules.": "Gültig, und es beweist, dass {name} die Regeln verletzt hat.",
    "Valid, but the opened hands show what nobody could see in the game: {why}.":
        "Gültig, aber die geöffneten Hände zeigen, was im Spiel niemand sehen konnte: {why}.",
    "Valid: {blocks:step|steps}, and every signature, proof and rule of them holds.":
        "Gültig: {blocks:Schritt|Schritte}, und jede Unterschrift, jeder Beweis und jede Regel darin hält.",
    "Certificate of this game": "Urkunde dieses Spiels",
    "Certificate": "Urkunde",
    "Checking every signature and proof of the file: {share:%}":
        "Jede Unterschrift und jeder Beweis der Datei wird geprüft: {share:%}",
    "Verify again": "Noch einmal prüfen",
    "Reads the file from the disk and checks all of it, as a program of a stranger would.":
        "Liest die Datei vom Laufwerk und prüft alles darin, wie es das Programm eines Fremden täte.",
    "Being signed": "Wird unterschrieben",
    "Ready for another game: {names:and}.": "Bereit für ein weiteres Spiel: {names:und}.",
    "{act} ({count} of {of})": "{act} ({count} von {of})",
    "Signed by {count} of {of}": "Von {count} von {of} unterschrieben",
    "Signed by {count} of {of}, and verified on request": "Von {count} von {of} unterschrieben; Prüfung auf Wunsch",
    # the table that waits
    "with {names:and}": "mit {names:und}",
    "it waits for you": "es wartet auf dich",
    "everyone is there": "alle sind da",
    "{name} is there": "{name} ist da",
    "{there} of {others} are there": "{there} von {others} sind da",
    "it waits for {names:and}": "es wartet auf {names:und}",
}

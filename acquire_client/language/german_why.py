"""German for reasons: why the rules refuse an answer, why a computer player likes one, what went wrong with seats and files."""

from __future__ import annotations

_STANDINGS = {
    "ends the game, {dollars} ahead": "beendet das Spiel mit {dollars} Vorsprung",
    "ends the game level with {seats}": "beendet das Spiel gleichauf mit {seats:und}",
    "ends the game, {dollars} behind {seats}": "beendet das Spiel mit {dollars} Rückstand auf {seats:und}",
    "announces the end, {dollars} ahead as things stand": "sagt das Ende an, nach jetzigem Stand mit {dollars} Vorsprung",
    "announces the end, level with {seats} as things stand": "sagt das Ende an, nach jetzigem Stand gleichauf mit {seats:und}",
    "announces the end, {dollars} behind {seats} as things stand":
        "sagt das Ende an, nach jetzigem Stand mit {dollars} Rückstand auf {seats:und}",
    "plays on, {dollars} ahead as things stand": "spielt weiter, nach jetzigem Stand mit {dollars} Vorsprung",
    "plays on, level with {seats} as things stand": "spielt weiter, nach jetzigem Stand gleichauf mit {seats:und}",
    "plays on, {dollars} behind {seats} as things stand":
        "spielt weiter, nach jetzigem Stand mit {dollars} Rückstand auf {seats:und}",
}

WHY: dict[str, str] = {
    # why the rules refuse an answer
    "the game is over": "das Spiel ist zu Ende",
    "it is another seat's decision": "jemand anders hat zu entscheiden",
    "this is not what is being decided now": "das steht jetzt nicht zur Entscheidung",
    "a tile has to be drawn first": "erst muss ein Stein gezogen werden",
    "the tile is not in this hand": "der Stein ist nicht auf dieser Hand",
    "the tile would merge chains that are safe": "der Stein würde sichere Ketten fusionieren",
    "all seven chains are on the board, so no chain can be founded":
        "alle sieben Ketten sind auf dem Brett, es lässt sich keine mehr gründen",
    "the tile touches a chain and a loose tile, which these rules forbid":
        "der Stein berührt eine Kette und einen losen Stein, das verbieten diese Regeln",
    "a tile can be placed, so one must be": "ein Stein kann gelegt werden, also muss einer gelegt werden",
    "the hand must be shown first": "erst muss die Hand gezeigt werden",
    "a chain must be founded": "eine Kette muss gegründet werden",
    "that chain is already on the board": "diese Kette ist schon auf dem Brett",
    "that chain is not among the tied ones": "diese Kette gehört nicht zu den gleich großen",
    "hold, sell and trade must add up to the shares held": "behalten, verkauft und getauscht müssen zusammen alle Aktien ergeben",
    "shares are traded two for one, so their number must be even":
        "getauscht wird zwei gegen eine, also muss die Zahl der Aktien gerade sein",
    "the market has too few shares of the surviving chain": "die Bank hat zu wenige Aktien der überlebenden Kette",
    "that is more shares than this purchase allows": "das sind mehr Aktien, als dieser Kauf erlaubt",
    "that chain is not for sale": "diese Kette steht nicht zum Verkauf",
    "all shares bought in a turn must be of one chain": "alle Aktien eines Zuges müssen von derselben Kette sein",
    "the market has too few shares of that chain": "die Bank hat zu wenige Aktien dieser Kette",
    "there is not enough cash": "das Bargeld reicht nicht",
    "shares cannot be sold here": "hier lassen sich keine Aktien verkaufen",
    "not that many shares of that chain are held": "so viele Aktien dieser Kette sind nicht da",
    "that chain is not on the board": "diese Kette ist nicht auf dem Brett",
    "a chain cannot be bought and sold in one turn": "in einem Zug wird eine Kette nicht gekauft und verkauft",
    "that power is used up": "diese Kraft ist verbraucht",
    "that power belongs to another moment of the turn": "diese Kraft gehört zu einem anderen Moment des Zuges",
    "a chain is not traded for itself": "eine Kette wird nicht gegen sich selbst getauscht",
    "two shares of that chain are needed": "dazu braucht es zwei Aktien dieser Kette",
    "the whole hand must be shown": "die ganze Hand muss gezeigt werden",
    "a shown tile can be placed": "ein gezeigter Stein kann gelegt werden",
    "the tile is not dead": "der Stein ist nicht tot",
    "every dead tile must be set aside": "jeder tote Stein muss abgelegt werden",
    "a tile is named twice": "ein Stein ist zweimal genannt",
    "the tile is not in the bag": "der Stein ist nicht im Beutel",
    "the tile is due to another seat": "der Stein steht jemand anderem zu",
    "this tile must be known": "dieser Stein muss bekannt sein",
    "that seat has left already": "dieser Platz ist schon verlassen",
    "a bid is a whole number of hundreds of dollars": "ein Gebot ist eine ganze Zahl von Hundertern",
    "that is more than this seat can bid now": "mehr kann dieser Platz jetzt nicht bieten",
    "there is no such seat": "diesen Platz gibt es nicht",
    "the action has a value that no action can have": "die Aktion hat einen Wert, den keine haben kann",
    "the lesson waits for another answer": "die Einführung wartet auf eine andere Antwort",
    # why a computer player likes an answer
    **_STANDINGS,
    **{f"{english}, the market's tiles aside": f"{german}, ohne die Steine der Bank" for english, german in _STANDINGS.items()},
    "lies alone and changes no chain": "liegt allein und ändert keine Kette",
    "joins loose tiles and changes no chain": "liegt bei losen Steinen und ändert keine Kette",
    "lets a new chain of {tiles} be founded": "erlaubt es, eine neue Kette aus {tiles:Stein|Steinen} zu gründen",
    "grows {chain} to {tiles} at {dollars} a share as before":
        "lässt {chain} auf {tiles:Stein|Steine} wachsen, bei {dollars} je Aktie wie zuvor",
    "raises {chain} to {dollars} a share, a gain of {rest} for {your} {blocks}":
        "hebt {chain} auf {dollars} je Aktie, ein Gewinn von {rest} für {your:deine|die} {blocks:Aktie|Aktien}",
    "raises {chain} to {dollars} a share without holding any": "hebt {chain} auf {dollars} je Aktie, ohne eine zu besitzen",
    "makes {chain} safe at {tiles} and with it {your} majority of {got}":
        "macht {chain} mit {tiles:Stein|Steinen} sicher und damit {your:deine|die} Mehrheit von {got}",
    "makes {chain} safe at {tiles}": "macht {chain} mit {tiles:Stein|Steinen} sicher",
    "grows {chain} to {tiles}, enough to end the game":
        "lässt {chain} auf {tiles:Stein|Steine} wachsen, genug für das Ende des Spiels",
    "founds {chain} and gets a free share worth {dollars}": "gründet {chain} und bekommt eine Gratisaktie im Wert von {dollars}",
    "founds {chain} and gets a free share; more are cheap at {dollars}":
        "gründet {chain} und bekommt eine Gratisaktie; weitere sind mit {dollars} günstig",
    "founds {chain} and gets a free share worth {dollars}; its bonuses are large":
        "gründet {chain} und bekommt eine Gratisaktie im Wert von {dollars}; die Boni sind hoch",
    "founds {chain}, but the market has no share to give": "gründet {chain}, aber die Bank hat keine Aktie zu vergeben",
    "founds {chain} and gets a free share, but {seats} leads there by {count}":
        "gründet {chain} und bekommt eine Gratisaktie, aber {seats:und} führt dort mit {count}",
    "founds {chain} and makes {your} {blocks} of it worth {dollars}":
        "gründet {chain}, {your:deine|die} {blocks:Aktie ist|Aktien sind} damit {dollars} wert",
    "founds no chain and leaves the tiles loose": "gründet keine Kette und lässt die Steine lose",
    "merges {chains} for {dollars}": "fusioniert {chains:und} für {dollars}",
    "merges {chains} for {dollars} and keeps {your} majority in {other} as things stand":
        "fusioniert {chains:und} für {dollars} und behält nach jetzigem Stand {your:deine|die} Mehrheit bei {other}",
    "merges {chains} for {dollars} but hands {seats} the survivor":
        "fusioniert {chains:und} für {dollars}, überlässt aber {seats:und} die überlebende Kette",
    "merges {chains} for {dollars} and leaves the survivor to {seats}":
        "fusioniert {chains:und} für {dollars} und überlässt {seats:und} die überlebende Kette",
    "merges {chains} for {dollars} while {seats} gets {rest}":
        "fusioniert {chains:und} für {dollars}, aber {seats:und} bekommt {rest}",
    "merges {chains} into {other}, where {your} majority is {count}":
        "fusioniert {chains:und} mit {other}, wo {your:deine|die} Mehrheit {count} beträgt",
    "merges {chains} and pays {seats} {rest}": "fusioniert {chains:und} und bringt {seats:und} {rest}",
    "merges {chains} into {other} and pays nobody": "fusioniert {chains:und} mit {other} und bringt niemandem etwas",
    "merges {chains} into {other}; a tile drawn for the market decides who is paid":
        "fusioniert {chains:und} mit {other}; ein Stein für die Bank entscheidet, wer etwas bekommt",
    "merges {chains} with a choice of the survivor": "fusioniert {chains:und} und darf wählen, wer überlebt",
    "settles {chain} first, with {blocks} of it in hand": "rechnet {chain} zuerst ab, mit {blocks:Aktie|Aktien} davon",
    "settles {chain} first without holding any": "rechnet {chain} zuerst ab, ohne eine Aktie davon",
    "holds {count} {chain} for a chain that may come back": "behält {count} {chain}, falls die Kette wiederkommt",
    "sells {count} {chain} for {dollars}": "verkauft {count} {chain} für {dollars}",
    "sells {count} {chain} for {dollars} and holds {kept}": "verkauft {count} {chain} für {dollars} und behält {kept}",
    "trades {count} {chain} for {got} {other}": "tauscht {count} {chain} gegen {got} {other}",
    "trades {count} {chain} for {got} {other} and takes the lead there":
        "tauscht {count} {chain} gegen {got} {other} und übernimmt dort die Führung",
    "trades {count} {chain} for {got} {other} and holds {kept}": "tauscht {count} {chain} gegen {got} {other} und behält {kept}",
    "trades {count} {chain} for {got} {other} and sells {sold} for {dollars}":
        "tauscht {count} {chain} gegen {got} {other} und verkauft {sold} für {dollars}",
    "trades {count} {chain} for {got} {other}, sells {sold} for {dollars} and holds {kept}":
        "tauscht {count} {chain} gegen {got} {other}, verkauft {sold} für {dollars} und behält {kept}",
    "takes the lead in {chain} by {count}": "übernimmt die Führung bei {chain} mit {count} Vorsprung",
    "keeps {your} majority in {chain} by {count}": "behält {your:deine|die} Mehrheit bei {chain} mit {count} Vorsprung",
    "draws level with {seats} in {chain}": "zieht bei {chain} mit {seats:und} gleich",
    "gets into the bonuses of {chain}, {dollars} as things stand": "kommt in die Boni von {chain}, nach jetzigem Stand {dollars}",
    "widens {your} majority in {chain} to {count}": "baut {your:deine|die} Mehrheit bei {chain} auf {count} aus",
    "buys {count} {chain} to hold {got}": "kauft {count} {chain} und hat dann {got}",
    "buys {count} {chain} while it is off the board": "kauft {count} {chain}, ehe die Kette auf dem Brett ist",
    "leaves {dollars} in cash": "lässt {dollars} Bargeld übrig",
    "sells {blocks} for {dollars}": "verkauft {blocks:Aktie|Aktien} für {dollars}",
    "keeps {dollars} for the next merger": "behält {dollars} für die nächste Fusion",
    "keeps {dollars}, for the game ends here": "behält {dollars}, denn das Spiel endet hier",
    "can buy nothing with {dollars}": "kann mit {dollars} nichts kaufen",
    "uses {power} with {powers} left after it": "setzt „{power}“ ein, danach noch {powers:Kraft|Kräfte}",
    "saves {powers} for later": "spart {powers:Kraft|Kräfte} für später auf",
    "trades no more shares": "tauscht keine Aktien mehr",
    "places no more tiles": "legt keinen Stein mehr",
    "has no tile that can be placed": "hat keinen Stein, der gelegt werden kann",
    "shows {tiles}, none of which can be placed": "zeigt {tiles:Stein|Steine}, von denen keiner gelegt werden kann",
    "sets all {tiles} aside for new ones": "legt die ganze Hand ab, {tiles:Stein|Steine}, und zieht neue",
    "keeps {tiles} that cannot be placed now": "behält {tiles:Stein|Steine}, die jetzt nicht gelegt werden können",
    "sets {tiles} aside as dead": "legt {tiles:toten Stein|tote Steine} ab",
    "keeps {tiles} although dead": "behält {tiles:toten Stein|tote Steine} trotzdem",
    "picks {tile} beside {chains}": "wählt {tile} neben {chains:und}",
    "picks {tile} beside loose tiles": "wählt {tile} neben losen Steinen",
    "picks {tile}, which touches nothing": "wählt {tile}, der nichts berührt",
    "brings in {dollars}": "bringt {dollars} ein",
    "costs {dollars}": "kostet {dollars}",
    "leaves {your} money as it is": "lässt {your:dein|das} Geld, wie es ist",
    "depends on tiles that are not known": "hängt von Steinen ab, die nicht bekannt sind",
    # rules that make no sense together
    "safe_size above end_size: a chain large enough to end the game could still be taken over":
        "sicher erst über der Größe des Endes: eine Kette, die das Spiel beenden kann, ließe sich noch übernehmen",
    "play4_mandatory needs special_powers: without the markers there is no Play 4":
        "ohne Sonderkräfte gibt es kein „4 legen“, das Pflicht sein könnte",
    "founder_buys_four with max_buy of 4 or more: the normal purchase already allows it":
        "der Gründer kauft schon vier, wenn jeder 4 oder mehr Aktien je Zug kaufen darf",
    # seats
    "the list of seats cannot be read: {why}": "die Liste der Plätze ist nicht zu lesen: {why}",
    "the list of seats has an empty entry": "die Liste der Plätze hat einen leeren Eintrag",
    "a game has {least} to {most} seats, with commas between them, not {count}":
        "ein Spiel hat {least} bis {most} Plätze, mit Kommas dazwischen, nicht {count}",
    "two seats have the same name": "zwei Plätze haben denselben Namen",
    "a name needs at least one letter": "ein Name braucht wenigstens einen Buchstaben",
    "'{entry}': here levels play with the weights that came with them; others are for 'acquire arena'":
        "„{entry}“: hier spielen Stufen mit ihren eigenen Gewichten; andere sind für „acquire arena“",
    "there is no level '{level}'; there are {known}": "die Stufe „{level}“ gibt es nicht; es gibt {known}",
    "the seat of {name} was played by '{kind}', which is not known here":
        "auf dem Platz von {name} spielte „{kind}“, das hier nicht bekannt ist",
    "teams needs four players, two in each team, not {count}": "Teams brauchen vier Spieler, zwei in jedem Team, nicht {count}",
    # records and files
    "the record does not tell where its tiles come from, so the game cannot go on; 'acquire replay' shows it":
        "die Partie sagt nicht, woher ihre Steine kommen, also geht sie nicht weiter; „acquire replay“ zeigt sie",
    "the record does not follow from its seed: {why}": "die Partie folgt nicht aus ihrem Startwert: {why}",
    "the record does not follow from its seed: other tiles were drawn":
        "die Partie folgt nicht aus ihrem Startwert: andere Steine wurden gezogen",
    "a program played here, and a record does not tell which: name it again, as in "
    "'acquire text --load FILE --seats \"{seats}\"'":
        "hier spielte ein Programm, und eine Partie sagt nicht, welches: nenne es wieder, wie in "
        "„acquire text --load DATEI --seats \"{seats}\"“",
    "there is a file '{path}' already": "eine Datei „{path}“ gibt es schon",
    "'{path}' cannot be written: {why}": "„{path}“ lässt sich nicht schreiben: {why}",
    "'{path}': {why}": "„{path}“: {why}",
    "'{path}' cannot be read: {why}": "„{path}“ lässt sich nicht lesen: {why}",
    "the file holds no record that this program can read": "die Datei enthält keine Partie, die dieses Programm lesen kann",
    "the file holds no record that this program can read: line {line} is wrong":
        "die Datei enthält keine Partie, die dieses Programm lesen kann: Zeile {line} ist falsch",
    "The settings cannot be read: {why}.": "Die Einstellungen lassen sich nicht lesen: {why}.",
    "The settings cannot be kept: {why}.": "Die Einstellungen lassen sich nicht aufheben: {why}.",
    "The file of settings was damaged; it is now called {name}.":
        "Die Datei der Einstellungen war beschädigt; sie heißt nun {name}.",
    "The file of settings is damaged and cannot be set aside; these settings are not kept.":
        "Die Datei der Einstellungen ist beschädigt und nicht wegzulegen; diese Einstellungen werden nicht aufgehoben.",
    "No such file or directory": "Datei oder Ordner gibt es nicht",
    "Permission denied": "die Erlaubnis fehlt",
    "Operation not permitted": "das ist nicht erlaubt",
    "No space left on device": "der Datenträger ist voll",
    "Read-only file system": "der Datenträger lässt sich nur lesen",
    "Not a directory": "das ist kein Ordner",
    "Is a directory": "das ist ein Ordner",
    "File exists": "die Datei gibt es schon",
    "File name too long": "der Dateiname ist zu lang",
    "Input/output error": "Fehler beim Lesen oder Schreiben",
    "Too many open files": "zu viele Dateien sind offen",
    "Broken pipe": "die Verbindung ist abgerissen",
    "Connection refused": "die Verbindung wurde abgelehnt",
    "Connection reset by peer": "die Gegenseite hat die Verbindung getrennt",
    "Software caused connection abort": "die Verbindung wurde abgebrochen",
    "Connection timed out": "es kam keine Antwort",
    "Network is down": "das Netz ist aus",
    "Network is unreachable": "das Netz ist nicht zu erreichen",
    "No route to host": "dorthin führt kein Weg",
    "Address already in use": "die Adresse ist schon belegt",
    "Cannot assign requested address": "diese Adresse hat dieser Rechner nicht",
    "Name or service not known": "diesen Namen kennt niemand",
    "nodename nor servname provided, or not known": "diesen Namen kennt niemand",
    "No address associated with hostname": "zu diesem Namen gibt es keine Adresse",
    "timed out": "es kam keine Antwort",
    "Temporary failure in name resolution": "der Dienst für Namen antwortet gerade nicht",
    "error {number} of the system": "Fehler {number} des Systems",
}

"""German for what the view model tells of a game: the log and previews, questions and their answers, facts, hints, analyses."""

from __future__ import annotations

GAME: dict[str, str] = {
    "{words:and}": "{words:und}",
    "The bag": "Der Beutel",
    # what happened
    "{seat} opens with {tile}.": "{seat} eröffnet mit {tile}.",
    "{seat} goes first.": "{seat} beginnt.",
    "The opening tile in the lowest column decides it.": "Es entscheidet der Eröffnungsstein in der niedrigsten Spalte.",
    "The opening tile nearest to the top decides it.": "Es entscheidet der oberste Eröffnungsstein.",
    "The opening tile nearest to 1A decides it.": "Es entscheidet der Eröffnungsstein, der 1A am nächsten liegt.",
    "The opening tile decides it from which it is the fewest steps to 1A.":
        "Es entscheidet der Eröffnungsstein mit den wenigsten Schritten nach 1A.",
    "The first seat begins by these rules.": "Nach diesen Regeln beginnt der erste Platz.",
    "Turn {turn} begins: {seat}.": "Zug {turn} beginnt: {seat}.",
    "{seat} announces the end of the game.": "{seat} sagt das Ende des Spiels an.",
    "{seat} uses the power {power}.": "{seat} setzt die Kraft „{power}“ ein.",
    "{seat} shows a hand that cannot be placed: {tiles:and}.":
        "{seat} zeigt eine Hand, die nicht gelegt werden kann: {tiles:und}.",
    "{seat} shows a hand that cannot be placed: no tiles.": "{seat} zeigt eine Hand, die nicht gelegt werden kann: keine Steine.",
    "{seat} changes the whole hand of {count:tile|tiles}.": "{seat} tauscht die ganze Hand, {count:Stein|Steine}.",
    "{seat} places {tile}.": "{seat} legt {tile}.",
    "{seat} cannot place a tile.": "{seat} kann keinen Stein legen.",
    "{seat} stops there.": "{seat} hört damit auf.",
    "{seat} founds {chain} with {size:tile|tiles} and gets a share free.":
        "{seat} gründet {chain} mit {size:Stein|Steinen} und bekommt eine Aktie geschenkt.",
    "{seat} founds {chain} with {size:tile|tiles} but the market has no share left to give.":
        "{seat} gründet {chain} mit {size:Stein|Steinen}, aber die Bank hat keine Aktie mehr zu vergeben.",
    "{seat} founds no chain; the tiles stay loose.": "{seat} gründet keine Kette; die Steine bleiben lose.",
    "{chain} grows to {size:tile|tiles}.": "{chain} wächst auf {size:Stein|Steine}.",
    "{chain} grows to {size:tile|tiles}, taking in {absorbed:and}.":
        "{chain} wächst auf {size:Stein|Steine} und nimmt {absorbed:und} auf.",
    "{chain} is safe.": "{chain} ist sicher.",
    "{tile} merges {chains:and}.": "{tile} fusioniert {chains:und}.",
    "{seat} gets {dollars:$} for the merger.": "{seat} bekommt {dollars:$} für die Fusion.",
    "{chain} survives.": "{chain} überlebt.",
    "{chain} is taken over: {size:tile|tiles}, {price:$} a share.":
        "{chain} wird übernommen: {size:Stein|Steine}, {price:$} je Aktie.",
    "The market draws {tile}: it counts as holding {blocks:share|shares} of {chain}.":
        "Die Bank zieht {tile}: sie zählt, als hätte sie {blocks:Aktie|Aktien} von {chain}.",
    "{seat} gets {dollars:$}, the first bonus, with {blocks:share|shares} of {chain}.":
        "{seat} bekommt {dollars:$}, den Erstbonus, mit {blocks:Aktie|Aktien} von {chain}.",
    "{seat} gets {dollars:$}, the second bonus, with {blocks:share|shares} of {chain}.":
        "{seat} bekommt {dollars:$}, den Zweitbonus, mit {blocks:Aktie|Aktien} von {chain}.",
    "{seat} gets {dollars:$}, the third bonus, with {blocks:share|shares} of {chain}.":
        "{seat} bekommt {dollars:$}, den Drittbonus, mit {blocks:Aktie|Aktien} von {chain}.",
    "{seat} gets {dollars:$}, tied for first with {blocks:share|shares} of {chain}; the bonus is divided among {tied}.":
        "{seat} bekommt {dollars:$}, gleichauf Erster mit {blocks:Aktie|Aktien} von {chain}; {tied} teilen den Bonus.",
    "{seat} gets {dollars:$}, tied for second with {blocks:share|shares} of {chain}; the bonus is divided among {tied}.":
        "{seat} bekommt {dollars:$}, gleichauf Zweiter mit {blocks:Aktie|Aktien} von {chain}; {tied} teilen den Bonus.",
    "{seat} gets {dollars:$}, tied for third with {blocks:share|shares} of {chain}; the bonus is divided among {tied}.":
        "{seat} bekommt {dollars:$}, gleichauf Dritter mit {blocks:Aktie|Aktien} von {chain}; {tied} teilen den Bonus.",
    "{seat} gets {dollars:$} as the sole holder of {chain} ({blocks:share|shares}).":
        "{seat} bekommt {dollars:$} als einziger Besitzer von {chain} ({blocks:Aktie|Aktien}).",
    "{seat}, holding {count:share|shares} of {chain}, {parts:and}.": "{seat} ({count:Aktie|Aktien} von {chain}) {parts:und}.",
    "sells {count} for {dollars:$}": "verkauft {count} für {dollars:$}",
    "trades {count} for {got} of {survivor}": "tauscht {count} gegen {got} von {survivor}",
    "{survivor} now has {size:tile|tiles}.": "{survivor} hat nun {size:Stein|Steine}.",
    "{survivor} now has {size:tile|tiles}, taking in {absorbed:and}.":
        "{survivor} hat nun {size:Stein|Steine} und nimmt {absorbed:und} auf.",
    "{seat} buys {count:share|shares} of {chain} for {dollars:$}.":
        "{seat} kauft {count:Aktie|Aktien} von {chain} für {dollars:$}.",
    "{seat} takes {count:share|shares} of {chain} for nothing.": "{seat} nimmt {count:Aktie|Aktien} von {chain} umsonst.",
    "{seat} sells {count:share|shares} of {chain} for {dollars:$}.":
        "{seat} verkauft {count:Aktie|Aktien} von {chain} für {dollars:$}.",
    "{seat} trades two shares of {give} for one of {get}.": "{seat} tauscht zwei Aktien von {give} gegen eine von {get}.",
    "{seat} draws {tile}.": "{seat} zieht {tile}.",
    "{seat} draws a tile.": "{seat} zieht einen Stein.",
    "{seat} picks {tile} from the bag.": "{seat} wählt {tile} aus dem Beutel.",
    "{seat} sets {tile} aside.": "{seat} legt {tile} ab.",
    "{seat} pays a bid of {dollars:$}.": "{seat} zahlt ein Gebot von {dollars:$}.",
    "{seat} takes {tile} back: it cannot be placed any more.":
        "{seat} nimmt {tile} zurück: der Stein kann nicht mehr gelegt werden.",
    "{seat} leaves for good; {tiles:tile|tiles} went back into the bag.":
        "{seat} geht endgültig; zurück in den Beutel: {tiles:Stein|Steine}.",
    "{seat} gets {dollars:$} for {count:share|shares} of {chain}.":
        "{seat} bekommt {dollars:$} für {count:Aktie|Aktien} von {chain}.",
    "{rank}. {seat} with {dollars:$}.": "{rank}. {seat} mit {dollars:$}.",
    # what was answered and changed nothing
    "{seat} does not announce the end.": "{seat} sagt das Ende nicht an.",
    "{seat} buys nothing.": "{seat} kauft nichts.",
    "{seat} uses no power.": "{seat} setzt keine Kraft ein.",
    "{seat} keeps the hand.": "{seat} behält die Hand.",
    "{seat} keeps the dead tiles.": "{seat} behält die toten Steine.",
    "Nothing changes.": "Nichts ändert sich.",
    # what a tile would do
    "lies alone": "liegt allein",
    "founds a chain of {size:tile|tiles}": "gründet eine Kette aus {size:Stein|Steinen}",
    "makes a loose group of {size:tile|tiles}": "bildet eine lose Gruppe aus {size:Stein|Steinen}",
    "{chain} grows from {before} to {size:tile|tiles}": "{chain} wächst von {before} auf {size:Stein|Steine}",
    "grows the chain that is being founded": "vergrößert die Kette, die gerade gegründet wird",
    "merges the new chain and {chains:and}": "fusioniert die neue Kette und {chains:und}",
    "grows the chain that survives": "vergrößert die Kette, die überlebt",
    "merges the survivor and {chains:and}": "fusioniert die überlebende Kette und {chains:und}",
    "merges {chains:and}; the largest are equal": "fusioniert {chains:und}; die größten sind gleich groß",
    "merges {chains:and} into {survivor}": "{survivor} übernimmt {chains:und}",
    "Who gets the bonuses is not shown: holdings are concealed under these rules.":
        "Wer die Boni bekommt, ist nicht zu sagen: nach diesen Regeln ist Besitz verdeckt.",
    # questions and their answers
    "All chains on the board are safe.": "Alle Ketten auf dem Brett sind sicher.",
    "All chains on the board were safe.": "Alle Ketten auf dem Brett waren sicher.",
    "{chain} has {size:tile|tiles}.": "{chain} hat {size:Stein|Steine}.",
    "Your hand: {tiles:and}.": "Deine Hand: {tiles:und}.",
    "The hand: no tiles.": "Die Hand: keine Steine.",
    "cannot be placed: {why}": "kann nicht gelegt werden: {why}",
    "the rules forbid it now": "die Regeln verbieten es jetzt",
    "{chain} ({tier}), you hold {held}, market {market}": "{chain} ({tier}), du hast {held}, die Bank {market}",
    "{chain} ({tier}), {size:tile|tiles} at {price:$} a share, you hold {held}, market {market}":
        "{chain} ({tier}), {size:Stein|Steine} zu {price:$} je Aktie, du hast {held}, die Bank {market}",
    "the defunct chain": "der übernommenen Kette",
    "the survivor": "der überlebenden Kette",
    "The others show their shares: {others:and}.": "Die anderen zeigen ihre Aktien: {others:und}.",
    "{who} holds {blocks:share|shares} of {gone}, worth {price:$} each.":
        "{who} hat {blocks:Aktie|Aktien} von {gone} im Wert von je {price:$}.",
    "Prices rise with the size of a chain; dearer names pay larger bonuses.":
        "Der Preis steigt mit der Größe; teure Ketten zahlen höhere Boni.",
    "Two of them trade for one of {into}, worth {price:$} after the merger; the market has {market}.":
        "Zwei davon lassen sich gegen eine von {into} tauschen, die nach der Fusion {price:$} wert ist; die Bank hat {market}.",
    "keep all {blocks}": "{blocks:Aktie|Aktien} behalten",
    "sell all {blocks} for {money:$}": "{blocks:Aktie|Aktien} für {money:$} verkaufen",
    "trade {count} for {got} of {into}": "{count} gegen {got} von {into} tauschen",
    "trade {count} for {got} of {into}, keep {rest}": "{count} gegen {got} von {into} tauschen, {rest} behalten",
    "{who} keeps, sells or trades the shares of {gone}, taken over by {into}.":
        "{who} behält, verkauft oder tauscht die Aktien von {gone}, übernommen von {into}.",
    "Cash {cash:$}; up to {usual:share|shares}.": "Bargeld {cash:$}; bis zu {usual:Aktie|Aktien}.",
    "Cash {cash:$}; up to {usual:share|shares}, all of one chain.":
        "Bargeld {cash:$}; bis zu {usual:Aktie|Aktien}, alle von derselben Kette.",
    "Cash {cash:$}; up to {usual:share|shares}, or four of {founded:and}.":
        "Bargeld {cash:$}; bis zu {usual:Aktie|Aktien}, oder vier von {founded:und}.",
    "Up to {usual:share|shares} for nothing.": "Bis zu {usual:Aktie|Aktien} umsonst.",
    "give 2 {give} (you hold {held}), get 1 {get}": "2 {give} geben (du hast {held}), 1 {get} bekommen",
    "set {tile} aside": "{tile} ablegen",
    "set all {count} aside": "alle {count} ablegen",
    "keep them all": "alle behalten",
    "Dead tiles: {tiles:and}.": "Tote Steine: {tiles:und}.",
    # what an answer means
    "Place {tile}.": "{tile} legen.",
    "Place {tile}: {effect}.": "{tile} legen: {effect}.",
    "Buy nothing.": "Nichts kaufen.",
    "{parts:and} for nothing.": "{parts:und}, umsonst.",
    "{parts:and}: {total:$} in all, {left:$} cash left.": "{parts:und}: zusammen {total:$}, bleiben {left:$}.",
    "{parts:and}: {total:$} gained, {left:$} cash left.": "{parts:und}: bringt {total:$}, bleiben {left:$}.",
    "Discard {tiles}.": "{tiles} ablegen.",
    "Pick {tile}.": "{tile} wählen.",
    "Leave the game for good; the others play on.": "Das Spiel endgültig verlassen; die anderen spielen weiter.",
    # moves in a few words
    "place {tile}": "{tile} legen",
    "found {chain}": "{chain} gründen",
    "found no chain": "keine Kette gründen",
    "let {chain} survive": "{chain} überleben lassen",
    "settle {chain} first": "{chain} zuerst abrechnen",
    "trade {count} for {got}": "{count} gegen {got} tauschen",
    "sell {count}": "{count} verkaufen",
    "keep {count}": "{count} behalten",
    "buy {blocks:and}": "{blocks:und} kaufen",
    "sell {blocks:and}": "{blocks:und} verkaufen",
    "buy nothing": "nichts kaufen",
    "use {power}": "„{power}“ einsetzen",
    "trade 2 {give} for 1 {get}": "2 {give} gegen 1 {get} tauschen",
    "end the game": "das Spiel beenden",
    "change the hand": "die Hand tauschen",
    "set {tiles:and} aside": "{tiles:und} ablegen",
    "keep the dead tiles": "die toten Steine behalten",
    "pick {tile}": "{tile} wählen",
    "stop": "aufhören",
    "pass": "passen",
    "leave for good": "endgültig gehen",
    "the market draws {tile}": "die Bank zieht {tile}",
    "Then: {moves}.": "Dann: {moves}.",
    # facts
    "{chain}, {size:tile|tiles}: {tiles}.": "{chain}, {size:Stein|Steine}: {tiles}.",
    "No chain is on the board.": "Keine Kette ist auf dem Brett.",
    "No tile can ever be placed here: {tiles}.": "Hier kann nie ein Stein liegen: {tiles}.",
    "Loose tiles: {tiles}.": "Lose Steine: {tiles}.",
    "There are no loose tiles.": "Es gibt keine losen Steine.",
    "{count:tile|tiles}": "{count:Stein|Steine}",
    "{chain}: {count:share|shares}, {worth}.": "{chain}: {count:Aktie|Aktien}, {worth}.",
    "No shares.": "Keine Aktien.",
    "not on the board": "nicht auf dem Brett",
    "safe": "sicher",
    "{price:$} a share": "{price:$} je Aktie",
    "{name} some": "{name} einige",
    "holdings concealed": "Besitz verdeckt",
    "cash concealed": "Bargeld verdeckt",
    "cash {money:$}": "Bargeld {money:$}",
    "net worth {money:$}": "Vermögen {money:$}",
    "powers left: {powers:and}": "übrige Kräfte: {powers:und}",
    "has left the game": "hat das Spiel verlassen",
    "{count:tile|tiles} in the bag.": "{count:Stein|Steine} im Beutel.",
    "Out of the game: {tiles}.": "Aus dem Spiel: {tiles}.",
    "Cash is concealed under these rules, so nobody can say who is ahead.":
        "Nach diesen Regeln ist Bargeld verdeckt; deshalb kann niemand sagen, wer vorn liegt.",
    "A merger is being settled, so nobody can say yet who is ahead.":
        "Eine Fusion wird gerade abgewickelt; deshalb kann noch niemand sagen, wer vorn liegt.",
    "The shares of the market are left out: tiles that are drawn then decide them.":
        "Die Aktien der Bank sind nicht dabei: Über sie entscheiden Steine, die dann gezogen werden.",
    "If the game ended now: at most {money:$}, of it {bonuses:$} in bonuses, of which the market may take some.":
        "Endete das Spiel jetzt: höchstens {money:$}, davon {bonuses:$} an Boni, von denen die Bank einen Teil nehmen kann.",
    "If the game ended now: {money:$}, of it {bonuses:$} in bonuses.":
        "Endete das Spiel jetzt: {money:$}, davon {bonuses:$} an Boni.",
    "If the game ended now, {name} would win with {money:$}.": "Endete das Spiel jetzt, gewönne {name} mit {money:$}.",
    "If the game ended now, {name} would win with {money:$} together.":
        "Endete das Spiel jetzt, gewönnen {name} mit zusammen {money:$}.",
    "If the game ended now, {names:and} would share the win with {money:$}.":
        "Endete das Spiel jetzt, teilten sich {names:und} den Sieg mit {money:$}.",
    # hints
    "There is nothing to weigh: it is the only answer.": "Da ist nichts abzuwägen: es ist die einzige Antwort.",
    "It was found without a search.": "Das ergab sich ohne Suche.",
    "A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, as much as {rival}, the best of "
    "the others.":
        "Einige Züge später besitzt {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, so viel wie {rival} "
        "auf dem besten Platz der anderen.",
    "A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, {lead:$} more than {rival}, the "
    "best of the others.":
        "Einige Züge später besitzt {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, {lead:$} mehr als "
        "{rival} auf dem besten Platz der anderen.",
    "A few turns later, in {games:imagined game|imagined games}, {who} owns {own:$} on average, {lead:$} less than {rival}, the "
    "best of the others.":
        "Einige Züge später besitzt {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, {lead:$} weniger als "
        "{rival} auf dem besten Platz der anderen.",
    "A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, as much as {rival}, the best of "
    "the others.":
        "Einige Züge später besitzen {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, so viel wie {rival}.",
    "A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, {lead:$} more than {rival}, the "
    "best of the others.":
        "Einige Züge später besitzen {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, {lead:$} mehr als "
        "{rival}.",
    "A few turns later, in {games:imagined game|imagined games}, {who} own {own:$} on average, {lead:$} less than {rival}, the "
    "best of the others.":
        "Einige Züge später besitzen {who} in {games:gedachten Spiel|gedachten Spielen} im Schnitt {own:$}, {lead:$} weniger als "
        "{rival}.",
    # analyses
    "own mistake": "eigener Fehler",
    "own turn": "eigener Zug",
    "luck: the tiles in hand": "Glück: die Steine auf der Hand",
    "luck: turn of {mover}": "Glück: der Zug von {mover}",
    "what all did at once": "was alle zugleich taten",
    "luck: a drawn tile": "Glück: ein gezogener Stein",
    "nothing": "nichts",
    "go on without": "ohne das weitermachen",
    "{moves:move|moves}, {turns:turn|turns}.": "{moves:Aktion|Aktionen}, {turns:Zug|Züge}.",
    "{moves:move|moves}, {rounds:round|rounds}.": "{moves:Aktion|Aktionen}, {rounds:Runde|Runden}.",
    "{who} wins with {money:$}.": "{who} gewinnt mit {money:$}.",
    "{who} win with {money:$}.": "{who} gewinnen mit {money:$}.",
    "{who} share the win with {money:$}.": "{who} teilen sich den Sieg mit {money:$}.",
    "The record ends before the game does.": "Die Aufzeichnung endet vor dem Spiel.",
    "{count:decision|decisions} judged by level {level}, positions played out at least {least:,} times.":
        "{count:Entscheidung|Entscheidungen} beurteilt von Stufe {level}, Stellungen mindestens {least:,} Mal ausgespielt.",
    "{count:decision|decisions} cannot be judged: tiles are not known.":
        "Ohne Urteil, weil Steine nicht bekannt sind: {count:Entscheidung|Entscheidungen}.",
    # votes at a table over the network
    "absent for {seconds:second|seconds}": "seit {seconds:Sekunde|Sekunden} abwesend",
    "absent beyond the grace of this table": "länger abwesend, als dieser Tisch wartet",
    "out of time for too long": "zu lange über der Zeit",
    "connected, but with a program that did not answer": "verbunden, aber mit einem Programm, das nicht geantwortet hat",
    "voted out by {voters:and}": "abgewählt von {voters:und}",
    "{what}; voted out by {voters:and}": "{what}; abgewählt von {voters:und}",
    "{who} votes to go on without {target}: {votes} of {needed} needed.":
        "{who} stimmt dafür, ohne {target} weiterzuspielen: {votes} von {needed} nötigen Stimmen.",
    "{who} votes to go on without you: {votes} of {needed} needed.":
        "{who} stimmt dafür, ohne dich weiterzuspielen: {votes} von {needed} nötigen Stimmen.",
    "You vote to go on without {target}: {votes} of {needed} needed. The vote counts for a minute.":
        "Du stimmst dafür, ohne {target} weiterzuspielen: {votes} von {needed} nötigen Stimmen. Die Stimme zählt eine Minute.",
    "{who} no longer votes to go on without {target}.": "{who} stimmt nicht mehr dafür, ohne {target} weiterzuspielen.",
    "{who} no longer votes to go on without you.": "{who} stimmt nicht mehr dafür, ohne dich weiterzuspielen.",
    "You no longer vote to go on without {target}.": "Du stimmst nicht mehr dafür, ohne {target} weiterzuspielen.",
    "The program of {who} wants to go on without {target}, absent beyond the grace of this table: {votes} of {needed} needed.":
        "Das Programm von {who} will ohne {target} weiterspielen, länger abwesend, als dieser Tisch wartet: {votes} von {needed} "
        "nötigen Stimmen.",
    "The program of {who} wants to go on without you, absent beyond the grace of this table: {votes} of {needed} needed.":
        "Das Programm von {who} will ohne dich weiterspielen, weil du länger abwesend warst, als dieser Tisch wartet: {votes} "
        "von {needed} nötigen Stimmen.",
    "Your program wants to go on without {target}, absent beyond the grace of this table: {votes} of {needed} needed.":
        "Dein Programm will ohne {target} weiterspielen, länger abwesend, als dieser Tisch wartet: {votes} von {needed} nötigen "
        "Stimmen.",
    "The draw of {drawers:and} is void, because the table lost {lost:and} in the middle of it. It is made again from a new deck.":
        "Die Ziehung von {drawers:und} gilt nicht, weil der Tisch mittendrin {lost:und} verloren hat. Sie wird aus einem neuen "
        "Stapel wiederholt.",
    "The draw of {drawers:and} was made again, because the table lost {lost:and} in the middle of it.":
        "Die Ziehung von {drawers:und} wurde wiederholt, weil der Tisch mittendrin {lost:und} verloren hat.",
    "Quorum by majority: among five players, three may go on without the other two. The price: one player who cheats can then "
    "make two games of this table, while the others do not reach each other.":
        "Quorum nach Mehrheit: zu fünft dürfen drei ohne die beiden übrigen weiterspielen. Der Preis: wer betrügt, kann dann "
        "allein zwei Spiele aus diesem Tisch machen, solange die anderen einander nicht erreichen.",
    "This table had agreed on a quorum by majority: 'acquire verify' says where one player who cheats could have made two games "
    "of it.":
        "Dieser Tisch hatte sich auf ein Quorum nach Mehrheit geeinigt: 'acquire verify' sagt, wo eine einzige betrügende Person "
        "zwei Spiele daraus machen konnte.",
    # the clock of a table over the network
    "{left} left, then your bank of {bank}.": "Noch {left}, dann {bank} Reserve.",
    "{left} left. Your bank is empty; at zero your program answers.":
        "Noch {left}. Deine Reserve ist leer; bei null antwortet dein Programm.",
    "Your bank is running: {bank} left.": "Deine Reserve läuft: noch {bank}.",
    "Your time is up: your program answers.": "Deine Zeit ist um: dein Programm antwortet.",
    "{clock} The clock stands still.": "{clock} Die Uhr steht still.",
    "Waiting for {name}: {left}, then a bank of {bank}.": "Warten auf {name}: {left}, dann eine Reserve von {bank}.",
    "Waiting for {name}: {left}.": "Warten auf {name}: {left}.",
    "Waiting for {name}: {bank} in the bank.": "Warten auf {name}: {bank} in der Reserve.",
    "{count:second|seconds} left. At zero your program answers for you.":
        "Noch {count:Sekunde|Sekunden}. Bei null antwortet dein Programm für dich.",
    "{name} has {count:second|seconds} left.": "{name} hat noch {count:Sekunde|Sekunden}.",
    "The time for this decision is used up. Your bank is running: {bank} left.":
        "Die Zeit für diese Entscheidung ist aufgebraucht. Deine Reserve läuft: noch {bank}.",
    "Time is up for {name}: the program of that seat answers.": "Die Zeit ist um für {name}: das Programm des Platzes antwortet.",
    "Your time is up. Your program answered for you: {done}.":
        "Deine Zeit ist um. Dein Programm hat für dich geantwortet: {done}.",
    "use no power": "keine Kraft einsetzen",
    "In the banks: {held}.": "In den Reserven: {held}.",
    "No clock runs for a decision now.": "Jetzt läuft für keine Entscheidung eine Uhr.",
    # the table for a spreadsheet
    "turn": "Zug",
    "rank": "Rang",
    "name": "Name",
    "dollars": "Dollar",
    "bonuses": "Boni",
}

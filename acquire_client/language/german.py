"""German. The keys are the English texts, word for word: here what the window says by itself; the rest lies beside this file."""

from __future__ import annotations

from acquire_client.language.german_game import GAME
from acquire_client.language.german_rules import RULES
from acquire_client.language.german_saved import SAVED
from acquire_client.language.german_table import TABLE
from acquire_client.language.german_why import WHY

GERMAN: dict[str, str] = {
    # the title and its pages
    "Found, grow, merge, and own the most.": "Gründen, wachsen, fusionieren, am meisten besitzen.",
    "Continue": "Weiterspielen",
    "New game": "Neues Spiel",
    "Saved games": "Gespeicherte Spiele",
    "Settings": "Einstellungen",
    "How to play": "Spielanleitung",
    "Quit": "Beenden",
    "Version {version}": "Version {version}",
    "Close": "Schließen",
    "Back": "Zurück",
    "The game that was interrupted cannot be read; it now lies in {name}.":
        "Das unterbrochene Spiel ist nicht lesbar; es liegt jetzt in {name}.",
    "Nothing has been saved yet.": "Noch ist nichts gespeichert.",
    "finished": "beendet",
    "turn {turn}": "Zug {turn}",
    # a new game
    "Seats": "Plätze",
    "Rules": "Regeln",
    "Name": "Name",
    "Player": "Spieler",
    "Person": "Mensch",
    "0 Random": "0 Zufall",
    "1 Beginner": "1 Anfänger",
    "2 Casual": "2 Gelegentlich",
    "3 Club": "3 Verein",
    "4 Strong": "4 Stark",
    "5 Expert": "5 Experte",
    "6 Master": "6 Meister",
    "plain": "ausgewogen",
    "builder": "Gründer",
    "raider": "Angreifer",
    "hoarder": "Sammler",
    "shadow": "Schatten",
    "gambler": "Zocker",
    "accountant": "Buchhalter",
    "A person at this keyboard.": "Ein Mensch an dieser Tastatur.",
    "Left and right choose the level, from 0 to 6.": "Links und rechts wählen die Stärke, von 0 bis 6.",
    "What this player likes beside winning.": "Was dieser Spieler mag, außer zu gewinnen.",
    "One seat more": "Ein Platz mehr",
    "One seat less": "Ein Platz weniger",
    "Start the game": "Spiel beginnen",
    "The rules of 1999 and of most tournaments.": "Die Regeln von 1999 und der meisten Turniere.",
    "As told in 2008: open holdings, whole unplayable hands are changed.":
        "Wie 2008 erzählt: offener Besitz, ganze unspielbare Hände werden getauscht.",
    "Short and strict: two shares of one kind, no trading, chains are for sale before they exist.":
        "Kurz und streng: zwei Aktien einer Sorte, kein Tausch, Ketten sind käuflich, ehe es sie gibt.",
    "As the program of 1988: safe at 12, the game ends by itself, holdings are hidden.":
        "Wie das Programm von 1988: sicher ab 12, das Spiel endet von selbst, Besitz ist verdeckt.",
    "The edition of 2023: a third bonus.": "Die Ausgabe von 2023: ein dritter Bonus.",
    "Own rules {number}": "Eigene Regeln {number}",
    "Keep": "Behalten",
    "Forget": "Vergessen",
    "Rules that you have changed can be kept, to be chosen again with one key.":
        "Geänderte Regeln lassen sich behalten und mit einer Taste wieder wählen.",
    "Others' holdings": "Besitz der anderen",
    "What the others see of a player's shares and cash.": "Was die anderen von Aktien und Bargeld eines Spielers sehen.",
    "open": "offen",
    "piles": "Stapel",
    "hidden": "verdeckt",
    "Shares a turn": "Aktien je Zug",
    "Special powers": "Sonderkräfte",
    "Five markers each: free shares, more tiles, trades.": "Fünf Marker für jeden: Gratisaktien, mehr Steine, Tausch.",
    "Open pick": "Freie Wahl",
    "A tile is chosen from the bag instead of drawn.": "Ein Stein wird aus dem Beutel gewählt statt gezogen.",
    "Selling shares": "Aktien verkaufen",
    "Shares may be sold when it is time to buy.": "Beim Kaufen dürfen auch Aktien verkauft werden.",
    "Founder buys four": "Gründer kauft vier",
    "The founder of a chain may buy four shares of it.": "Wer eine Kette gründet, darf vier Aktien von ihr kaufen.",
    "Market competes": "Bank spielt mit",
    "With two players the market competes for bonuses.": "Zu zweit bewirbt sich die Bank um die Boni.",
    "Teams": "Teams",
    "Four players: first and third against second and fourth.": "Vier Spieler: Erster und Dritter gegen Zweiten und Vierten.",
    # settings
    "Display": "Anzeige",
    "Game": "Spiel",
    "Look": "Aussehen",
    "Dark": "Dunkel",
    "Light": "Hell",
    "High contrast": "Hoher Kontrast",
    "As in 1988": "Wie 1988",
    "Size of text": "Schriftgröße",
    "Language": "Sprache",
    "Full screen (F11)": "Vollbild (F11)",
    "Names of empty squares": "Namen leerer Felder",
    "Drawing": "Zeichnen",
    "Automatic": "Automatisch",
    "Software": "Software",
    "Graphics card": "Grafikkarte",
    "In force when the program is started again.": "Gilt ab dem nächsten Start des Programms.",
    "Animations": "Animationen",
    "None": "Keine",
    "Fast": "Schnell",
    "Normal": "Normal",
    "Slow": "Langsam",
    "Computer players pause": "Computer machen Pause",
    "At once": "Sofort",
    "Short": "Kurz",
    "Long": "Lang",
    "Sound": "Ton",
    "Ask before what is final": "Endgültiges bestätigen",
    "Hints (H)": "Tipps (H)",
    "Pass by itself": "Von selbst verzichten",
    "Nobody is asked where nothing can be decided.": "Wo nichts zu entscheiden ist, wird niemand gefragt.",
    "Orange Luxor": "Luxor orange",
    "Red Luxor": "Luxor rot",
    "Everyone can distinguish the chains in both; the look of 1988 has its own colours.":
        "In beiden kann jeder die Ketten unterscheiden; das Aussehen von 1988 hat eigene Farben.",
    "Only what cannot be taken back is asked again.": "Nur was nicht zurückgenommen werden kann, wird nachgefragt.",
    # numbers, which each language writes in its own way
    "{amount:$}": "{amount:$}",
    "+{amount:$}": "+{amount:$}",
    "{chain} {before:$} → {after:$}.": "{chain} {before:$} → {after:$}.",
    # the table
    "Opening": "Eröffnung",
    "Turn {turn}": "Zug {turn}",
    "Turn {turn}: {name}": "Zug {turn}: {name}",
    "{rules} · {count:tile|tiles} left": "{rules} · noch {count:Stein|Steine}",
    "The end is announced. ": "Das Ende ist angesagt. ",
    "Prices": "Preise",
    "Chart": "Verlauf",
    "Save": "Speichern",
    "Help": "Hilfe",
    "Menu": "Menü",
    "Cash": "Bargeld",
    "Net": "Wert",
    "Market": "Bank",
    "Size": "Größe",
    "Price": "Preis",
    "1st bonus": "1. Bonus",
    "2nd bonus": "2. Bonus",
    "3rd bonus": "3. Bonus",
    "Bag {count}": "Beutel {count}",
    "green: safe": "grün: sicher",
    "What happened": "Was geschah",
    "With passes": "Mit Verzichten",
    "Without passes": "Ohne Verzichte",
    "Copy": "Kopieren",
    "Ctrl+C": "Strg+C",
    "The log is copied: {count} lines.": "Das Protokoll ist kopiert: {count} Zeilen.",
    "Your tiles": "Deine Steine",
    "Tiles of {name}": "Steine von {name}",
    "Hands are hidden while nobody is asked.": "Die Hände sind verdeckt, solange niemand gefragt ist.",
    "thinking …": "überlegt …",
    "Skip waiting": "Nicht warten",
    "Space": "Leer",
    "Undo": "Zurück",
    "Reset": "Anfang",
    "Hint": "Tipp",
    "Result": "Ergebnis",
    "U undoes the last answer, until a tile is drawn or another player decides.":
        "U nimmt die letzte Antwort zurück, bis ein Stein gezogen wird oder ein anderer Spieler entscheidet.",
    "R takes back all of this turn.": "R nimmt alles aus diesem Zug zurück.",
    "H asks what a strong computer player would do, and why.": "H fragt, was ein starker Computer täte, und warum.",
    "H closes": "H schließt",
    "A strong player looks at it …": "Ein starker Spieler sieht es sich an …",
    "wins {chance:%}": "gewinnt {chance:%}",
    "Cannot undo: a tile was drawn, or another player has decided.":
        "Zurücknehmen ist nicht möglich: ein Stein wurde gezogen, oder ein anderer Spieler hat entschieden.",
    "The game waits for a tile that nobody supplies.": "Das Spiel wartet auf einen Stein, den niemand liefert.",
    "alone": "allein",
    "preview": "Vorschau",
    "SAFE": "SICHER",
    "joins": "lose",
    "founds": "gründet",
    "grows": "wächst",
    "merges": "Fusion",
    "not now": "später",
    "dead": "tot",
    # deciding
    "Choose a tile: 1 to {count}, a click, or the arrows and Enter.":
        "Wähle einen Stein: 1 bis {count}, ein Klick, oder Pfeile und Enter.",
    "Choose a square on the board: a click, or the arrows and Enter.":
        "Wähle ein Feld auf dem Brett: ein Klick, oder Pfeile und Enter.",
    "yours {held}": "deine {held}",
    "market {market}": "Bank {market}",
    "yours {held}, market {market}": "deine {held}, Bank {market}",
    "Total {total:$}, cash left {left:$}": "Summe {total:$}, bleiben {left:$}",
    "{count} left": "{count} übrig",
    "majority": "Mehrheit",
    "second place": "zweiter Platz",
    "shared majority": "geteilte Mehrheit",
    "shared second place": "geteilter zweiter Platz",
    "{chain}: {price:$} a share, you hold {held}, the market {market}.":
        "{chain}: {price:$} je Aktie, du hast {held}, die Bank {market}.",
    "Sell": "Verkaufen",
    "Trade": "Tauschen",
    "All": "Alle",
    "Trade 2 for 1": "2 für 1 tauschen",
    "Give two": "Gib zwei",
    "Get one": "Nimm eine",
    "{count} of {all} dead tiles will be set aside.": "{count} von {all} toten Steinen werden abgelegt.",
    "announce the end: the game ends after this turn": "das Ende ansagen: das Spiel endet nach diesem Zug",
    "play on": "weiterspielen",
    "set the whole hand aside and draw a new one": "die ganze Hand ablegen und neu ziehen",
    "keep the hand": "die Hand behalten",
    "pass: no tile can be placed": "passen: kein Stein kann gelegt werden",
    "stop: place no further tile": "aufhören: keinen weiteren Stein legen",
    "stop: trade no more": "aufhören: nichts mehr tauschen",
    "found no chain; the tiles stay loose": "keine Kette gründen; die Steine bleiben lose",
    "use no power now": "jetzt keine Kraft einsetzen",
    "Free 3": "3 gratis",
    "Buy 5": "5 kaufen",
    "Trade 2": "2 tauschen",
    "Take 5": "5 ziehen",
    "Play 4": "4 legen",
    "take three free shares instead of buying": "drei Gratisaktien, statt zu kaufen",
    "buy up to five shares": "bis zu fünf Aktien kaufen",
    "up to three trades of two for one": "bis zu dreimal zwei gegen eine tauschen",
    "draw five tiles more": "fünf Steine mehr ziehen",
    "place up to four tiles": "bis zu vier Steine legen",
    # a merger
    "Merger by {name}": "Fusion durch {name}",
    "survives": "überlebt",
    "settled": "abgerechnet",
    "settled now": "wird abgerechnet",
    "waits": "wartet",
    "The chains are equally large. Who survives is up to {name}.": "Die Ketten sind gleich groß. {name} bestimmt, wer überlebt.",
    "{chain}: {size} tiles, {price:$} a share": "{chain}: {size} Steine, {price:$} je Aktie",
    "The market counts as a holder": "Die Bank zählt als Besitzer",
    "first": "Erstbonus",
    "second": "Zweitbonus",
    "third": "Drittbonus",
    "tied for first": "gleichauf Erster",
    "tied for second": "gleichauf Zweiter",
    "tied for third": "gleichauf Dritter",
    "sole holder": "einziger Besitzer",
    "keeps {count}": "behält {count}",
    "sells {count}": "verkauft {count}",
    "trades {count}": "tauscht {count}",
    "{name} decides now": "{name} entscheidet jetzt",
    "Then: {names}": "Danach: {names}",
    # dialogs and pages over the table
    "Are you sure?": "Sicher?",
    "Yes": "Ja",
    "No": "Nein",
    "After this nothing can be taken back.": "Danach kann nichts zurückgenommen werden.",
    "As it stands now: {money}.": "Nach jetzigem Stand: {money}.",
    "The game ends after this turn.": "Das Spiel endet nach diesem Zug.",
    "Leave the table?": "Den Tisch verlassen?",
    "Leave": "Verlassen",
    "Play on": "Weiterspielen",
    "The game is over. Its record is kept if you save it (F7).":
        "Das Spiel ist zu Ende. Seine Aufzeichnung bleibt erhalten, wenn du sie speicherst (F7).",
    "The game is kept and can be continued from the menu.": "Das Spiel bleibt erhalten und kann im Menü fortgesetzt werden.",
    "Saved as {name}.": "Gespeichert als {name}.",
    "The game is not saved: {why}.": "Das Spiel ist nicht gespeichert: {why}.",
    "The game cannot be kept on the disk: {why}.": "Das Spiel kann nicht auf der Platte gehalten werden: {why}.",
    "Chains": "Ketten",
    "Players": "Spieler",
    "Cash is concealed under these rules; the chart comes at the end.":
        "Nach diesen Regeln ist Bargeld verdeckt; den Verlauf gibt es am Ende.",
    "Prices and bonuses": "Preise und Boni",
    "cheap": "günstig",
    "medium": "mittel",
    "expensive": "teuer",
    "Net worth by turn": "Vermögen nach Zügen",
    "Now it is up to {name}": "Jetzt ist {name} an der Reihe",
    "I am {name}": "Ich bin {name}",
    "Hands are hidden until {name} sits at the screen.": "Die Hände sind verdeckt, bis {name} am Bildschirm sitzt.",
    "Nothing has happened yet.": "Noch ist nichts geschehen.",
    # the end
    "{name} wins": "{name} gewinnt",
    "{names} win": "{names} gewinnen",
    "Money": "Geld",
    "Bonuses": "Boni",
    "Play again": "Noch einmal",
    "See the table": "Den Tisch ansehen",
    "Save the record": "Partie speichern",
    "The game ends as announced.": "Das Spiel endet wie angesagt.",
    "The game ends by itself: a chain is large enough, or all chains on the board are safe.":
        "Das Spiel endet von selbst: eine Kette ist groß genug, oder alle Ketten auf dem Brett sind sicher.",
    "The game ends: a whole round has changed nothing.": "Das Spiel endet: eine ganze Runde hat nichts geändert.",
    "The game ends: everybody else has left.": "Das Spiel endet: alle anderen sind gegangen.",
    "The game ends: no tile can be placed.": "Das Spiel endet: kein Stein kann gelegt werden.",
    "The game ends: the bag is empty and a hand cannot be refilled.":
        "Das Spiel endet: der Beutel ist leer, und eine Hand kann nicht aufgefüllt werden.",
    "The game ends: the last tile has been drawn.": "Das Spiel endet: der letzte Stein ist gezogen.",
    # replays
    "Replay": "Wiederholung",
    "Leave the replay?": "Die Wiederholung verlassen?",
    "Watch on": "Weiter ansehen",
    "The win chances that have been found go with it.": "Die gefundenen Gewinnchancen gehen damit verloren.",
    "The record stays as it is.": "Die Aufzeichnung bleibt, wie sie ist.",
    "This record is saved already.": "Diese Aufzeichnung ist schon gespeichert.",
    "Play": "Abspielen",
    "Pause": "Pause",
    "Speed": "Tempo",
    "Very fast": "Sehr schnell",
    "Thinks": "Denkzeit",
    "{count} s": "{count} s",
    "Win chances": "Gewinnchancen",
    "Score sheet": "Tabelle",
    "Stop ({share})": "Abbrechen ({share})",
    "Move {move} of {last}": "Aktion {move} von {last}",
    "Space plays and pauses.": "Leertaste spielt ab und hält an.",
    "The arrows step from move to move, Page Up and Page Down from turn to turn.":
        "Pfeile gehen von Aktion zu Aktion, Bild auf und Bild ab von Zug zu Zug.",
    "A strong player looks at every turn: win chances, the largest swings, and what was better.":
        "Ein starker Spieler sieht jeden Zug an: Gewinnchancen, die größten Umschwünge, und was besser war.",
    "Only for a finished game: this would reveal the other players' tiles.":
        "Nur bei beendeten Spielen: es verriete die Steine der anderen.",
    "The record is too short to find anything in it.": "Die Partie ist zu kurz, um etwas darin zu finden.",
    "The time did not suffice for everything.": "Die Zeit reichte nicht für alles.",
    "No swing is larger than the error of the figures.": "Kein Umschwung ist größer als der Fehler der Zahlen.",
    "Choose a swing to go there and read what was better, and why.":
        "Wähle einen Umschwung, um dorthin zu gehen und zu lesen, was besser war, und warum.",
    "Nothing clearly better was found.": "Etwas klar Besseres wurde nicht gefunden.",
    "{name} chose: {move} ({chance:%}).": "{name} wählte: {move} ({chance:%}).",
    "Better was: {move} ({chance:%}).": "Besser war: {move} ({chance:%}).",
    "As a table, for a spreadsheet": "Als Tabelle, für eine Tabellenkalkulation",
    "All figures, for programs": "Alle Zahlen, für Programme",
    "As a picture (PNG)": "Als Bild (PNG)",
    "The picture is not saved: {why}.": "Das Bild ist nicht gespeichert: {why}.",
    "Shares and bonuses": "Aktien und Boni",
    "The table is not written: {why}.": "Die Tabelle ist nicht geschrieben: {why}.",
    "Saved games and replays": "Spielstände, Wiederholungen",
    # the tutorial
    "Tutorial": "Einführung",
    "Step {number} of {all}: {title}": "Schritt {number} von {all}: {title}",
    "Show me": "Zeig es mir",
    "Go on": "Weiter",
    "The coach answers for you.": "Der Trainer antwortet für dich.",
    "Ada and Ben wait meanwhile.": "Ada und Ben warten so lange.",
    "The tutorial is not saved; it begins anew at any time.":
        "Die Einführung wird nicht gespeichert; sie beginnt jederzeit neu.",
    "That is all there is to it": "Das ist schon alles",
    "{ranking}. Now play against computer players of any level, and ask for hints as often as you like.":
        "{ranking}. Spiele nun gegen Computer jeder Stärke, und frage nach Tipps, so oft du magst.",
    "A tile": "Ein Stein",
    "Below lie your six tiles; their squares are outlined on the board. Each turn you place one. Place 5E beside the "
    "loose tile 4E: press its number, click it, or use the arrows and Enter.":
        "Unten liegen deine sechs Steine; ihre Felder sind auf dem Brett umrandet. Jeden Zug legst du einen. Lege 5E "
        "neben den losen Stein 4E: mit seiner Nummer, einem Klick, oder mit Pfeilen und Enter.",
    "A chain is founded": "Eine Kette wird gegründet",
    "Two tiles side by side make a chain. Name it: any of the seven will do. Tower and Luxor are cheap, Continental "
    "and Imperial dear. As the founder you get a share free.":
        "Zwei Steine nebeneinander sind eine Kette. Benenne sie, wie du magst. Tower und Luxor sind günstig, Continental "
        "und Imperial teuer. Als Gründer bekommst du eine Aktie geschenkt.",
    "Buying": "Kaufen",
    "Now buy up to three shares of chains on the board. A letter or a click puts a share into the cart, Enter buys. "
    "The player with the most shares of a chain has its majority, marked in the sheet above.":
        "Kaufe nun bis zu drei Aktien von Ketten auf dem Brett. Ein Buchstabe oder Klick legt eine in den Korb, Enter "
        "kauft. Wer die meisten Aktien einer Kette hat, hat die Mehrheit; die Tabelle oben zeigt sie.",
    "Growing": "Wachsen",
    "Ada and Ben play, and Ada founds a chain of her own. Then make yours grow: place 6E. The larger a chain, the "
    "dearer its shares.":
        "Ada und Ben spielen, und Ada gründet eine eigene Kette. Dann lass deine wachsen: lege 6E. Je größer eine Kette, "
        "desto teurer ihre Aktien.",
    "Buy again, or keep your cash: Enter alone buys nothing. The sheet shows cash and net worth, F1 all prices. H "
    "asks a strong player for a hint, U takes an answer back.":
        "Kaufe wieder, oder behalte dein Geld: Enter allein kauft nichts. Die Tabelle zeigt Bargeld und Wert, F1 alle "
        "Preise. H fragt einen starken Spieler um Rat, U nimmt eine Antwort zurück.",
    "A merger": "Eine Fusion",
    "7E lies between your chain and Ada's larger one. The larger chain survives. For the smaller one bonuses are "
    "paid: the first to the player with the most shares, and that is you. Place 7E.":
        "7E liegt zwischen deiner Kette und der größeren von Ada. Die größere überlebt. Für die kleinere gibt es Boni: "
        "den ersten für den meisten Besitz, und den hast du. Lege 7E.",
    "Keep, sell or trade": "Behalten, verkaufen, tauschen",
    "What becomes of your shares? Sell them at the price of now, trade two for one of the larger chain, or keep them "
    "in case the chain is founded again. S and T put shares there, Enter confirms.":
        "Was wird aus deinen Aktien? Verkaufe sie zum jetzigen Preis, tausche zwei gegen eine der größeren Kette, oder "
        "behalte sie, falls die Kette wieder gegründet wird. S und T legen Aktien dorthin, Enter bestätigt.",
    "The end": "Das Ende",
    "Buy what you like. A chain of eleven tiles is safe; when all chains are safe, a player may announce the end in "
    "their turn. After the next round you can: do it, and finish your turn. Then bonuses are paid, shares are sold, and "
    "the most money wins.":
        "Kaufe, was du magst. Eine Kette aus elf Steinen ist sicher; sind alle sicher, darf das Ende ansagen, wer am Zug "
        "ist. Nach der nächsten Runde kannst du es: tu es und beende deinen Zug. Dann werden Boni gezahlt und Aktien "
        "verkauft, und das meiste Geld gewinnt.",
    # who decides what
    "An opening tile is drawn.": "Ein Stein der Eröffnung wird gezogen.",
    "A tile is drawn.": "Ein Stein wird gezogen.",
    "A tile is drawn for the market.": "Ein Stein wird für die Bank gezogen.",
    "{who} may announce the end of the game.": "{who} darf das Ende des Spiels ansagen.",
    "{who} may use a power before the first tile.": "{who} darf vor dem ersten Stein eine Kraft einsetzen.",
    "{who} has no playable tile and may change the whole hand.":
        "{who} kann keinen Stein legen und darf die ganze Hand tauschen.",
    "{who} places a tile.": "{who} legt einen Stein.",
    "{who} names the new chain.": "{who} benennt die neue Kette.",
    "{who} chooses which of the equal chains survives.": "{who} wählt, welche der gleich großen Ketten überlebt.",
    "{who} chooses which of the equal chains is settled next.":
        "{who} wählt, welche der gleich großen Ketten zuerst abgerechnet wird.",
    "{who} keeps, sells or trades the shares of the chain that was taken over.":
        "{who} behält, verkauft oder tauscht die Aktien der übernommenen Kette.",
    "{who} may use a power before buying.": "{who} darf vor dem Kaufen eine Kraft einsetzen.",
    "{who} may trade two shares for one.": "{who} darf zwei Aktien gegen eine tauschen.",
    "{who} may buy shares.": "{who} darf Aktien kaufen.",
    "{who} may set dead tiles aside.": "{who} darf tote Steine ablegen.",
    "{who} picks a tile from the bag.": "{who} wählt einen Stein aus dem Beutel.",
    "The game is over.": "Das Spiel ist zu Ende.",
    # help
    "Keys": "Tasten",
    "Each turn: place a tile, then buy up to {most} shares of chains on the board, then draw a tile.":
        "Jeder Zug: einen Stein legen, dann bis zu {most} Aktien von Ketten auf dem Brett kaufen, dann einen Stein ziehen.",
    "Two tiles side by side found a chain. The founder names it and gets a share free.":
        "Zwei Steine nebeneinander gründen eine Kette. Wer gründet, benennt sie und bekommt eine Aktie geschenkt.",
    "A tile beside a chain makes it grow. The larger a chain, the dearer its shares.":
        "Ein Stein neben einer Kette lässt sie wachsen. Je größer die Kette, desto teurer ihre Aktien.",
    "A tile between two chains merges them: the larger one takes the smaller one over. The player with the most shares of "
    "the smaller one gets the first bonus, the next player the second. Then all players keep, sell or trade their shares, two "
    "for one of the larger chain.":
        "Ein Stein zwischen zwei Ketten führt zur Fusion: die größere übernimmt die kleinere. Wer die meisten Aktien der "
        "kleineren hat, bekommt den Erstbonus, der nächste den Zweitbonus. Dann behält, verkauft oder tauscht jeder seine "
        "Aktien, zwei gegen eine der größeren Kette.",
    "A chain of {safe} tiles is safe: nobody can take it over.":
        "Eine Kette aus {safe} Steinen ist sicher: niemand übernimmt sie.",
    "The end may be announced when a chain has {end} tiles, or when all chains on the board are safe. Then all bonuses are paid "
    "and all shares sold, and the player with the most money wins.":
        "Das Ende darf ansagen, wer an der Reihe ist, wenn eine Kette {end} Steine hat oder alle Ketten auf dem Brett sicher "
        "sind. Dann werden alle Boni gezahlt und alle Aktien verkauft, und wer am meisten Geld hat, gewinnt.",
    "place that tile": "diesen Stein legen",
    "choose a chain, or put a share of it into the cart; with Shift take it out":
        "eine Kette wählen, oder eine Aktie in den Korb legen; mit Umschalt wieder heraus",
    "do what the main button says, and nothing else": "tun, was die Hauptschaltfläche sagt, und nichts anderes",
    "move the focus": "den Fokus bewegen",
    "take back the last answer, or the whole turn": "die letzte Antwort oder den ganzen Zug zurücknehmen",
    "what a strong computer player would do, and why": "was ein starker Computer täte, und warum",
    "press what has the focus; do not wait for the computer players": "drücken, was den Fokus hat; nicht auf die Computer warten",
    "prices, chains, your tiles, players; the sheet can be clicked for chains and players":
        "Preise, Ketten, deine Steine, Spieler; für Ketten und Spieler auch ein Klick in die Tabelle",
    "chart, log with or without passes": "Verlauf, Protokoll mit oder ohne Verzichte",
    "save, saved games": "speichern, gespeicherte Spiele",
    "copy the log": "das Protokoll kopieren",
    "help, menu, full screen": "Hilfe, Menü, Vollbild",
    **GAME,
    **RULES,
    **TABLE,
    **SAVED,
    **WHY,
}

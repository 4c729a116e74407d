"""German for the values of the rule options, the editions and the page of house rules."""

from __future__ import annotations

OPTIONS: dict[str, str] = {
    "Start": "Start",
    "Each player begins with {value:$}.": "Jeder beginnt mit {value:$}.",
    "You buy up to {value:share|shares} in a turn.": "Du kaufst bis zu {value:Aktie|Aktien} im Zug.",
    "A chain of {value:tile|tiles} is safe.": "Eine Kette aus {value:Stein|Steinen} ist sicher.",
    "A chain of {value:tile|tiles} allows the end.": "Eine Kette aus {value:Stein|Steinen} erlaubt das Ende.",
    "Each merging tile pays its player {value:$}.": "Jeder Fusionsstein bringt dem, der ihn legt, {value:$}.",
    "A merging tile pays its player nothing at once.": "Ein Fusionsstein bringt dem, der ihn legt, nichts extra.",
    "Cheap: {cheap}. Medium: {medium}. Expensive: {expensive}.":
        "Günstig: {cheap}. Mittel: {medium}. Teuer: {expensive}.",
    "Three players get a bonus, at a price of {price:$}: {first:$}, {second:$} and {third:$}.":
        "Drei Spieler bekommen einen Bonus, beim Preis {price:$}: {first:$}, {second:$} und {third:$}.",
    "Two players get a bonus, at a price of {price:$}: {first:$} and {second:$}.":
        "Zwei Spieler bekommen einen Bonus, beim Preis {price:$}: {first:$} und {second:$}.",
    "The second place earns more: {more:$} instead of {less:$} at a price of {price:$}.":
        "Der zweite Platz bringt mehr: {more:$} statt {less:$} beim Preis {price:$}.",
    "Each player puts one tile on the board before the first turn.":
        "Jeder legt vor dem ersten Zug einen Stein aufs Brett.",
    "The board is empty at the first turn.": "Das Brett ist beim ersten Zug leer.",
    "The opening tile in the lowest column begins.": "Der Startstein in der niedrigsten Spalte beginnt.",
    "The opening tile in the top row begins.": "Der Startstein in der obersten Reihe beginnt.",
    "The opening tile nearest to 1A begins.": "Der Startstein, der 1A am nächsten ist, beginnt.",
    "The opening tile with the fewest steps to 1A begins.": "Der Startstein mit den wenigsten Schritten bis 1A beginnt.",
    "The first seat begins.": "Der erste Platz beginnt.",
    "The shares that you buy in a turn can be of several chains.":
        "Die Aktien, die du in einem Zug kaufst, können von mehreren Ketten sein.",
    "Two safe chains never merge, but a safe chain takes others over.":
        "Zwei sichere Ketten fusionieren nie, aber eine sichere übernimmt andere.",
    "A safe chain merges with no other chain.": "Eine sichere Kette fusioniert mit keiner anderen.",
    "The end is also allowed when all chains on the board are safe.":
        "Das Ende ist auch erlaubt, wenn alle Ketten auf dem Brett sicher sind.",
    "Safe chains alone do not allow the end.": "Sichere Ketten allein erlauben das Ende nicht.",
    "You may end the game at any time of your turn.": "Du darfst das Spiel jederzeit in deinem Zug beenden.",
    "You may end the game at the end of your turn.": "Du darfst das Spiel am Ende deines Zugs beenden.",
    "The game ends by itself, without a decision.": "Das Spiel endet von selbst, ohne Entscheidung.",
    "An empty bag does not end the game.": "Ein leerer Beutel beendet das Spiel nicht.",
    "The game also ends when the last tile is drawn.": "Das Spiel endet auch, wenn der letzte Stein gezogen ist.",
    "The game also ends when a hand cannot be filled up.":
        "Das Spiel endet auch, wenn eine Hand nicht aufgefüllt werden kann.",
    "You keep, sell or trade the shares of a chain that is taken over.":
        "Du behältst, verkaufst oder tauschst die Aktien einer übernommenen Kette.",
    "Shares of a chain that is taken over stay: no selling, no trading.":
        "Aktien einer übernommenen Kette bleiben: kein Verkauf, kein Tausch.",
    "After a merger the player who merged decides first.": "Nach einer Fusion entscheidet zuerst, wer fusioniert hat.",
    "After a merger the largest holder decides first.": "Nach einer Fusion entscheidet zuerst, wer am meisten hält.",
    "Dead tiles are exchanged after you have drawn.": "Tote Steine werden nach dem Ziehen getauscht.",
    "Dead tiles are exchanged before you draw.": "Tote Steine werden vor dem Ziehen getauscht.",
    "A new tile that is dead again is exchanged again.": "Ein neuer Stein, der wieder tot ist, wird wieder getauscht.",
    "A new tile that is dead again stays for now.":
        "Ein neuer Stein, der wieder tot ist, bleibt vorerst.",
    "A tile may join a chain and loose tiles at once.": "Ein Stein darf eine Kette und lose Steine zugleich verbinden.",
    "With seven chains on the board a founding tile has to wait.":
        "Bei sieben Ketten auf dem Brett muss ein Gründungsstein warten.",
    "With seven chains on the board a founding tile stays loose.":
        "Bei sieben Ketten auf dem Brett bleibt ein Gründungsstein lose.",
    "You may leave tiles loose instead of founding a chain.": "Du darfst Steine lose lassen, statt eine Kette zu gründen.",
    "Loose tiles side by side always found a chain.": "Lose Steine nebeneinander gründen immer eine Kette.",
    "With two players the market takes part in the bonuses.": "Zu zweit nimmt die Bank an den Boni teil.",
    "With two players only the players get bonuses.": "Zu zweit bekommen nur die Spieler Boni.",
    "With two players and an empty bag the market holds nothing.": "Zu zweit und bei leerem Beutel hält die Bank nichts.",
    "With two players and an empty bag the market draws its number from all tiles.":
        "Zu zweit und bei leerem Beutel zieht die Bank ihre Zahl aus allen Steinen.",
    "Medium and expensive chains off the board are paid at the end as well.":
        "Auch mittlere und teure Ketten, die nicht auf dem Brett sind, werden am Ende ausgezahlt.",
    "At the end only chains on the board are paid.": "Am Ende werden nur Ketten auf dem Brett ausgezahlt.",
    "The game ends when a whole round changes nothing.": "Das Spiel endet, wenn eine ganze Runde nichts ändert.",
    "The game goes on when a whole round changes nothing.": "Das Spiel geht weiter, auch wenn eine Runde nichts ändert.",
    "You see of which chains the others hold shares, but not how many, and not their cash.":
        "Du siehst, von welchen Ketten die anderen Aktien haben, aber weder wie viele noch ihr Bargeld.",
    "You see neither the cash nor the shares of the others.": "Du siehst weder Bargeld noch Aktien der anderen.",
    "There are no special powers.": "Es gibt keine Sonderkräfte.",
    "With the power Play 4 you must go on while a tile can be placed.":
        "Mit „4 legen“ musst du weiterlegen, solange ein Stein passt.",
    "With the power Play 4 you may stop before the fourth tile.": "Mit „4 legen“ darfst du vor dem vierten Stein aufhören.",
    "If you found a chain, you may buy four of its shares instead.":
        "Wenn du eine Kette gründest, darfst du stattdessen vier ihrer Aktien kaufen.",
    "A founder buys like any other player.": "Wer gründet, kauft wie alle anderen.",
    "You sell shares only after a merger and at the end.": "Aktien verkaufst du nur nach einer Fusion und am Ende.",
    "Four players are two teams: seats 1 and 3 against 2 and 4.": "Vier Spieler sind zwei Teams: Platz 1 und 3 gegen 2 und 4.",
    "Each player plays alone.": "Jeder spielt für sich.",
    "Instead of drawing you pick any tile of the bag.": "Statt zu ziehen, wählst du einen Stein aus dem Beutel.",
    "You draw a tile from the bag unseen.": "Du ziehst einen Stein blind aus dem Beutel.",
    "A safe chain cannot need more tiles than the end: {safe} is more than {end}. Change one of the two.":
        "Eine sichere Kette kann nicht mehr Steine brauchen als das Ende: {safe} ist mehr als {end}. Ändere eines von beiden.",
    "Play 4 is a special power: switch special powers on first, and Play 4 off before them.":
        "„4 legen“ ist eine Sonderkraft: Schalte zuerst die Sonderkräfte ein, und „4 legen“ vor ihnen aus.",
    "Founder buys four makes sense with at most three shares a turn. Change one of the two.":
        "„Gründer kauft vier“ passt nur zu höchstens drei Aktien je Zug. Ändere eines von beiden.",
    "Start the quick game": "Schnelles Spiel beginnen",
    "Start the challenge": "Herausforderung beginnen",
    "Choose players and rules": "Spieler und Regeln wählen",
    "Editions, and how they differ from Classic": "Ausgaben, und was anders ist als bei Klassisch",
    "Compare editions": "Ausgaben vergleichen",
    "Choose": "Wählen",
    "{year} · differs from Classic:": "{year} · anders als Klassisch:",
    "House rules": "Hausregeln",
    "House rules ({count} changed)": "Hausregeln ({count} geändert)",
    "Use these rules": "Diese Regeln nehmen",
    "Back to plain {rules}": "Zurück zu {rules}",
    "This edition does not allow what you have changed: {rules}.":
        "Diese Ausgabe erlaubt nicht, was du geändert hast: {rules}.",
    "Welcome to Acquire": "Willkommen bei Acquire",
    "Your name": "Dein Name",
    "Your name at the next table.": "So heißt du am nächsten Tisch.",
    "Have you played Acquire?": "Hast du Acquire schon gespielt?",
    "No, show me how": "Nein, zeig es mir",
    "A tutorial of eight steps": "Eine Einführung in acht Schritten",
    "Yes, choose a game": "Ja, ein Spiel wählen",
    "Quick game, challenge or custom": "Schnell, Herausforderung oder eigenes",
    "This name cannot be used at a table. Choose another one.":
        "Mit diesem Namen kann niemand mitspielen. Wähle einen anderen.",
    "Esc: to the title. All of this can be changed later.": "Esc: zum Titelbild. Alles kann später geändert werden.",
    "Play against level {level}": "Gegen Stufe {level} spielen",
    "Two wins in a row: try the next level": "Zwei Siege in Folge: die nächste Stufe wagen",
    "{rules} + {changes}": "{rules} + {changes}",
    "open holdings": "offener Besitz",
    "holdings as piles": "Besitz in Stapeln",
    "hidden holdings": "verdeckter Besitz",
    "special powers": "Sonderkräfte",
    "open pick": "freie Wahl",
    "selling shares": "Aktienverkauf",
    "founder buys four": "Gründer kauft vier",
    "teams": "Teams",
    "University course": "Hochschulkurs",
}

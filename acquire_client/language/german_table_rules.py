"""German for the rules of a table in words."""

from __future__ import annotations

TABLE_RULES: dict[str, str] = {
    "Turn": "Zug",
    "Changed": "Geändert",
    "Mergers": "Fusionen",
    "Safe": "Sicher",
    "Tiles": "Steine",
    "End": "Ende",
    "Holdings": "Besitz",
    "In your turn you place a tile, then buy up to {most:share|shares}, then draw a tile.":
        "In deinem Zug legst du einen Stein, kaufst dann bis zu {most:Aktie|Aktien} und ziehst einen Stein.",
    "In your turn you place a tile, then buy up to {most:share|shares}, then pick any tile of the bag.":
        "In deinem Zug legst du einen Stein, kaufst dann bis zu {most:Aktie|Aktien} und wählst einen Stein aus dem Beutel.",
    "All shares that you buy in a turn are of one chain.": "Alle Aktien, die du in einem Zug kaufst, sind von einer Kette.",
    "Only shares of chains on the board are for sale.": "Zu kaufen gibt es nur Aktien von Ketten auf dem Brett.",
    "Medium and expensive chains are for sale before they are founded.":
        "Mittlere und teure Ketten sind zu kaufen, bevor sie gegründet sind.",
    "When you may buy, you may also sell shares of chains on the board.":
        "Wenn du kaufen darfst, darfst du auch Aktien von Ketten auf dem Brett verkaufen.",
    "If you found a chain, you may buy exactly four of its shares instead.":
        "Wenn du eine Kette gründest, darfst du stattdessen genau vier ihrer Aktien kaufen.",
    "Each player has five markers, each good for one special power once in the game.":
        "Jeder Spieler hat fünf Marken, jede gut für eine Sonderkraft, einmal im Spiel.",
    "With the marker Play 4 you must go on while a tile can be placed.":
        "Mit der Marke „Lege 4“ musst du weiterlegen, solange ein Stein passt.",
    "Four players are two teams: the first and third against the second and fourth.":
        "Vier Spieler sind zwei Teams: der erste und dritte gegen den zweiten und vierten.",
    "Loose tiles side by side found a chain. The founder names it and gets a share free.":
        "Lose Steine nebeneinander gründen eine Kette. Wer gründet, benennt sie und bekommt eine Aktie geschenkt.",
    "The founder may decline; then the tiles stay loose.": "Wer gründet, darf verzichten; dann bleiben die Steine lose.",
    "A tile beside a chain makes it grow. The larger a chain, the more its shares cost.":
        "Ein Stein neben einer Kette lässt sie wachsen. Je größer die Kette, desto mehr kosten ihre Aktien.",
    "A tile may not join a chain and loose tiles at once.":
        "Ein Stein darf nicht zugleich eine Kette und lose Steine verbinden.",
    "There are seven chains: a tile that would found an eighth has to wait.":
        "Es gibt sieben Ketten: ein Stein, der eine achte gründen würde, muss warten.",
    "There are seven chains: a tile that would found an eighth stays loose.":
        "Es gibt sieben Ketten: ein Stein, der eine achte gründen würde, bleibt lose.",
    "A tile between chains merges them. The largest takes the others over; of equal ones you choose.":
        "Ein Stein zwischen Ketten führt zur Fusion. Die größte übernimmt die anderen; unter gleich großen wählst du.",
    "For each chain that is taken over, the player with most shares gets the first bonus and the next the second.":
        "Für jede übernommene Kette bekommt der größte Aktionär den ersten Bonus und der nächste den zweiten.",
    "For each chain that is taken over, the three players with most shares get the first, second and third bonus.":
        "Für jede übernommene Kette bekommen die drei größten Aktionäre den ersten, zweiten und dritten Bonus.",
    "Players who tie share the bonuses, rounded up to $100.":
        "Bei Gleichstand werden die Boni geteilt und auf 100\u00a0$ aufgerundet.",
    "Players who tie share the bonuses, rounded to the dollar.":
        "Bei Gleichstand werden die Boni geteilt und auf den Dollar gerundet.",
    "Then all holders keep, sell or trade their shares of it, two for one of the chain that survives.":
        "Dann behalten, verkaufen oder tauschen alle Aktionäre ihre Aktien davon, zwei gegen eine der Kette, die bleibt.",
    "Its shares stay with their holders; they are not sold or traded.":
        "Ihre Aktien bleiben bei den Aktionären; sie werden nicht verkauft oder getauscht.",
    "The largest holder decides first.": "Zuerst entscheidet der größte Aktionär.",
    "The player who merged decides first.": "Zuerst entscheidet, wer fusioniert hat.",
    "Each merging tile pays its player {bonus:$} at once.": "Jeder Fusionsstein bringt seinem Spieler sofort {bonus:$}.",
    "With two players the market takes part in the bonuses: it draws a tile, whose number is its shares.":
        "Bei zwei Spielern nimmt die Bank an den Boni teil: sie zieht einen Stein, dessen Zahl ihre Aktien sind.",
    "A chain of {safe:tile|tiles} is safe: no chain takes it over.":
        "Eine Kette aus {safe:Stein|Steinen} ist sicher: keine Kette übernimmt sie.",
    "A tile between two safe chains can never be placed. It is dead.":
        "Ein Stein zwischen zwei sicheren Ketten passt nie mehr. Er ist tot.",
    "A tile between a safe chain and another chain can never be placed. It is dead.":
        "Ein Stein zwischen einer sicheren und einer anderen Kette passt nie mehr. Er ist tot.",
    "Dead tiles are exchanged at the end of your turn.": "Tote Steine werden am Ende deines Zugs ausgetauscht.",
    "At the end of your turn you may exchange dead tiles.": "Am Ende deines Zugs darfst du tote Steine austauschen.",
    "Dead tiles stay in your hand.": "Tote Steine bleiben in deiner Hand.",
    "If you cannot place any tile, you only buy.": "Wenn kein Stein passt, kaufst du nur.",
    "If you cannot place any tile, you may exchange your whole hand once.":
        "Wenn kein Stein passt, darfst du einmal deine ganze Hand austauschen.",
    "If you cannot place any tile, the game ends.": "Wenn kein Stein passt, endet das Spiel.",
    "On your turn you may end the game if a chain has {end:tile|tiles} or all chains on the board are safe.":
        "In deinem Zug darfst du das Spiel beenden, wenn eine Kette {end:Stein|Steine} hat oder alle Ketten auf dem Brett "
        "sicher sind.",
    "On your turn you may end the game if a chain has {end:tile|tiles}.":
        "In deinem Zug darfst du das Spiel beenden, wenn eine Kette {end:Stein|Steine} hat.",
    "At the end of your turn you may end the game if a chain has {end:tile|tiles} or all chains on the board are safe.":
        "Am Ende deines Zugs darfst du das Spiel beenden, wenn eine Kette {end:Stein|Steine} hat oder alle Ketten auf dem "
        "Brett "
        "sicher sind.",
    "At the end of your turn you may end the game if a chain has {end:tile|tiles}.":
        "Am Ende deines Zugs darfst du das Spiel beenden, wenn eine Kette {end:Stein|Steine} hat.",
    "The game ends by itself when a chain has {end:tile|tiles} or all chains on the board are safe.":
        "Das Spiel endet von selbst, wenn eine Kette {end:Stein|Steine} hat oder alle Ketten auf dem Brett sicher sind.",
    "The game ends by itself when a chain has {end:tile|tiles}.":
        "Das Spiel endet von selbst, wenn eine Kette {end:Stein|Steine} hat.",
    "It also ends when the last tile is drawn.": "Es endet auch, wenn der letzte Stein gezogen ist.",
    "It also ends when a hand cannot be filled up.": "Es endet auch, wenn eine Hand nicht aufgefüllt werden kann.",
    "Then all bonuses are paid and all shares of chains on the board are sold. The richest player wins.":
        "Dann werden alle Boni gezahlt und alle Aktien von Ketten auf dem Brett verkauft. Wer am reichsten ist, gewinnt.",
    "Medium and expensive chains that are not on the board are paid as well.":
        "Auch mittlere und teure Ketten, die nicht auf dem Brett liegen, werden bezahlt.",
    "A game in which no tile can be placed goes on until the players end it.":
        "Ein Spiel, in dem kein Stein mehr passt, geht weiter, bis die Spieler es beenden.",
    "All cash and shares are open.": "Bargeld und Aktien liegen offen.",
    "You see of which chains the others hold shares, but not how many, and not their cash. In a merger all holders show their "
    "shares of the chain that is taken over.":
        "Du siehst, von welchen Ketten die anderen Aktien haben, aber nicht wie viele, und nicht ihr Bargeld. Bei einer "
        "Fusion zeigen "
        "alle ihre Aktien der übernommenen Kette.",
    "You do not see the others' cash and shares. In a merger all holders show their shares of the chain that is taken over.":
        "Bargeld und Aktien der anderen siehst du nicht. Bei einer Fusion zeigen alle ihre Aktien der übernommenen Kette.",
}

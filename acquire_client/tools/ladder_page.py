"""A rating table as one page for a browser: nothing is loaded from elsewhere, nothing runs, and it reads without colours too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from acquire_client.theme import LOOKS
from acquire_client.tools.ladder import Ladder, PlayerRow, SeatRow
from acquire_client.view_model.words import counted, dollars, printable
from acquire_net import fingerprint_of, fingerprint_text

SHORT_KEY = 9
"""The first two groups of a fingerprint, as the cards of a lobby show them."""
LONG_KEY = 19
MAX_PLAYERS = 500
MAX_MATRIX = 12
MAX_FILES = 200
STEP = 100
"""Points between two lines of the scale of ratings."""

Note = tuple[str, str]
"""A file, and why it does not count."""


def short_key(key: str, characters: int = SHORT_KEY) -> str:
    """Return the head of the fingerprint of a key, as people compare it.

    >>> short_key("0123456789abcdef" * 4), short_key("")
    ('6KXF-R6J7', '')
    """
    return fingerprint_text(fingerprint_of(bytes.fromhex(key)))[:characters] if key else ""


def ladder_page(ladder: Ladder, listed: Sequence[PlayerRow], refused: Sequence[Note], unfinished: Sequence[Note],
                folder: str) -> str:
    """Return the page. Names, paths and reasons come from files and are escaped."""
    files = sum(len(game.files) for game in ladder.games)
    body = [
        f"<header><h1>Ladder</h1><p>{text(folder)}: {counted(len(ladder.games), 'game')}, "
        f"{counted(len(ladder.players), 'player')}, verified from {counted(files, 'file')}.</p></header>",
        *_players(listed), *_pairs(ladder, listed[:MAX_MATRIX]), *_seats(ladder.seats),
        *_files("Not over", "These games count when they are over.", unfinished),
        *_files("Not counted", "These files prove no game.", refused), EXPLANATION]
    return PAGE.format(title=f"Ladder of {text(folder)}", style=_style(), body="\n".join(body))


def text(words: str) -> str:
    """Return text from outside for a page: nothing in it is markup, moves or runs backwards."""
    return escape(printable(words))


# --- players ----------------------------------------------------------------------------------------------------------

def _players(listed: Sequence[PlayerRow]) -> Iterator[str]:
    shown = listed[:MAX_PLAYERS]
    if not shown:
        yield "<p class='none'>No game counts yet.</p>"
        return
    low = STEP * (min(row.rating.low for row in shown) // STEP)
    high = STEP * -(-max(row.rating.high for row in shown) // STEP)
    span = max(high - low, STEP)
    yield ("<section><h2>Ratings</h2><div class='wide'><table class='players'><thead><tr><th scope='col'></th>"
           "<th scope='col' class='left'>Player</th><th scope='col'>Rating</th>"
           "<th scope='col' class='left scale'>95 % interval"
           f"<span class='ends'><span>{low:+.0f}</span><span>{high:+.0f}</span></span></th>"
           "<th scope='col'>Games</th><th scope='col'>Wins</th><th scope='col' class='left'>95 % interval, and an even "
           "share</th><th scope='col'>Place</th><th scope='col'>Money</th></tr></thead><tbody>")
    for rank, row in enumerate(shown, 1):
        rating = row.rating
        win_low, win_high = row.interval
        yield (f"<tr><td class='rank'>{rank}</td><th scope='row' class='left'>{_player(row)}</th>"
               f"<td class='main'>{rating.points:+.0f}</td>"
               f"<td>{_range((rating.low - low) / span, (rating.high - low) / span, (rating.points - low) / span, -low / span)}"
               f"<span class='figures'>{rating.low:+.0f} to {rating.high:+.0f}</span></td>"
               f"<td>{row.games:,}</td><td class='main'>{row.win_share:.0%}</td>"
               f"<td>{_range(win_low, win_high, row.win_share, row.even_share)}"
               f"<span class='figures'>{win_low:.0%} to {win_high:.0%}, even {row.even_share:.0%}</span></td>"
               f"<td>{row.mean_place:.2f}</td><td>{dollars(round(row.mean_dollars))}</td></tr>")
    yield "</tbody></table></div>"
    if len(listed) > len(shown):
        yield f"<p class='quiet'>And {counted(len(listed) - len(shown), 'player')} more.</p>"
    yield "</section>"


def _player(row: PlayerRow) -> str:
    mark = {"person": short_key(row.key, LONG_KEY), "name": "by name, without a key", "program": "a program"}.get(row.kind, "")
    others = f"; also {', '.join(map(text, row.other_names))}" if row.key and row.other_names else ""
    small = f"<small>{escape(mark)}{others}</small>" if mark else ""
    return f"<bdi>{text(row.title)}</bdi>{small}"


def _range(low: float, high: float, point: float, mark: float) -> str:
    """Return an interval as a bar with its value, and a line that stands for an average player."""
    low, high, point, mark = (min(max(share, 0.0), 1.0) for share in (low, high, point, mark))
    return (f"<span class='range' aria-hidden='true'><i class='line' style='left:{mark:.2%}'></i>"
            f"<i class='bar' style='left:{low:.2%};width:{high - low:.2%}'></i>"
            f"<i class='dot' style='left:{point:.2%}'></i></span>")


# --- pairs and seats --------------------------------------------------------------------------------------------------

def _pairs(ladder: Ladder, rows: Sequence[PlayerRow]) -> Iterator[str]:
    if len(rows) < 2:
        return
    yield ("<section><h2>Head to head</h2><p class='quiet'>How often the player of the row finished before the player of the "
           "column, and behind.</p><div class='wide'><table class='pairs'><thead><tr><th scope='col'></th>"
           "<th scope='col' class='left'>Player</th>")
    yield "".join(f"<th scope='col'><abbr title='{text(row.title)}'>{rank}</abbr></th>" for rank, row in enumerate(rows, 1))
    yield "</tr></thead><tbody>"
    for rank, row in enumerate(rows, 1):
        cells = "".join(_pair_cell(ladder, row, other) for other in rows)
        yield f"<tr><td class='rank'>{rank}</td><th scope='row' class='left'><bdi>{text(row.title)}</bdi></th>{cells}</tr>"
    yield "</tbody></table></div></section>"


def _pair_cell(ladder: Ladder, row: PlayerRow, other: PlayerRow) -> str:
    if row is other:
        return "<td class='self'></td>"
    pair = ladder.between(row.who, other.who)
    if pair is None:
        return "<td class='never'>–</td>"
    share = (pair.first_ahead + pair.level / 2) / pair.games
    side = "ahead" if share > 0.5 else "behind"
    level = f", {pair.level} at the same place" if pair.level else ""
    return (f"<td class='{side}' style='--much:{min(2 * abs(share - 0.5), 1):.0%}' title='{pair.games:,} games{level}'>"
            f"{pair.first_ahead}:{pair.second_ahead}</td>")


def _seats(rows: Sequence[SeatRow]) -> Iterator[str]:
    if not rows:
        return
    yield "<section><h2>Seats</h2><div class='cards'>"
    for players in sorted({row.players for row in rows}):
        table = [row for row in rows if row.players == players]
        yield (f"<div class='card'><table><caption>Tables of {players}: {counted(table[0].games, 'game')}</caption><thead><tr>"
               "<th scope='col'>Seat</th><th scope='col'>Wins</th><th scope='col' class='left'>95 % interval</th>"
               "<th scope='col'>Place</th><th scope='col'>Money</th></tr></thead><tbody>")
        for row in table:
            low, high = row.interval
            yield (f"<tr><th scope='row'>{row.seat + 1}</th><td class='main'>{row.win_share:.0%}</td>"
                   f"<td>{_range(low, high, row.win_share, 1 / players)}<span class='figures'>{low:.0%} to {high:.0%}</span></td>"
                   f"<td>{row.mean_place:.2f}</td><td>{dollars(round(row.mean_dollars))}</td></tr>")
        yield "</tbody></table></div>"
    yield "</div></section>"


def _files(title: str, about: str, notes: Sequence[Note]) -> Iterator[str]:
    if not notes:
        return
    yield (f"<section><details><summary><h2>{title}: {counted(len(notes), 'file')}</h2></summary>"
           f"<p class='quiet'>{about}</p><ul>")
    yield from (f"<li><code>{text(path)}</code> {text(reason)}</li>" for path, reason in notes[:MAX_FILES])
    yield "</ul>"
    if len(notes) > MAX_FILES:
        yield f"<p class='quiet'>And {len(notes) - MAX_FILES:,} more.</p>"
    yield "</details></section>"


EXPLANATION = """<section><details><summary><h2>What counts, and how</h2></summary>
<p>Every signature, proof and rule of a journal was verified, and every record was played again. A game counts once, and when it
is over. A player who left has the place that the result says; one whom a journal convicts comes last. Partners of a team have the
place of their team, are not opponents, and divide the win. A shared place is shared.</p>
<p>People are recognised by their keys. A record has no keys, so its people go by their names. Nobody can tell from these files
whether one person has two keys, or who decided for a key.</p>
<p>Ratings are those of Plackett and Luce, 0 on average: with 400 points more a player finishes first of two ten times as often.
The bar is the interval in which the true value lies 95 times of 100; few games leave it wide. The thin line is an average player,
or an even share of the wins.</p></details></section>"""


# --- how it looks -----------------------------------------------------------------------------------------------------

def _style() -> str:
    light, dark = LOOKS["light"], LOOKS["dark"]
    names = ("ground", "panel", "raised", "line", "text", "dim", "accent", "good", "bad")
    colours = [":root{" + "".join(f"--{name}:{getattr(look, name)};" for name in names) + "}" for look in (light, dark)]
    return f"{colours[0]}@media (prefers-color-scheme:dark){{{colours[1]}}}{STYLE}"


STYLE = """
*{box-sizing:border-box}
html{color-scheme:light dark}
body{margin:0 auto;padding:1.5rem clamp(.75rem,3vw,2.5rem) 4rem;max-width:78rem;background:var(--ground);color:var(--text);
font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{margin:0 0 1.5rem}
h1{font-size:2.2rem;line-height:1.1;margin:0 0 .3rem;letter-spacing:-.02em}
header p{margin:0;color:var(--dim)}
h2{font-size:1.15rem;margin:0 0 .6rem}
section{background:var(--panel);border:1px solid var(--line);border-radius:12px;padding:1rem 1.25rem;margin:0 0 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 .4rem}
th,td{padding:.4rem .6rem;text-align:right;vertical-align:middle;white-space:nowrap;font-weight:400}
thead th{color:var(--dim);font-size:.8rem;font-weight:600;vertical-align:bottom;border-bottom:1px solid var(--line)}
tbody tr+tr>*{border-top:1px solid var(--line)}
.left{text-align:left}
tbody th.left{font-weight:600;white-space:normal;min-width:9rem}
small{display:block;color:var(--dim);font-weight:400;font-size:.75rem;overflow-wrap:anywhere}
.rank{color:var(--dim)}
.main{font-weight:700}
.scale{min-width:13rem}
.ends{display:flex;justify-content:space-between;font-weight:400}
.range{position:relative;display:block;height:.8rem;min-width:9rem;border-radius:4px;background:var(--raised)}
.range i{position:absolute;display:block}
.line{top:0;bottom:0;width:1px;background:var(--dim)}
.bar{top:.25rem;bottom:.25rem;border-radius:3px;background:var(--accent);opacity:.45}
.dot{top:.1rem;bottom:.1rem;width:.22rem;margin-left:-.11rem;border-radius:2px;background:var(--accent)}
.figures{display:block;text-align:left;color:var(--dim);font-size:.75rem}
.pairs td,.pairs thead th+th+th{text-align:center}
.pairs .self{background:var(--raised)}
.pairs .never{color:var(--dim)}
.ahead{background:color-mix(in srgb,var(--good) calc(var(--much)*.45),transparent)}
.behind{background:color-mix(in srgb,var(--bad) calc(var(--much)*.45),transparent)}
abbr{text-decoration:none}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1.25rem}
.card{overflow-x:auto}
.quiet,.none{color:var(--dim);margin:.2rem 0 .6rem}
summary{cursor:pointer}
summary h2{display:inline-block;margin:0}
details[open] summary{margin-bottom:.6rem}
ul{margin:0;padding-left:1.1rem}
li{margin:.2rem 0;overflow-wrap:anywhere}
code{font-size:.85rem}
@media print{body{max-width:none;padding:0}section{break-inside:avoid;border:0;padding:.5rem 0}}
"""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

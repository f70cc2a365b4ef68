"""A report: everything a match tells, with plots, as one HTML file."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from carrozza.arena.page import figure, page, table
from carrozza.arena.plots import ratings_plot, scores_plot, tickets_plot, times_plot
from carrozza.arena.results import Results, games_of, seats_of, timings_of
from carrozza.arena.store import Line
from carrozza.core.errors import CarrozzaError
from carrozza.games.registry import find_game, game_names

Found = tuple[Results, list[Line]]


def write_report(path: Path, found: Sequence[Found]) -> None:
    try:
        path.write_text(report(found), encoding="utf-8")
    except OSError as error:
        raise CarrozzaError("unwritable", f"{path} cannot be written: {error.strerror}.") from None


def report(found: Sequence[Found]) -> str:
    body = "\n".join(_section(results, lines) for results, lines in found)
    about = (
        "<p>Every deal is played with all cyclic seatings, and the same deals by all line-ups. "
        "Ratings are Elo by maximum likelihood (Bradley–Terry for two players, Plackett–Luce for "
        "more); intervals hold 95 % and are bootstrapped over deals, never over games.</p>"
    )
    return page("Arena", f"<h1>Arena</h1>\n{about}\n{body}")


def _section(results: Results, lines: Sequence[Line]) -> str:
    games = games_of(lines)
    bots = [bot.rating.bot for bot in results.bots]
    tickets = {bot.rating.bot: (bot.completed, bot.failed) for bot in results.bots}
    times = {bot: own for bot in bots if (own := timings_of(bot, games))}
    parts = [
        f"<h2>{escape(_title(results))}</h2>",
        f'<p class="quiet">{escape(_facts(results))}</p>',
        figure(
            "Ratings",
            ratings_plot([bot.rating for bot in results.bots]),
            f"{escape(results.anchor)} is the anchor, 400 points are odds of ten to one. "
            "An arrow: one side always won, so there is no bound.",
        ),
        _table(results),
        f"<h3>One against one</h3>\n{_pairs(results, bots)}",
        '<p class="quiet">How often the bot of the row finished before that of the column; a '
        "shared place counts half.</p>",
        figure(
            "Scores",
            scores_plot({bot: [seat.score for seat in seats_of(bot, games)] for bot in bots}),
            "Final scores of all games; the line and the number are the median.",
        ),
        figure(
            "Tickets",
            tickets_plot(tickets),
            '<span class="key" style="background:var(--good)"></span>completed, '
            '<span class="key" style="background:var(--bad)"></span>failed; the number is the '
            "share of those kept that were completed.",
        ),
        _each_ticket(results, lines),
    ]
    if times:
        caption = (
            "The dot and the number are the mean, the bar holds the middle half of all games, the "
            "line ends at the longest move of all. Times depend on the machine."
        )
        parts.append(figure("Time for a move", times_plot(times), caption))
    return "\n".join(parts)


def _title(results: Results) -> str:
    match = results.match
    name = find_game(match.game).title if match.game in game_names() else match.game
    where = f" on {match.board}" if match.board else ""
    return f"{name}{where}, {match.players} players"


def _facts(results: Results) -> str:
    match = results.match
    options = [
        f"{name.replace('_', ' ')}: {str(value).lower()}" for name, value in match.options.items()
    ]
    parts = [
        f"{results.blocks:,} deals, {results.games:,} games",
        *options,
        f"{match.seconds:g} s allowed for a move",
        f"seed {', '.join(results.seeds)}",
        f"Carrozza {match.version}",
    ]
    return " · ".join(parts)


def _table(results: Results) -> str:
    rows = []
    for bot in results.bots:
        rating = bot.rating
        bounds = ["–" if end is None else _whole(end) for end in (rating.low, rating.high)]
        rows.append(
            [
                rating.bot,
                _whole(rating.elo),
                *bounds,
                f"{bot.games:,}",
                f"{bot.wins:.1%}",
                f"{bot.score:.1f}".replace("-", "−"),
            ]
        )
    return table(["Bot", "Rating", "From", "To", "Games", "Wins", "Mean score"], rows)


def _whole(value: float) -> str:
    return f"{value:.0f}".replace("-0", "0") if value > -0.5 else f"−{-value:.0f}"


def _pairs(results: Results, bots: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(bot)}</th>" for bot in bots)
    rows = []
    for bot in bots:
        cells = "".join(_pair(results.pairs[bot].get(other)) for other in bots)
        rows.append(f"<tr><th>{escape(bot)}</th>{cells}</tr>")
    return (
        f'<div class="wide"><table class="pairs"><tr><th></th>{head}</tr>'
        + "".join(rows)
        + "</table></div>"
    )


def _pair(share: float | None) -> str:
    if share is None:
        return "<td></td>"
    colour, much = ("good", share) if share >= 0.5 else ("bad", 1 - share)
    mixed = f"color-mix(in srgb, var(--{colour}) {round((much - 0.5) * 90)}%, var(--shade))"
    return f'<td style="background:{mixed}">{share:.1%}</td>'


def _each_ticket(results: Results, lines: Sequence[Line]) -> str:
    seats = [seat for game in games_of(lines) for seat in game.seats]
    completed = Counter(ticket for seat in seats for ticket in seat.completed)
    failed = Counter(ticket for seat in seats for ticket in seat.failed)
    kept = completed + failed
    rows = [
        [
            _ticket(results, ticket),
            f"{count / len(seats):.1%}",
            f"{completed[ticket] / count:.1%}",
        ]
        for ticket, count in kept.most_common()
    ]
    listed = table(["Ticket", "Kept", "Completed"], rows)
    return f"<details><summary>Each ticket</summary>\n{listed}\n</details>"


def _ticket(results: Results, ticket: int) -> str:
    """A custom board is known by its name only, so its tickets have just numbers."""
    match = results.match
    if match.board is not None or match.game not in game_names():
        return f"Ticket {ticket}"
    return find_game(match.game, match.options).names.ticket_name(ticket)

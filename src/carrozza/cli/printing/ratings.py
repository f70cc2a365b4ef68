"""Ratings as a table."""

from collections.abc import Callable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.arena.ratings import Rating
from carrozza.arena.results import BotResult, Results
from carrozza.arena.sprt import Sprt
from carrozza.cli.printing.frame import facts, frame
from carrozza.cli.sources import words
from carrozza.cli.style import BAD, GOOD, QUIET, clean, shown
from carrozza.games.registry import find_game, game_names


def print_ratings(console: Console, results: Results, *, quiet_facts: bool = False) -> None:
    console.print(_title(results))
    console.print()
    console.print(_bots(results))
    if not quiet_facts:
        console.print()
        console.print(_facts(results))


def print_verdict(console: Console, a: str, b: str, sprt: Sprt) -> None:
    """What a sequential test says."""
    low, high = sprt.hypotheses.bounds
    tested = f"{a} against {b}: {sprt.mean:.1%} over {sprt.blocks} blocks"
    h = sprt.hypotheses
    verdict = {
        "H1": Text(f"{f'{a} is stronger: ' if h.elo0 >= 0 else ''}H1 is accepted", style=GOOD),
        "H0": Text(f"{f'{a} is not stronger: ' if h.elo0 <= 0 else ''}H0 is accepted", style=BAD),
        None: Text("not decided"),
    }[sprt.accepted]
    console.print(
        facts(
            ("Test", tested),
            ("Verdict", verdict),
            ("H0, H1", f"{signed(h.elo0)} and {signed(h.elo1)} Elo"),
            ("Log ratio", f"{sprt.ratio:.2f} between {low:.2f} and {high:.2f}".replace("-", "−")),
        )
    )


def signed(elo: float) -> str:
    """A rating with its sign; the anchor's has none."""
    text = f"{elo:+.0f}"
    return "0" if text in ("+0", "-0") else text.replace("-", "−")


def interval(rating: Rating, anchor: str, shown: Callable[[float], str] = signed) -> str:
    if rating.bot == anchor:
        return "anchor"
    if rating.low is None and rating.high is None:
        return "–"
    if rating.high is None:
        return f"above {shown(rating.low or 0)}"
    if rating.low is None:
        return f"below {shown(rating.high)}"
    return f"{shown(rating.low)} to {shown(rating.high)}"


def title_of(results: Results) -> str:
    match = results.match
    name = find_game(match.game).title if match.game in game_names() else match.game
    parts = [name if match.board is None else f"{name} on {match.board}"]
    parts += [f"{match.players} players", many(results.blocks, "block")]
    parts += [many(results.games, "game")]
    parts += [f"{words(option)}: {shown(value)}" for option, value in match.options.items()]
    return clean(" · ".join(parts))


def many(n: int, what: str) -> str:
    return f"{n:,} {what}{'s' if n != 1 else ''}"


def _title(results: Results) -> Text:
    first, dot, rest = title_of(results).partition(" · ")
    return Text.assemble((first, "bold"), dot, rest)


def _bots(results: Results) -> Table:
    table = frame()
    table.add_column("Bot", overflow="fold")  # names of one's own can be long
    for heading in ("Rating", "95 %", "Games", "Wins", "Score", "Tickets", "Failed"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("ms/move", justify="right", no_wrap=True, style=QUIET)
    for bot in results.bots:
        table.add_row(*_row(results, bot))
    return table


def _row(results: Results, bot: BotResult) -> list[str | Text]:
    return [
        Text(clean(bot.rating.bot), style="bold"),
        Text(signed(bot.rating.elo), style="bold"),
        interval(bot.rating, results.anchor),
        f"{bot.games:,}",
        f"{bot.wins:.1%}",
        f"{bot.score:.1f}".replace("-", "−"),
        f"{bot.completed:.1f}",
        f"{bot.failed:.1f}",
        f"{results.timing[bot.rating.bot].mean:.2f}",
    ]


def _facts(results: Results) -> Table:
    model = "Bradley–Terry" if results.match.players == 2 else "Plackett–Luce"
    return facts(
        ("Rating", f"Elo by maximum likelihood ({model}); {clean(results.anchor)} is 0"),
        ("95 %", "bootstrapped over blocks: one deal, all line-ups, all seatings"),
        ("Time", f"at most {results.match.seconds:g} s per move"),
        ("Version", clean(results.match.version)),
        ("Seed", clean(", ".join(results.seeds))),
    )

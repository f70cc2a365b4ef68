"""A review as a report: the score, the chances over the game, why it went so, mistakes, tickets."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from carrozza.cli.names import Names
from carrozza.cli.printing.frame import frame
from carrozza.cli.printing.summary import Actions, in_english, when
from carrozza.cli.style import BAD, GOOD, QUIET, WARN, clean, seat_style, seat_text, signed
from carrozza.core.actions import Action, DrawFaceUp, KeepTickets
from carrozza.core.game import View
from carrozza.core.replay import Save, replay
from carrozza.core.words import card_name, listing
from carrozza.games.registry import game_of
from carrozza.review.model import Account, Decision, Review, TicketStory, TurningPoint
from carrozza.review.verdicts import BLUNDER, INACCURACY, MISTAKE, counts_as_loss

TOLD = 12  # decisions: those that cost most
LITTLE = 0.01  # luck that is not worth a word
MOSTLY = 0.8
_BARS = "▁▂▃▄▅▆▇█"
_MARKS = {BLUNDER: ("??", BAD), MISTAKE: ("?", WARN), INACCURACY: ("?!", QUIET)}


def print_review(console: Console, save: Save, review: Review) -> None:
    game = game_of(save.setup)
    names = Names(game)
    named = [d for d in review.decisions if counts_as_loss(d.verdict)]
    told = _costliest(named)
    views = _views(save, {d.step: d.seat for d in named})
    console.print(Text(f"{game.title}: a review", style="bold"))
    console.print(_result(review))
    actions = {
        d.step: (
            in_words(d.played.action, views[d.step], names, game),
            in_words(d.best.action, views[d.step], names, game),
        )
        for d in named
    }
    _print_summary(console, review, names, actions)
    console.print()
    _heading(console, "Chances to win, turn by turn")
    _print_graph(console, review)
    _heading(console, "Why it went so, in percentage points")
    console.print(_accounts(review.accounts))
    console.print(
        Text(
            "Fair share + own play + others' play + luck = result. Play is measured against "
            "what our network would have done. Hidden is what came to light of what others held, "
            "and where the estimate was wrong; the rest of luck is 0 on average.",
            style=QUIET,
        )
    )
    console.print()
    if told:
        _heading(console, "What could have been better, by what the seat knew at the time")
        console.print(_mistakes(told, len(named) - len(told), actions))
        console.print()
    if review.tickets:
        _heading(console, "Tickets")
        for story in review.tickets:
            console.print(_ticket(story, names))


def _heading(console: Console, words: str) -> None:
    console.rule(Text(words, style="bold"), align="left")


def _result(review: Review) -> Text:
    totals = ", ".join(map(signed, review.totals))
    winners = listing([f"seat {seat}" for seat in review.winners])
    return Text(f"{totals} points; won by {winners}.")


def _print_summary(console: Console, review: Review, names: Names, actions: Actions) -> None:
    for seat in range(review.players):
        sentences = [in_english(s, names, actions) for s in review.summary if s.seat == seat]
        console.print(seat_text(seat, bold=True).append(": ").append(" ".join(sentences), style=""))


def _print_graph(console: Console, review: Review) -> None:
    """A bar for each turn, as many side by side as fit."""
    by_turn = {position.turn: position.chances for position in review.positions}
    width = max(10, console.width - 16)
    turns = sorted(by_turn)
    shown = turns if len(turns) <= width else [turns[i * len(turns) // width] for i in range(width)]
    if shown[-1] != turns[-1]:
        shown[-1] = turns[-1]
    for seat in range(review.players):
        line = seat_text(seat)
        bars = "".join(_BARS[min(7, int(8 * by_turn[turn][seat]))] for turn in shown)
        first, last = by_turn[shown[0]][seat], by_turn[shown[-1]][seat]
        line.append(f" {100 * first:3.0f} ").append(bars, style=seat_style(seat))
        console.print(line.append(f" {100 * last:.0f}"), soft_wrap=True)
    console.print()
    for point in review.turning_points:
        console.print(_turning_point(point))
    if review.turning_points:
        console.print()


def _turning_point(point: TurningPoint) -> Text:
    sizes = [abs(change) for change in point.changes]
    seat = point.seat  # whose turn it was, unless it moved another seat's chances more
    if sizes[seat] < MOSTLY * max(sizes):
        seat = sizes.index(max(sizes))
    change, luck = point.changes[seat], point.luck[seat]
    text = Text(f"Turn {point.turn} of ").append_text(seat_text(point.seat)).append(": ")
    text.append_text(seat_text(seat)).append(f" {_change(change)}")
    if abs(luck) < LITTLE:
        return text.append(", by decision")
    if luck * change < 0:
        return text.append(f", in spite of {_change(luck)} by luck")
    return text.append(f", {_change(luck)} of it by luck")


def _accounts(accounts: Sequence[Account]) -> Table:
    table = frame()
    for heading in ("", "Fair", "Own play", "Others' play", "Luck", "Result"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    table.add_column("of the luck: deal, cards, tickets, tunnels, hidden", style=QUIET)
    for a in accounts:
        parts = [_change(part) for part in a.luck_by.values()]
        table.add_row(
            seat_text(a.seat, bold=True),
            _points(a.fair),
            _coloured(a.skill),
            _coloured(a.gifts),
            _coloured(a.luck),
            _points(a.result),
            ", ".join(parts),
        )
    return table


def _costliest(named: Sequence[Decision]) -> list[Decision]:
    """So many that one reads them all, in the order of the game."""
    costliest = sorted(named, key=lambda d: -d.played.loss)[:TOLD]
    return sorted(costliest, key=lambda d: d.step)


def _mistakes(told: Sequence[Decision], left_out: int, actions: Actions) -> Table:
    table = frame()
    table.add_column("Turn", justify="right", style=QUIET)
    table.add_column("")
    table.add_column("")
    table.add_column("Played", ratio=1)
    table.add_column("Better", ratio=1)
    table.add_column("Chance", justify="right", no_wrap=True)
    table.add_column("Lost", justify="right", no_wrap=True)
    for d in told:
        mark, style = _MARKS[d.verdict]
        table.add_row(
            str(d.turn),
            seat_text(d.seat),
            Text(mark, style=style),
            *actions[d.step],
            f"{_points(d.best.chance)} → {_points(d.played.chance)}",
            f"{_points(d.played.loss)} ± {100 * d.played.loss_error:.1f}",
        )
    table.caption = "?? blunder, ? mistake, ?! inaccuracy; lost: percentage points, standard error"
    if left_out:
        table.caption += f"; {left_out} smaller ones are left out"
    table.caption_style = QUIET
    table.caption_justify = "left"
    return table


def in_words(action: Action, view: Any, names: Names, game: Any) -> str:
    """With what the seat saw: the card in a place, the tickets on offer."""
    if isinstance(action, DrawFaceUp) and view.market[action.slot]:
        return f"take {card_name(view.market[action.slot])}"
    if isinstance(action, KeepTickets) and view.offer:
        kept = [names.ticket(view.offer[slot]) for slot in action.keep]
        return f"keep {listing(kept) or 'no ticket'}"
    return clean(game.describe(action))


def _ticket(story: TicketStory, names: Names) -> Text:
    text = seat_text(story.seat).append(" ")
    done = story.completed is not None
    text.append("✓ " if done else "✗ ", style=GOOD if done else BAD)
    text.append(names.ticket(story.ticket), style="bold")
    text.append(f": kept {when(story.kept_turn)}")
    for setback in story.setbacks:
        route = names.route(setback.route)
        text.append(f"; {when(setback.turn)} seat {setback.seat} took {route}, ")
        more = setback.trains
        text.append("only a station could help" if more is None else f"{more} trains longer")
    if done:
        return text.append(f"; completed {when(story.completed_turn or 0)}.")
    if story.lost is None:
        return text.append("; not finished in time.")
    if story.lost == story.kept:
        return text.append("; it could not be completed any more.")
    if story.lost_by == story.seat:
        return text.append(f"; too few trains left for it {when(story.lost_turn or 0)}.")
    taken = names.route(story.lost_route) if story.lost_route is not None else "a route"
    text.append(f"; lost {when(story.lost_turn or 0)}: ")
    return text.append(f"seat {story.lost_by} took {taken}.")


def _views(save: Save, wanted: dict[int, int]) -> dict[int, View]:
    """What these seats saw before these steps."""
    found = {}
    for number, (_, state, _) in enumerate(replay(save, game_of), 1):
        if number in wanted:
            found[number] = state.view(wanted[number])
    return found


def _points(share: float) -> str:
    return f"{100 * share:.0f}"


def _change(share: float) -> str:
    points = round(100 * share)
    return f"+{points}" if points > 0 else signed(points)


def _coloured(share: float) -> Text:
    text = _change(share)
    return Text(text, style="" if text == "0" else GOOD if share > 0 else BAD)

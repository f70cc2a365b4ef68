"""`carrozza arena` and `carrozza ratings`: bots against bots, and what their games tell.

The libraries for statistics take a while to load; the other commands do not import this file.
"""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from carrozza.arena.block import Block
from carrozza.arena.finish import block_score
from carrozza.arena.lineups import Lineup, lineups, named_bots
from carrozza.arena.ray_run import ray_run
from carrozza.arena.report import write_report
from carrozza.arena.results import Results, bots_of, by_match, ratings_of, results
from carrozza.arena.run import run, tasks
from carrozza.arena.sprt import Hypotheses, Sprt
from carrozza.arena.store import LeftOut, Line, append, line_of, read
from carrozza.cli.errors import INTERRUPTED
from carrozza.cli.files import check_target
from carrozza.cli.printing.ratings import print_ratings, print_verdict, signed
from carrozza.cli.style import clean, console
from carrozza.core.errors import BadOptions, CarrozzaError
from carrozza.core.game import Setup
from carrozza.games.registry import game_of

REFRESH = 2.0  # seconds between two estimates in the progress line
SPARING = 20  # times as long as an estimate takes, to the next one
WARNINGS = 5  # of lines left out; the others are counted
ROUGH = 100  # resamples for those


class Request(msgspec.Struct):
    """What was asked for."""

    setup: Setup
    bots: list[str]
    blocks: int
    seconds: float
    anchor: str | None = None
    sprt: tuple[str, str] | None = None
    hypotheses: Hypotheses = Hypotheses()
    jobs: int = 1
    ray: str | None = None
    store: Path | None = None
    report: Path | None = None
    as_json: bool = False


class Verdict(msgspec.Struct):
    """A sequential test as JSON."""

    a: str
    b: str
    hypotheses: Hypotheses
    blocks: int
    score: float
    log_ratio: float
    bounds: tuple[float, float]
    accepted: str | None


class Answer(msgspec.Struct):
    results: list[Results]
    sprt: Verdict | None = None


def make_request(
    setup: Setup,
    *,
    bots: str | None,
    sprt: str | None,
    anchor: str | None,
    hypotheses: tuple[float, float, float, float],
    **rest: Any,
) -> Request:
    """Checks the names, and calls all bots by their own."""
    game = game_of(setup)
    pair = named_bots(split(sprt), game) if sprt is not None else []
    if sprt is not None and (len(pair) != 2 or pair[0] == pair[1]):
        raise BadOptions("sprt", "The test needs two different bots: --sprt A,B.")
    playing = named_bots(split(bots), game) if bots is not None else pair
    if not playing:
        raise BadOptions("few_bots", "Name the bots that play: --bots A,B,C.")
    missing = [bot for bot in pair if bot not in playing]
    if missing:
        raise BadOptions("sprt", f"“{missing[0]}” is to be tested but is not among the bots.")
    zero = named_bots([anchor], game)[0] if anchor is not None else None
    return Request(
        setup=setup,
        bots=playing,
        anchor=zero,
        sprt=(pair[0], pair[1]) if pair else None,
        hypotheses=Hypotheses(*hypotheses),
        **rest,
    )


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def arena(request: Request) -> None:
    """Play, show how it stands, print what came of it; when stopped, of the blocks so far."""
    for target in (request.store, request.report):
        if target is not None:
            check_target(target)
    _check_report(request.report, [request.store] if request.store else [])
    tables = _lineups(request)
    if request.anchor is not None and not any(request.anchor in table for table in tables):
        raise BadOptions("anchor", f"The anchor “{request.anchor}” is not among the bots.")
    sprt = Sprt(request.hypotheses) if request.sprt else None
    lines, stopped = play(request, tables, sprt)
    if lines:
        _show(request, results(lines, request.anchor), sprt, lines)
    end(stopped, lines)


def play(
    request: Request, tables: list[Lineup], sprt: Sprt | None = None
) -> tuple[list[Line], BaseException | None]:
    """What was played, and what stopped it, if anything did."""
    lines: list[Line] = []
    try:
        _play(request, tables, sprt, lines)
    except (KeyboardInterrupt, CarrozzaError) as reason:
        return lines, reason
    return lines, None


def end(stopped: BaseException | None, lines: list[Line]) -> None:
    """After what was played has been shown."""
    if isinstance(stopped, CarrozzaError):
        raise stopped
    if stopped is not None:
        if not lines:
            console(stderr=True).print("Stopped before the first block was finished.")
        raise typer.Exit(INTERRUPTED)


def _lineups(request: Request) -> list[Lineup]:
    found = lineups(request.bots, request.setup.players)
    if request.sprt is None:
        return found
    return [table for table in found if set(request.sprt) <= set(table)]


def _play(request: Request, tables: list[Lineup], sprt: Sprt | None, lines: list[Line]) -> None:
    with _progress(hidden=request.as_json) as progress:
        bar = progress.add_task("", total=request.blocks * len(tables), estimate="")
        next_at = monotonic() + REFRESH
        with closing(_blocks(request, tables)) as blocks:
            for block in blocks:
                line = line_of(request.setup, request.seconds, block)
                lines.append(line)
                if request.store is not None:
                    append(request.store, line)
                decided = _test(request, tables, sprt, lines)
                if not progress.disable and monotonic() > next_at:
                    began = monotonic()
                    progress.update(bar, estimate=_estimate(request, sprt, lines))
                    # Estimates take longer the more there is; playing must not wait for them.
                    next_at = monotonic() + max(REFRESH, SPARING * (monotonic() - began))
                progress.advance(bar)
                if decided:
                    return


def _blocks(request: Request, tables: list[Lineup]) -> Generator[Block, None, None]:
    todo = tasks(request.setup, tables, request.blocks, request.seconds)
    return ray_run(todo, request.ray) if request.ray else run(todo, request.jobs)


def _test(request: Request, tables: list[Lineup], sprt: Sprt | None, lines: list[Line]) -> bool:
    """Feed the test when all line-ups of a deal are through: they are one observation."""
    if sprt is None or request.sprt is None or len(lines) % len(tables):
        return False
    scores = [block_score(line.block, *request.sprt) for line in lines[-len(tables) :]]
    met = [score for score in scores if score is not None]
    return sprt.add(sum(met) / len(met)) is not None


def _estimate(request: Request, sprt: Sprt | None, lines: list[Line]) -> str:
    if sprt is not None and request.sprt is not None:
        low, high = sprt.hypotheses.bounds
        ratio = f"{sprt.ratio:.2f} in [{low:.2f}, {high:.2f}]".replace("-", "−")
        return f"{request.sprt[0]} {sprt.mean:.1%}, log ratio {ratio}"
    known = bots_of(lines)
    anchor = request.anchor if request.anchor in known else known[0]
    rated = ratings_of(lines, anchor, ROUGH)
    return ", ".join(
        f"{rating.bot} {signed(rating.elo)}"
        + (
            f" ± {(rating.high - rating.low) / 2:.0f}"
            if rating.low is not None and rating.high is not None and rating.bot != anchor
            else ""
        )
        for rating in rated
    )


def _progress(*, hidden: bool) -> Progress:
    stderr = console(stderr=True)
    return Progress(
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[estimate]}", markup=False),
        console=stderr,
        transient=True,
        disable=hidden or not stderr.is_terminal,
    )


def _show(request: Request, found: Results, sprt: Sprt | None, lines: list[Line]) -> None:
    pair = request.sprt
    if request.as_json:
        verdict = _verdict(*pair, sprt) if pair and sprt else None
        typer.echo(msgspec.json.encode(Answer([found], verdict)))
    else:
        print_ratings(console(), found)
        if pair and sprt:
            console().print()
            print_verdict(console(), *pair, sprt)
    if request.report is not None:
        _report(request.report, [(found, lines)])


def _verdict(a: str, b: str, sprt: Sprt) -> Verdict:
    return Verdict(
        a,
        b,
        sprt.hypotheses,
        sprt.blocks,
        round(sprt.mean, 4),
        round(sprt.ratio, 4),
        sprt.hypotheses.bounds,
        sprt.accepted,
    )


def show_ratings(files: list[Path], anchor: str | None, report: Path | None, as_json: bool) -> None:
    """Fit anew all that the files hold: one table for each game, number of players and so on."""
    if report is not None:
        check_target(report)
    _check_report(report, files)
    lines, left_out = read(files)
    _warn(left_out)
    if not lines:
        raise CarrozzaError("no_results", "There are no results in these files.")
    if anchor is not None and anchor not in bots_of(lines):
        known = ", ".join(bots_of(lines))
        raise BadOptions("anchor", f"“{anchor}” has not played. Choose from: {known}.")
    found = [
        (results(group, anchor if anchor in bots_of(group) else None), group)
        for group in by_match(lines)
    ]
    if as_json:
        typer.echo(msgspec.json.encode(Answer([one for one, _ in found])))
    else:
        for number, (one, _) in enumerate(found):
            if number:
                console().print()
            print_ratings(console(), one)
    if report is not None:
        _report(report, found)


def _check_report(report: Path | None, results: list[Path]) -> None:
    if report is not None and report.resolve() in [path.resolve() for path in results]:
        raise CarrozzaError("same_file", f"The report would overwrite the results in {report}.")


def _warn(left_out: list[LeftOut]) -> None:
    stderr = console(stderr=True)
    for line in left_out[:WARNINGS]:
        text = f"Skipped line {line.number} of {line.path}: {line.problem}."
        stderr.print(clean(text), soft_wrap=True)
    if len(left_out) > WARNINGS:
        stderr.print(f"Skipped {len(left_out) - WARNINGS:,} more lines.")


def _report(path: Path, found: list[tuple[Results, list[Line]]]) -> None:
    write_report(path, found)
    console(stderr=True).print(f"The report is in {clean(str(path))}.", soft_wrap=True)

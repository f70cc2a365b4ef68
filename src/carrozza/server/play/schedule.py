"""What a move changes in the table's row: clocks, when to wake, who moves the bots."""

from carrozza.server.play.game_log import Draft
from carrozza.server.settings import Settings
from carrozza.server.storage.journal import Change
from carrozza.server.tables.clocks import Clock, started, stopped
from carrozza.server.tables.planned import Planned
from carrozza.server.tables.results import places
from carrozza.server.tables.table import Table


def change_after(
    table: Table,
    draft: Draft,
    settings: Settings,
    pause: float,
    planned: dict[int, Planned] | None = None,
) -> Change:
    """`pause`: seconds until the bot that may be next is to act. `planned`: what people have left
    for their turns, as it will be."""
    at, state = draft.entry.at, draft.state
    closed = draft.entry.kind == "close"
    waiting = [] if closed else list(state.to_act)
    clocks = _clocks_after(table, draft)
    if _may_be_undone(table, draft):
        wait = max(pause, settings.undo_seconds)
    else:  # bots think during their pause, so they are woken before it is over
        wait = max(0.0, pause - settings.bot_seconds)
    left = seat_that_planned(table, waiting, planned or {}) is not None
    wake, claimed_until = _wake_after(table, waiting, clocks, at, wait, settings, left)
    return Change(
        phase="closed" if closed else "finished" if state.over else "playing",
        version=draft.entry.version,
        to_act=sum(1 << seat for seat in waiting),
        clocks=clocks,
        wake=wake,
        claimed_until=claimed_until,
        moved=at,
        ended=None if waiting else at,
        sheet=state.score_sheet() if state.over else None,
        edited=table.row.edited,
    )


def take_change(table: Table, change: Change) -> None:
    """The row in memory as it is now stored."""
    row = table.row
    mine = table.claimed or row.claimed_until <= change.moved  # else another worker's claim
    row.phase, row.version, row.to_act = change.phase, change.version, change.to_act
    row.clocks, row.wake, row.claimed_until = change.clocks, change.wake, change.claimed_until
    row.moved, row.ended, row.sheet = change.moved, change.ended, change.sheet
    table.claimed = change.claimed_until > 0 and mine
    if change.sheet is not None:
        for seat, place in zip(table.seats, places(change.sheet), strict=True):
            seat.score, seat.place = change.sheet.totals[seat.seat], place


def next_look(
    table: Table, waiting: list[int], clocks: list[Clock], now: float, settings: Settings
) -> float | None:
    """When to see whether somebody is out of time, or has been gone for too long."""
    times = [d for seat in waiting if (d := clocks[seat].deadline) is not None]
    if table.row.pace.kind != "days" and any(table.others(seat) for seat in waiting):
        times.append(now + settings.away_seconds)
    return min(times, default=None)


def bots_hold_back(table: Table, now: float, settings: Settings) -> float:
    """Seconds until bots may act; a longer time than they ever wait is a clock that was set."""
    early = (table.row.wake or 0.0) - now
    return early if 0 < early <= settings.longest_wait else 0.0


def seat_that_planned(table: Table, waiting: list[int], planned: dict[int, Planned]) -> int | None:
    """The seat whose turn it is, if its person has left what to do in it. Where several choose at
    once nothing is done for anybody: that is nobody's turn."""
    if len(waiting) != 1:
        return None
    seat = table.seats[waiting[0]]
    left = planned.get(seat.seat)
    if left is None or left.used or seat.by_bot or seat.account != left.account:
        return None
    return seat.seat


def _may_be_undone(table: Table, draft: Draft) -> bool:
    assert table.play is not None
    return table.play.opens_undo(draft)


def _wake_after(
    table: Table,
    waiting: list[int],
    clocks: list[Clock],
    at: float,
    wait: float,
    settings: Settings,
    left: bool,
) -> tuple[float | None, float]:
    """When to wake, after which wait if it is for bots or for what a person has `left` to be done,
    and until when the worker that stores this has claimed them."""
    if not left and not any(table.seats[seat].by_bot for seat in waiting):
        return next_look(table, waiting, clocks, at, settings), 0.0
    wake = at + wait
    if at < table.row.claimed_until <= at + settings.longest_claim and not table.claimed:
        return wake, table.row.claimed_until  # another worker is at it
    return wake, wake + settings.bot_seconds + settings.bot_patience  # at most longest_claim


def _clocks_after(table: Table, draft: Draft) -> list[Clock]:
    assert table.play is not None
    before, after = table.play.state, draft.state
    at, pace = draft.entry.at, table.row.pace
    clocks = []
    for seat, clock in enumerate(table.row.clocks):
        acted = seat == draft.entry.seat
        if before.is_to_act(seat) and (acted or not after.is_to_act(seat)):
            clock = stopped(clock, pace, at)
        if after.is_to_act(seat) and clock.since is None:
            clock = started(
                clock, pace, at, others=table.others(seat), still=table.seats[seat].holidays
            )
        clocks.append(clock)
    return clocks

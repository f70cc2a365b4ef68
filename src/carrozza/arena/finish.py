"""In which order the seats of a game finished, and what that says of two bots."""

from carrozza.arena.block import Block, Played

Finish = tuple[tuple[str, ...], ...]  # the bots by place; those who share one are together


def finish(game: Played) -> Finish:
    """Winners first, as the game's tie breaks tell; the others by their scores."""
    others = [seat for seat in range(len(game.seats)) if seat not in game.winners]
    by_score: dict[int, list[int]] = {}
    for seat in sorted(others, key=lambda seat: -game.seats[seat].score):
        by_score.setdefault(game.seats[seat].score, []).append(seat)
    places = [list(game.winners), *by_score.values()]
    return tuple([tuple([game.seats[seat].bot for seat in place]) for place in places])


def win_share(game: Played, seat: int) -> float:
    """A victory counts 1, a shared one in equal parts."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def pair_score(order: Finish, a: str, b: str) -> float | None:
    """How often `a` is before `b`, a shared place counting half; None when they did not meet."""
    place = [(bot, i) for i, together in enumerate(order) for bot in together]
    mine = [i for bot, i in place if bot == a]
    theirs = [i for bot, i in place if bot == b]
    if not mine or not theirs:
        return None
    points = sum((i < j) + 0.5 * (i == j) for i in mine for j in theirs)
    return points / (len(mine) * len(theirs))


def block_score(block: Block, a: str, b: str) -> float | None:
    """The same over all seatings of a block."""
    scores = [pair_score(finish(game), a, b) for game in block.games]
    met = [score for score in scores if score is not None]
    return sum(met) / len(met) if met else None

"""A hint: what the expert would do, and what speaks for it. Nothing is looked at but the view."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import inf, isnan
from time import perf_counter
from typing import Any, cast

from carrozza.board.game import BoardGame
from carrozza.board.state import BoardState
from carrozza.bots.registry import make_bot
from carrozza.bots.scholar.kinds import loader_of
from carrozza.bots.scholar.sight import has_learned
from carrozza.bots.search.learned import LearnedGuide
from carrozza.bots.search.search import Search
from carrozza.bots.search.watch import Watch
from carrozza.core.actions import Action, KeepTickets
from carrozza.core.game import Game, View
from carrozza.core.rng import Rng
from carrozza.games.card_game.game import CardGame
from carrozza.review.hints.boards import BoardReasons
from carrozza.review.hints.cards import CardReasons
from carrozza.review.hints.model import Hint, HintReason, TicketSet
from carrozza.review.hints.offers import board_offer, card_offer
from carrozza.review.hints.sets import Compared, compare

EXPERT = "expert"
SAMPLES = 48  # that the search looks at
MOST_REASONS = 2
MOST_SETS = 3  # that are told of
DIGITS = 3  # of chances
LOADING = 80.0  # seconds, once in a process, until the compiled code is there


def advise(
    game: Game,
    view: View,
    legal: Sequence[Action],
    seed: str,
    seconds: float = inf,
    clock: Callable[[], float] = perf_counter,
) -> Hint:
    """With time enough the same view and seed give the same hint everywhere."""
    assert view.seat is not None
    if has_learned(game):
        loader_of(game).loaded_in(LOADING)
    if isinstance(legal[0], KeepTickets):
        return _of_offer(game, view, legal, seed, Watch(seconds, clock))
    bot: Any = make_bot(EXPERT, game, seed)
    if isinstance(bot, Search):
        bot.samples, bot.clock = SAMPLES, clock
    action = bot.decide(view, legal, seconds)
    look = look_at(game, view, seed)
    reasons = _first(look.of(action))
    return Hint(seat=view.seat, action=action, reasons=reasons, offered=(), sets=())


def _of_offer(game: Game, view: Any, legal: Sequence[Action], seed: str, watch: Watch) -> Hint:
    rng = Rng.from_seed(seed)
    if not has_learned(game):
        chosen: Any = make_bot(EXPERT, game, seed).decide(view, legal, watch.left())
        return _offer_hint(game, view, seed, [chosen], None)
    guide = LearnedGuide(game)
    candidates = guide.candidates(view, legal, rng, watch)
    found = None
    if loader_of(game).loaded_in(0.0):
        found = compare(guide, view, candidates, rng, watch)
    order = list(range(len(candidates)))
    if found is not None:  # the intent is what it counts that the network likes a set
        values = [found.shares[k] + cast(float, candidates[k].intent) for k in order]
        order.sort(key=lambda k: -values[k])
        found = Compared(found.shares[order], found.chances[order])
    return _offer_hint(game, view, seed, [candidates[k].action for k in order], found)


def _offer_hint(
    game: Game, view: Any, seed: str, answers: Sequence[Any], found: Compared | None
) -> Hint:
    """`answers`: the best first; `found` in the same order."""
    sets = [tuple(view.offer[place] for place in answer.keep) for answer in answers]
    chances: dict[int, float] = {}
    for k, tickets in enumerate(sets if found is not None else ()):
        assert found is not None
        for ticket in tickets:
            if not isnan(found.chances[k][ticket]):  # the game may end before one's next turn
                chances.setdefault(ticket, _rounded(found.chances[k][ticket]))
    look = look_at(game, view, seed)
    if isinstance(look, BoardReasons):
        offer = board_offer(look, view.offer, sets[0])
        points = [ticket.points for ticket in look.board.tickets]
    else:
        offer = card_offer(look, view.offer, sets[0])
        points = [ticket.points for ticket in look.stock.tickets]
    offered = offer.offered(points, chances)
    told = zip(sets[:MOST_SETS], found.shares, strict=False) if found is not None else ()
    return Hint(
        seat=view.seat,
        action=answers[0],
        reasons=_first(offer.reasons(offered)),
        offered=tuple(offered),
        sets=tuple(TicketSet(tickets=tickets, share=_rounded(share)) for tickets, share in told),
    )


def _first(reasons: Iterable[HintReason]) -> tuple[HintReason, ...]:
    return tuple(islice(reasons, MOST_REASONS)) or (HintReason(kind="best_tried"),)


def _rounded(share: float) -> float:
    return round(float(share), DIGITS)


def look_at(game: Game, view: Any, seed: str) -> BoardReasons | CardReasons:
    """Of all positions that fit the view any one will do: only what the view tells is looked at."""
    if isinstance(game, BoardGame):
        state = game.resample(view, Rng.from_seed(seed))
        assert isinstance(state, BoardState)
        return BoardReasons(state, view.seat)
    assert isinstance(game, CardGame)
    return CardReasons(game, view)

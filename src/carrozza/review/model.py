"""What a review says, as data for pages and files."""

import msgspec

from carrozza.core.actions import AnyAction
from carrozza.review.hints.model import HintReason

VERSION = 4  # of this data and of how it is found: another version may judge otherwise


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was compared, as its seat could judge it at the time."""

    action: AnyAction
    chance: float  # the share of the win to expect
    chance_error: float  # standard error, as are all errors here
    lead: float  # points ahead of the best of the others at the end
    lead_error: float
    loss: float  # against the best, in chances to win; 0 for the best
    loss_error: float  # of that difference, with the same luck for both


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of one seat, judged by what that seat knew. Forced ones are left out."""

    step: int  # of the save, from 1
    turn: int  # 0 before the first turn
    seat: int
    verdict: str  # best, fine, inaccuracy, mistake or blunder
    played: Alternative
    best: Alternative
    alternatives: tuple[Alternative, ...]  # all that were compared, the best first
    samples: int  # for each of them
    # Only of inaccuracies, mistakes and blunders; true by the rules.
    against: tuple[HintReason, ...]  # what speaks against what was played
    why: tuple[HintReason, ...]  # what speaks for the best


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of all seats, of someone who sees all cards but not the order of the decks; and
    how the step before changed them."""

    step: int  # after this step; 0: after the deal
    turn: int
    seat: int | None  # whose step it was; None: the deal
    chances: tuple[float, ...]
    decided: tuple[float, ...]  # for each seat: against what the network would have done
    luck: tuple[float, ...]  # what chance changed then
    shown: tuple[float, ...]  # what came to light of hidden cards, and where the estimate was wrong
    chance: str  # what chance decided: deal, cards, tickets, tunnel, or nothing


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A turn that moved the chances more than most, by decision or luck."""

    turn: int
    first_step: int
    last_step: int
    seat: int  # whose turn it was
    changes: tuple[float, ...]
    luck: tuple[float, ...]  # the part of that which chance did


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Why a seat won or lost: `result - fair` is the sum of skill, gifts and luck."""

    seat: int
    result: float  # the share of the win
    fair: float  # one among all players
    skill: float  # what its own decisions changed, against play as the network expects it
    gifts: float  # what the decisions of others changed for it, likewise
    luck: float  # what chance brought; 0 on average
    luck_by: dict[str, float]  # deal, cards, tickets, tunnel, hidden: what came to light
    lost: float  # the losses of its inaccuracies, mistakes and blunders, as it could judge them
    verdicts: dict[str, int]


class Setback(msgspec.Struct, frozen=True, kw_only=True):
    """Another seat's claim made a ticket longer."""

    step: int
    turn: int
    seat: int
    route: int
    trains: int | None  # so many more; None: its own routes alone no longer lead there
    theirs: int | None  # a ticket of that seat which it brought nearer


class TicketStory(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    ticket: int
    kept: int  # the step
    kept_turn: int
    completed: int | None  # the step
    completed_turn: int | None
    lost: int | None  # the step after which it could no longer be completed
    lost_turn: int | None
    lost_by: int | None  # whose step that was
    lost_route: int | None  # claimed in it
    lost_theirs: int | None  # a ticket of that seat which it brought nearer
    setbacks: tuple[Setback, ...]


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to say about a seat's game, as facts; `review.summary` says what the kinds are and
    which of the fields they have."""

    seat: int
    kind: str
    step: int | None = None  # of the save
    turn: int | None = None
    by: int | None = None  # another seat
    ticket: int | None = None  # of this seat
    theirs: int | None = None  # a ticket of the other seat
    route: int | None = None
    points: float | None = None
    chance: float | None = None
    count: int | None = None
    of: int | None = None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    version: int
    game: str
    players: int
    samples: int  # for each action that is looked at closely
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: tuple[Decision, ...]
    positions: tuple[Position, ...]
    turning_points: tuple[TurningPoint, ...]
    accounts: tuple[Account, ...]
    tickets: tuple[TicketStory, ...]
    summary: tuple[Sentence, ...]  # seat by seat, at most three each, the most important first

"""E11: the tickets that the engine completes for a player, with the bonus cards in mind."""

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

from tests.rules.card_positions import arrange, deal, hold, score_now, table, ticket
from tests.support import step

from carrozza.core.actions import CompleteBest
from carrozza.core.cards import LOCOMOTIVE
from carrozza.games.registry import find_game

CARDS = find_game("card_game").cards
WASHINGTON, MIAMI = "Dallas - Washington", "Dallas - Miami"  # 10 and 9 points, two cards each
POINTS = {big.city: big.points for big in CARDS.big_cities}


def at_the_scoring(players=2, locomotives=2):
    """Seat 0 holds both tickets and can complete one; the others have nothing."""
    state = table(players)
    hold(state, 0, WASHINGTON, MIAMI)
    arrange(state, tracks={0: {"locomotive": locomotives}})
    score_now(state)
    return state


def best_of(state, seat):
    """What the seat would complete."""
    after = state.clone()
    after.pending |= 1 << len(after.hands)  # it never comes to the end of the scoring
    after.apply(CompleteBest(), seat)
    return [t for t, _ in after.chosen[seat]]


def complete_earlier(state, seat, *lines):
    for line in lines:
        number = ticket(state, line)
        at = state.ticket_deck.index(number)
        del state.ticket_deck[at], state.ticket_marks[at]
        state.completed[seat].append((number, ()))


def test_E11_a_sure_bonus_card_is_worth_more_than_a_point():
    """9 + 10 + 8 points, rather than 10 + 10: Miami has a bonus card too."""
    state = at_the_scoring()
    assert best_of(state, 0) == [ticket(state, MIAMI)]
    for seat in (0, 1):
        state.apply(CompleteBest(), seat)
    assert state.score_sheet().seats[0].total == 9 - 10 + 10 + 8


def test_E11_a_bonus_card_that_is_lost_counts_nothing():
    state = at_the_scoring()
    complete_earlier(state, 1, "Miami - Omaha", "Miami - Boston")
    assert best_of(state, 0) == [ticket(state, WASHINGTON)]


def test_E11_own_tickets_completed_earlier_count_for_the_bonus():
    state = at_the_scoring()
    complete_earlier(state, 1, "Miami - Omaha", "Miami - Boston")
    complete_earlier(state, 0, "Miami - El Paso")
    assert best_of(state, 0) == [ticket(state, MIAMI)]


def test_E11_tickets_completed_by_choice_count_for_the_bonus():
    state = at_the_scoring()
    complete_earlier(state, 1, "Miami - Omaha", "Miami - Boston")
    [el_paso] = hold(state, 0, "Miami - El Paso")
    state.tickets[0].remove(el_paso)
    state.chosen[0].append((el_paso, ()))
    assert best_of(state, 0) == [el_paso, ticket(state, MIAMI)]


def test_E11_while_a_deck_is_to_come_ticket_points_alone_count():
    state = at_the_scoring(4)
    assert state.decks_left == 1
    assert best_of(state, 0) == [ticket(state, WASHINGTON)]


def test_E11_what_the_others_hold_makes_no_difference():
    """Nobody sees it, so it cannot count; how many they hold does."""
    rng = random.Random(1)
    for players in (2, 3):
        state = at_the_scoring(players)
        hold(state, 1, "Miami - Omaha", "Miami - Boston", "Miami - El Paso")
        state.tracks[1][0] = 9
        found = set()
        for _ in range(20):
            state.ticket_deck += state.tickets[1]
            rng.shuffle(state.ticket_deck)
            state.tickets[1] = [state.ticket_deck.pop() for _ in range(3)]
            found.add(tuple(best_of(state, 0)))
        assert len(found) == 1


# Against an independent opinion, made from the view alone


@cache
def at_most(naming, others, drawn, most):
    """The chance that no more than so many of the tickets drawn name a city, of a pool in which so
    many do and so many do not: drawn one by one."""
    if most < 0:
        return Fraction(0)
    if not drawn:
        return Fraction(1)
    hit, pool = Fraction(0), naming + others
    if naming:
        hit = Fraction(naming, pool) * at_most(naming - 1, others, drawn - 1, most - 1)
    miss = Fraction(0)
    if others:
        miss = Fraction(others, pool) * at_most(naming, others - 1, drawn - 1, most)
    return hit + miss


def names(number, city):
    return city in (CARDS.tickets[number].a, CARDS.tickets[number].b)


def worth(view, chosen):
    """Twice the ticket points and the expected bonuses, by what the seat may know."""
    me = view.seat
    mine = [*chosen, *(done.ticket for done in (*view.completed[me], *view.chosen))]
    seen = {*view.tickets, *mine, *(t for t in view.returned_later if t is not None)}
    seen |= {done.ticket for completed in view.completed for done in completed}
    unseen = [t for t in range(46) if t not in seen]
    asked = sum(n for t in CARDS.tickets for _, n in t.need)
    total = Fraction(2 * sum(CARDS.tickets[t].points for t in chosen))
    for city, points in POINTS.items():
        count = sum(names(t, city) for t in mine)
        chance = Fraction(bool(count))
        for other in set(range(view.players)) - {me}:
            likely = min(view.ticket_counts[other], view.track_sizes[other] * 46 // asked)
            done = sum(names(d.ticket, city) for d in view.completed[other])
            naming = sum(names(t, city) for t in unseen)
            chance *= at_most(naming, len(unseen) - naming, likely, count - done)
        total += points * chance
    return total


def payable(chosen, track):
    left = list(track)
    for number in chosen:
        for colour, n in CARDS.tickets[number].need:
            for _ in range(n):
                left[colour if left[colour] else LOCOMOTIVE] -= 1
    return min(left) >= 0


def test_E11_the_best_set_by_trying_all():
    """No set that the track pays for is expected to bring more, but for the rounding."""
    rng, choices = random.Random("best"), 0
    for seed in range(60):
        state, _ = deal(2 + seed % 3, f"best {seed}")
        while state.view(None).phase != "scoring" or state.decks_left:
            step(state, rng)
        for seat in state.to_act:
            view = state.view(seat)
            tickets = rng.sample(view.tickets, min(8, len(view.tickets)))
            track = [min(n, 2) for n in view.tracks[seat]]
            shown = state.clone()
            shown.ticket_deck += set(view.tickets) - set(tickets)
            shown.ticket_marks = [-1] * len(shown.ticket_deck)
            shown.tickets[seat], shown.tracks[seat] = tickets, track
            view = shown.view(seat)
            sets = [c for n in range(len(tickets) + 1) for c in combinations(tickets, n)]
            expected = {c: worth(view, c) for c in sets if payable(c, track)}
            found = worth(view, tuple(best_of(shown, seat)))
            assert found >= max(expected.values()) - Fraction(1, 50), (seed, seat)
            by_points = max(sum(CARDS.tickets[t].points for t in c) for c in expected)
            choices += found > max(
                w
                for c, w in expected.items()
                if sum(CARDS.tickets[t].points for t in c) == by_points
            )
    assert choices > 5  # in some the bonus cards decided

"""The conductor's judgement in numbers, found by playing against itself and against greedy."""

import msgspec

CARD = 4.5  # points of a card that a ticket asks for; what the other points are measured by


class Style(msgspec.Struct, frozen=True, kw_only=True):
    # Playing and drawing
    draw: float  # of a wanted card's points, what a drawn card is worth with time to play it
    play_later: float  # own turns that a card drawn now takes to the track
    now: float = 4.5  # wanted cards' worth of a play that does not wait for new tickets
    spare: float = 2.2  # points of a card that a later ticket may ask for
    wild: float  # points that a Locomotive adds to the hand
    kept: float  # points of a Locomotive left in hand with time to play it
    pair: float  # points that a card like it in the hand adds to a card, twice at most
    to_rob: float = 1.0  # points that it adds that a card makes the hand large enough to rob
    holders: float  # cards in foreign hands with which rows are robbed as often as `ROBBED` says
    # What will be on the track
    drawn_a_turn: float  # cards that a seat draws in a turn, on average
    from_hand: float  # of the cards in hand that there is time to play, how many get there
    from_deck: float  # likewise of the own share of the deck
    # Tickets
    full: float = 0.9  # of the cards to come, how many the tickets may ask for
    room: float = 7.0  # cards without a ticket that make new tickets worth a turn
    held: float = 0.7  # a card in hand, beside one on the way
    big_city: float = 0.4  # of a bonus card's points, what a ticket naming the city is worth
    misfit: float = 0.4  # what two cards cost that other cards must make up for
    later: float = 0.3  # of its points, what a ticket costs that waits for the next deck


TWO = Style(
    draw=1.8,
    play_later=2.5,
    spare=2.6,
    wild=11.7,
    kept=4.1,
    pair=0.27,
    holders=9.6,
    drawn_a_turn=0.86,
    from_hand=0.62,
    from_deck=0.55,
    full=0.85,
    misfit=0.48,
)
THREE = Style(
    draw=1.5,
    play_later=3.2,
    spare=1.8,
    wild=9.75,
    kept=3.2,
    pair=0.4,
    holders=12.0,
    drawn_a_turn=1.2,
    from_hand=0.75,
    from_deck=0.68,
)
FOUR = Style(
    draw=1.1,
    play_later=4.0,
    wild=7.3,
    kept=3.4,
    pair=0.4,
    holders=12.0,
    drawn_a_turn=1.3,
    from_hand=0.85,
    from_deck=0.75,
)
HASTY = Style(
    draw=0.9,
    play_later=5.0,
    wild=5.85,
    kept=2.7,
    pair=0.4,
    holders=12.0,
    drawn_a_turn=1.3,
    from_hand=0.85,
    from_deck=0.75,
)
STYLES = {2: TWO, 3: THREE, 4: FOUR}  # by the number of players

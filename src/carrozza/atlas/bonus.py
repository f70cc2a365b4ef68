"""What a bonus card says about itself."""

from carrozza.board.bonuses import SMALL_TICKET
from carrozza.board.data import BonusCard

MOST = {
    "locomotives": "the most Locomotives in hand; each pair of one colour counts as one more",
    "tickets_to_cities": "the most completed tickets to {cities}",
    "trains_left": "the most trains left",
    "single_routes": "the most routes of length one",
    "countries": "the most countries touched by routes",
    "longest_path": "the longest continuous path",
    "small_tickets": f"the most completed tickets worth {SMALL_TICKET} points or less",
    "arctic_tickets": "the most completed tickets to the Arctic",
    "arctic_routes": "the most routes that touch the Arctic",
    "ferries": "the most ferries",
    "routes_in_country": "the most routes that touch {country}",
}


def about(card: BonusCard) -> str:
    """What the card is given for, as one sentence without a full stop."""
    *others, last = card.cities or ("",)
    cities = f"{', '.join(others)} or {last}" if others else last
    return "For " + MOST[card.counts].format(cities=cities, country=card.country)

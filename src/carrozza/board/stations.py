"""Building stations."""

from typing import TYPE_CHECKING

from carrozza.board.claim import pay
from carrozza.board.draw import after_discard
from carrozza.board.turn import end_turn
from carrozza.core.actions import BuildStation
from carrozza.core.events import Event, StationBuilt

if TYPE_CHECKING:
    from carrozza.board.state import BoardState


def build_station(s: "BoardState", seat: int, i: int) -> list[Event]:
    action = s.lookups.space.actions[i]
    assert type(action) is BuildStation
    s.passes = 0
    pay(s, seat, s.lookups.cost[i])
    s.stations[seat] |= 1 << action.city
    s.station_open &= ~s.lookups.city_actions[action.city]
    events: list[Event] = [StationBuilt(seat, action.city, action.cards)]
    after_discard(s, events)
    end_turn(s, events)
    return events

"""Decisions of the conductor that anybody would make."""

from tests.rules.card_positions import arrange, hold, play, table, turn_of

from carrozza.bots.registry import make_bot
from carrozza.core.actions import Action, PlayToYard
from carrozza.games.card_game.state import CardGameState


def decision(state: CardGameState, seat: int = 0) -> Action:
    bot = make_bot("conductor", state.game, "test")
    return bot.decide(state.memory(seat), state.legal_actions(seat), 1.0)


def test_three_wanted_colours_go_into_the_yard_while_there_is_time():
    state = table()
    hold(state, 0, "Miami - Boston")  # blue, red, orange
    arrange(
        state,
        hands={0: {"blue": 1, "red": 1, "orange": 1, "green": 1}},
        deck=("white", "green", "black"),
        no_more=True,
    )
    state.ticket_deck.clear()
    state.ticket_marks.clear()
    assert decision(state) == play(blue=1, orange=1, red=1)


def test_nothing_is_put_into_the_yard_that_cannot_arrive():
    state = table()
    hold(state, 0, "Miami - Boston")
    arrange(state, hands={0: {"blue": 3, "red": 3, "orange": 3}}, no_more=True)
    state.last_turns = 2
    turn_of(state, 0)
    assert not isinstance(decision(state), PlayToYard)


def test_a_big_row_of_the_opponent_is_robbed():
    state = table()
    hold(state, 0, "Chicago - New York")
    arrange(
        state,
        hands={0: {"green": 5, "yellow": 1}, 1: {"red": 4}},
        yards={1: {"green": (4, 0)}},
    )
    assert decision(state) == play(green=5)

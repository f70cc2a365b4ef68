"""The card game on the lane: the twin of `carrozza.games.card_game`."""

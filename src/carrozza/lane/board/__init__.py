"""Board games on the lane: the twin of `carrozza.board`."""

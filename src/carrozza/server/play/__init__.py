"""Games under way: the log, moves, what is due next, bots."""

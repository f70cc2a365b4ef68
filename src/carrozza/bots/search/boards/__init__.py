"""The search on a board: whole intentions to compare, and sketches of the game to try them in."""

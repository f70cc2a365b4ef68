"""The search on a board: whole intentions to compare, and quick players to try them."""

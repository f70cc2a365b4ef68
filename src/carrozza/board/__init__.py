"""The rules that the board games share, written once."""

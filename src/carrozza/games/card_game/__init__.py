"""The Card Game: its own state and rules, on the same core as the board games."""

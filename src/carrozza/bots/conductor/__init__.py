"""The conductor: a bot for the card game that keeps count of cards, rows and turns."""

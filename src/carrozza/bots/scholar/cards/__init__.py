"""The learned player of the card game."""

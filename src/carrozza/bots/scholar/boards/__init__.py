"""The learned players of the board games."""

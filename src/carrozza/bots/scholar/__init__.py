"""Learned players: what they look at, how they choose, and the network between the two."""

"""Boards and cards drawn from data alone, as vector graphics of our own."""

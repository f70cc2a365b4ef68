"""Bots against bots: matches with paired deals, ratings with honest intervals, reports."""

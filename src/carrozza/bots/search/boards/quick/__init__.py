"""A board game in rough strokes, compiled: all seats follow plans, some fifty microseconds a game.

It knows how cards are drawn, routes paid and points counted, near enough to tell which of several
plans fares better on average; it knows no tickets that are drawn later and no stations built later.
What is legal the engine alone decides: no action that is taken comes from here.
"""

"""Quick players of a board game, compiled on top of the lane: each follows a plan.

They only choose. What may be done and what it does is the lane's, which plays as the engine does;
and no action that is really taken comes from here.
"""

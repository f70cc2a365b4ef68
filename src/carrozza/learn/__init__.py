"""Learning to play: games of a network against itself on the fast lane, from which it learns.

Only here PyTorch is imported. docs/learning.md tells how it goes and what came of it.
"""

from carrozza.core.extras import require

require("learn", "torch")

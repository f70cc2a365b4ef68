"""The planner: it weighs every link of a board in turns, and plans for all its tickets."""

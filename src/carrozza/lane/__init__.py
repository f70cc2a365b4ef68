"""The games again, as records of fixed size and plain functions that are compiled to machine code.

The engine stays the truth: a function here has the name of its twin there and sits in a file of the
same name. `docs/lane.md` tells how both are kept equal.
"""

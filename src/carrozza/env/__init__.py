"""The games as environments for research; docs/env.md. Nothing here needs an extra to be imported
until a file is that does: aec.py and single.py, spiel.py, export.py."""

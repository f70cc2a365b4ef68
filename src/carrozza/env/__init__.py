"""The games as environments for research; docs/env.md. All of it needs NumPy; what else a file
needs is said when it is imported: aec.py and single.py, spiel.py, export.py."""

from carrozza.core.extras import require

require("env", "numpy")

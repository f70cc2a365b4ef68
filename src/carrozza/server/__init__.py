"""The table server: people, tables, live play, and the log from which all of it can be rebuilt."""

from carrozza.core.extras import require

require("server", "numpy", "uvicorn", "fastapi", "sqlalchemy", "alembic")

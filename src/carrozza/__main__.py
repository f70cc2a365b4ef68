"""`python -m carrozza`, for where the command itself is not in the PATH."""

from carrozza.cli.main import app

app()

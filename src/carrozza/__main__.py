"""`python -m carrozza`, for where the command itself is not in the PATH."""

from carrozza.cli.main import app

if __name__ == "__main__":  # processes that do long work for a server read this file, too
    app()

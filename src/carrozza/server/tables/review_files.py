"""The review of a finished game as a file. It takes long, so a process does it (see jobs.py)."""

import gzip

import msgspec

from carrozza.core.game import Setup
from carrozza.core.replay import Record
from carrozza.games.registry import game_of
from carrozza.server.tables.replay_files import ZIP_LEVEL, Actions
from carrozza.server.workshop import tell


def review_file(setup: Setup, actions: Actions) -> bytes:
    """It tells how many of how many steps are done; nothing while code is loaded, or compiled."""
    from carrozza.review.review import review  # it brings in much that servers do not need

    record = Record(game_of(setup), setup)
    for seat, action in actions:
        record.apply(action, seat)
    return gzip.compress(msgspec.json.encode(review(record.save(), tell=tell)), ZIP_LEVEL)

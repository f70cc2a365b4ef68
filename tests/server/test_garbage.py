"""Python's search for garbage, which would stop the server for a second with many tables."""

import gc
import os
import subprocess
import sys
import weakref

from carrozza.server.garbage import NEVER, Garbage
from carrozza.server.settings import Settings, to_environment


class Ring:
    """Nobody needs it, but it needs itself."""

    def __init__(self) -> None:
        self.itself = self
        self.weight = [object() for _ in range(1000)]


def test_everything_is_searched_only_after_memory_has_grown():
    gc.collect()
    garbage = Garbage()
    ring = weakref.ref(Ring())
    gc.disable()
    try:
        assert not garbage.collect_if_grown()
        assert ring() is not None
        weight = [object() for _ in range(sys.getallocatedblocks())]
        assert garbage.collect_if_grown()
        assert ring() is None
        assert not garbage.collect_if_grown()  # the weight is no garbage: this is the new measure
        assert weight
    finally:
        gc.enable()


def test_a_worker_leaves_old_objects_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "environ", dict(os.environ))
    to_environment(Settings(db=f"sqlite:///{tmp_path / 'carrozza.db'}"))
    code = (
        "import gc; from carrozza.server.app import from_settings; app = from_settings();"
        "print(gc.get_threshold()[2], gc.get_freeze_count() > 100_000)"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [str(NEVER), "True"]

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run: a red build must be red again when one looks at it.
settings.register_profile(
    "default",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
# `HYPOTHESIS_PROFILE=search make test` looks for new ones.
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


@pytest.fixture(autouse=True)
def no_closed_logs() -> Iterator[None]:
    """A server that ran inside a test wrote its logs to that test's stream, which is closed now."""
    yield
    root = logging.getLogger()
    root.handlers = [h for h in root.handlers if type(h) is not logging.StreamHandler]

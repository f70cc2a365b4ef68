"""What can be measured from outside, at /metrics."""

import os

from prometheus_client import REGISTRY as ONE_PROCESS
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess

MOVES = Counter("carrozza_moves_total", "Moves stored", ["by"])
STORING = Histogram(
    "carrozza_storing_seconds",
    "Time to store a move",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
REFUSALS = Counter("carrozza_refusals_total", "Messages refused on sockets", ["code"])
REQUESTS = Counter("carrozza_requests_total", "HTTP requests", ["method", "status"])
SOCKETS = Gauge("carrozza_sockets", "Open sockets", multiprocess_mode="livesum")
TABLES = Gauge("carrozza_tables_loaded", "Tables in memory", multiprocess_mode="livesum")
FINISHED = Counter("carrozza_games_finished_total", "Games played to the end", ["game"])
JOBS = Gauge(
    "carrozza_jobs", "Long jobs", ["line", "state"], multiprocess_mode="livesum"
)  # in the line of `short`, `long`, `bots` or `reviews`, `waiting` or `running`
BOT_SECONDS = Histogram("carrozza_bot_seconds", "Time a bot took to decide", ["bot"])
REVIEW_SECONDS = Histogram(
    "carrozza_review_seconds",
    "Time to make a review",
    ["outcome"],  # `done`, `failed`, `impossible`, or `waiting`: to be tried once more
    buckets=(1, 2.5, 5, 10, 20, 30, 45, 60, 90, 120, 300, 600, 1800),
)
# The same for all workers, as they are in the database.
REVIEWS_WAITING = Gauge(
    "carrozza_reviews_waiting", "Reviews asked for and not begun", multiprocess_mode="livemax"
)
REVIEWS_WORKING = Gauge(
    "carrozza_reviews_working", "Reviews being made", multiprocess_mode="livemax"
)
REVIEWS_OLDEST = Gauge(
    "carrozza_reviews_oldest_seconds",
    "Time since the oldest review that is not begun was asked for",
    multiprocess_mode="livemax",
)
ALERTS = Counter("carrozza_alerts_total", "Alerts handed over", ["channel", "outcome"])
# The same for all workers, too.
ALERTS_WAITING = Gauge("carrozza_alerts_waiting", "Alerts overdue", multiprocess_mode="livemax")
ALERTS_OLDEST = Gauge(
    "carrozza_alerts_oldest_seconds",
    "Time by which the oldest alert is overdue",
    multiprocess_mode="livemax",
)
ALERTS_RETRIED = Gauge(
    "carrozza_alerts_retried", "Alerts that did not arrive yet", multiprocess_mode="livemax"
)
ALERT_SECONDS = Histogram(
    "carrozza_alert_seconds",
    "Time from when an alert was due until it was handed over",
    ["channel"],
    buckets=(0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200),
)

Samples = dict[str, list[tuple[dict[str, str], float]]]


def registry() -> CollectorRegistry:
    """All figures, summed over all workers."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return ONE_PROCESS
    several = CollectorRegistry()
    multiprocess.MultiProcessCollector(several)  # type: ignore[no-untyped-call]
    return several


def now() -> Samples:
    """The same by name, with the labels of each."""
    return {
        family.name: [(sample.labels, sample.value) for sample in family.samples]
        for family in registry().collect()
    }

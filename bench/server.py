"""The server under load: real games by real sockets, the players in a process of their own.

Run `make load`. The bar: with 1,000 tables of 4 sockets and 300 actions a second, 99 of 100 actions
are acknowledged within 100 ms, on two processors that the players share. `make load-most` looks for
the highest rate at which they are within 250 ms, `make load-servers` does so for one, two and four
servers on one PostgreSQL behind nginx. `make load-alerts` plays at tables of days, first while
nobody is told of a turn, then while everybody is told of each.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product

import httpx
import msgspec
from bench.load_players import Figures, Orders, Stage
from bench.servers import Server
from bench.storage import storage
from tests.deploy.nginx import nginx
from tests.server.receivers import Hooks, hooks

BAR = 100.0  # milliseconds, for 99 of 100 actions
MOST_BAR = 250.0  # the same when looking for the highest rate
TOLD = (
    "--alert-private",
    "--alert-delay",
    "0",
    "--alert-hold",
    "0",
)  # at once, and who is there too
STEP = 1.25  # from one rate to the next, when looking for the highest
HEAD = (
    "database   tables sockets offered  done/s   p50 ms   p99 ms   max ms  server  players  memory"
)


def run(
    asked: argparse.Namespace,
    servers: int,
    stages: list[Stage],
    bar: float,
    *,
    alerts: bool = False,
) -> list[Figures]:
    """Play through the stages; stops early once the answers are too slow."""
    with ExitStack() as stack:
        place = stack.enter_context(storage(asked.db))
        there = stack.enter_context(receiver()) if alerts else None
        options = TOLD if alerts else ()
        made = [Server(place.db, place.folder, *options) for _ in range(servers)]
        for server in made:
            server.start()
            stack.callback(server.stop)
        for server in made:
            asyncio.run(server.ready())
        addresses = [server.address for server in made]
        if asked.servers:
            place.folder.chmod(0o755)  # nginx's workers run as somebody else
            addresses = [stack.enter_context(nginx(place.folder, *addresses))]
        orders = Orders(
            servers=addresses,
            pids=[server.pid for server in made],
            tables=asked.tables,
            sockets=asked.sockets,
            stages=stages,
            seed=asked.seed,
            pace="days" if asked.alerts else "relaxed",
            alerts=there and there.url,
            rush=asked.rush,
        )
        kind = f"{asked.db} {servers}{' told' if alerts else ''}"
        found = list(watch(kind, orders, bar))
        if there is not None:
            tell_of_alerts(there, made)
        for complaint in {line for server in made for line in server.complaints()}:
            print(f"  logged: {complaint}", file=sys.stderr)
        return found


@contextmanager
def receiver() -> Iterator[Hooks]:
    """Where alerts arrive, in a thread: whatever comes is taken."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    opened = hooks()
    try:
        yield asyncio.run_coroutine_threadsafe(opened.__aenter__(), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def tell_of_alerts(there: Hooks, servers: list[Server]) -> None:
    """How many there were, and how late, as the servers count them."""
    counted: dict[str, float] = {"+Inf": 0.0}
    for server in servers:
        for line in httpx.get(f"{server.address}/metrics").text.splitlines():
            name, _, value = line.rpartition(" ")
            if name.startswith(("carrozza_alert_seconds", "carrozza_alerts")):
                place = name.partition(",le=")[2].strip('"}') if "le=" in name else name
                counted[place] = counted.get(place, 0.0) + float(value)
    within = sorted((float(s), n) for s, n in counted.items() if s[:1].isdigit() or s == "+Inf")
    most = max(1.0, within[-1][1])
    share = ", ".join(f"{n / most:.0%} within {seconds:g} s" for seconds, n in within[3:8])
    waiting = sum(n for name, n in counted.items() if name.startswith("carrozza_alerts_waiting"))
    print(f"alerts that arrived: {len(there.taken)} ({share}); overdue: {waiting:.0f}", flush=True)


def watch(kind: str, orders: Orders, bar: float) -> list[Figures]:
    command = [sys.executable, "-m", "bench.load_players", msgspec.json.encode(orders).decode()]
    found = []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as players:
        assert players.stdout is not None
        for text in players.stdout:
            figures = msgspec.json.decode(text, type=Figures)
            print(line(kind, figures), flush=True)
            found.append(figures)
            if figures.p99 > bar:
                players.terminate()
    if len(found) < len(orders.stages) and not any(figures.p99 > bar for figures in found):
        raise RuntimeError("the players did not come to the end")
    return found


def line(kind: str, f: Figures) -> str:
    text = (
        f"{kind:10}{f.tables:7}{f.sockets:8}{f.rate:8.0f}{f.actions:8.0f}{f.p50:9.1f}{f.p99:9.1f}"
        f"{f.most:9.1f}{f.server:7.0%}{f.players:9.0%}{f.memory:6.0f}MB"
    )
    return text + (f"  ({f.refusals} refused)" if f.refusals else "")


def rates(first: float, seconds: float) -> list[Stage]:
    return [Stage(rate=first * STEP**n, seconds=seconds) for n in range(15)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument(
        "--servers",
        type=int,
        nargs="+",
        default=[],
        help="so many, behind nginx; one after another",
    )
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=4, help="at each table: 3 or 4")
    parser.add_argument("--rate", type=float, default=300.0, help="actions a second in all")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--most", action="store_true", help="raise the rate while the bar is kept")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rush", type=int, default=100, help="actions played in advance, at most")
    parser.add_argument(
        "--alerts",
        action="store_true",
        help="tables of days, first without alerts, then with one for everybody's every turn",
    )
    asked = parser.parse_args()
    stages = [Stage(rate=asked.rate, seconds=asked.seconds)]
    if asked.most:
        stages = rates(asked.rate, asked.seconds)
    print(HEAD, flush=True)
    bar = MOST_BAR if asked.most or asked.alerts else BAR
    kept = True
    for servers, alerts in product(
        asked.servers or [1], [False, True] if asked.alerts else [False]
    ):
        found = run(asked, servers, stages, bar, alerts=alerts)
        kept = kept and found[0].p99 <= bar
        if asked.most:
            held = [figures.rate for figures in found if figures.p99 <= bar]
            print(f"highest rate with p99 within {bar:.0f} ms: {max(held, default=0):.0f} a second")
        last = found[-1]
        each = 1000 * (last.memory - last.empty) / last.tables
        print(f"memory: {each:.0f} kB a table with its sockets")
        print(
            f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}",
            flush=True,
        )
    sys.exit(not kept)


if __name__ == "__main__":
    main()

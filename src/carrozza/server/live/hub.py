"""Who is connected to which table here, and sending each what it may know."""

import asyncio
import math
from collections import defaultdict
from collections.abc import Callable, Iterable

import msgspec

from carrozza.server.errors import NO_SESSION, NO_SPECTATORS, Sanction
from carrozza.server.limits import Bucket
from carrozza.server.live.protocol import Bye, Changed, ChatLine, Said, ServerMessage, SpeedName
from carrozza.server.tables.table import Table

QUEUE = 500  # messages a client may be behind, before it is let go
MOST_BYTES = 2_000_000  # and how much they may be; a single one may be more

encode = msgspec.json.Encoder().encode


class Client:
    """One open socket."""

    def __init__(self, address: str, bucket: Bucket) -> None:
        self.address = address
        self.person: str | None = None
        self.session: str | None = None
        self.expires = math.inf  # when the session ends
        self.bucket = bucket
        self.seats: list[int | None] = [None]  # whose views it gets; None: a spectator's
        self.board: str | None = None  # a custom one that it keeps in memory
        self.watching = False  # wants a spectator's view
        self.version: int | None = None  # of the game, as last sent
        self.muted: set[str] = set()
        self.speed: SpeedName = "normal"
        self.skipped: int | None = None  # the seat of a bot for whose turn it does not wait
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)
        self.waiting = 0  # bytes in the queue
        self.farewell: Bye | None = None

    def sit(self, table: Table) -> None:
        """See the table from the seats this person holds now, or as a spectator."""
        seats: list[int | None] = [None]
        if not self.watching:
            seats = [*table.seats_of(self.person)] or [None]
        if seats != self.seats:
            # Who follows the story is told it anew, as the other seat knows it.
            self.seats, self.version = seats, None if self.version is None else -1

    def send(self, message: ServerMessage) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.farewell is not None:
            return
        if self.queue.full() or (self.waiting and self.waiting + len(data) > MOST_BYTES):
            self.queue = asyncio.Queue()
            self.dismiss("too_slow", "Your connection is too slow. Connect again.", again=True)
            return
        self.waiting += len(data)
        self.queue.put_nowait(data)

    async def next(self) -> bytes | None:
        """What to send next; None after the last."""
        data = await self.queue.get()
        self.waiting -= len(data or b"")
        return data

    def dismiss(
        self, code: str, message: str, *, again: bool, sanction: Sanction | None = None
    ) -> None:
        """Say goodbye after what is already waiting to be sent."""
        if self.farewell is not None:
            return
        self.farewell = Bye(
            code=code, message=message, again=again, sanction=sanction or msgspec.UNSET
        )
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._clients: dict[str, set[Client]] = defaultdict(set)

    @property
    def sockets(self) -> int:
        return sum(map(len, self._clients.values()))

    def tables(self) -> list[str]:
        return list(self._clients)

    def at(self, table: str) -> Iterable[Client]:
        return tuple(self._clients.get(table, ()))

    def everyone(self) -> list[Client]:
        return [client for clients in self._clients.values() for client in clients]

    def join(self, table: str, client: Client) -> None:
        self._clients[table].add(client)

    def part(self, table: str, client: Client) -> None:
        clients = self._clients.get(table, set())
        clients.discard(client)
        if not clients:
            self._clients.pop(table, None)

    def is_here(self, table: str, person: str) -> bool:
        """To play: a spectator's window is nobody at the table."""
        return any(c.person == person and not c.watching for c in self.at(table))

    def players(self, table: str) -> list[Client]:
        """Those here who have seats."""
        return [client for client in self.at(table) if client.seats != [None]]

    def all_skip(self, table: str, seat: int) -> bool:
        """Whether everybody who plays here has asked not to wait for this bot."""
        players = self.players(table)
        eager = {client.person for client in players if client.skipped == seat}
        return bool(players) and all(client.person in eager for client in players)

    def let_expired_go(self) -> None:
        """Who was let in for a time must not stay for longer."""
        for client in self.everyone():
            if client.expires <= self._now():
                client.dismiss(*NO_SESSION, again=False)

    def _let_spectators_go(self, table: Table) -> None:
        """Who came to a table before the game, or has lost the seat, need not be one to watch."""
        for client in self.at(table.id):
            if not table.admits(client.person):
                client.dismiss(*NO_SPECTATORS, again=False)

    def send_game(self, table: Table) -> None:
        """Bring everybody at a table to the present version, each by its own view."""
        self._let_spectators_go(table)
        play = table.play
        if play is None:
            return
        made: dict[tuple[int | None, int | None], bytes] = {}
        for client in self.at(table.id):
            if client.version == play.version:
                continue
            for seat in client.seats:
                key = seat, client.version
                if key not in made:
                    made[key] = encode(play.update(*key, table.row.clocks, table.bots_wait))
                client.send_bytes(made[key])
            client.version = play.version

    def send_table(self, table: Table) -> None:
        """Tell everybody of a change of the table itself, and follow changes of seats."""
        data = encode(Changed(table=table.info(self._now())))
        for client in self.at(table.id):
            client.send_bytes(data)
            client.sit(table)
        self.send_game(table)

    def send_clocks(self, table: Table) -> None:
        """Clocks were set though nobody has moved."""
        if table.play is None:
            return
        for client in self.at(table.id):
            if client.version == table.play.version:
                for seat in client.seats:
                    update = table.play.update(
                        seat, client.version, table.row.clocks, table.bots_wait
                    )
                    client.send(update)

    def send_line(self, table: str, line: ChatLine) -> None:
        data = encode(Said(line=line))
        for client in self.at(table):
            if line.person not in client.muted:
                client.send_bytes(data)

"""One conversation over a socket: hello, then whatever the client asks and the table tells."""

import asyncio
import contextlib
import logging

import msgspec
from sqlalchemy import update
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrozza import __version__
from carrozza.core.errors import NOT_JSON, CarrozzaError
from carrozza.server import chat, metrics, moves, schema
from carrozza.server.errors import Refused, sign_in_first, storage_busy, too_many
from carrozza.server.house import House
from carrozza.server.hub import Client
from carrozza.server.limits import Bucket
from carrozza.server.origins import is_ours
from carrozza.server.protocol import (
    PROTOCOL,
    Ack,
    Act,
    FromClient,
    Hello,
    Leave,
    Ping,
    Pong,
    Reason,
    Refusal,
    Return,
    Say,
    Sync,
    Undo,
    Welcome,
    Why,
)
from carrozza.server.sessions import who
from carrozza.server.table import Table

HELLO_SECONDS = 10.0
BURST = 3.0  # seconds' worth of messages that may come at once
PATIENCE = 100  # messages over the limit, until it is abuse
POLICY = 1008  # the closing code for those who are not welcome
AGAIN = 1013  # the closing code for those who may come back

logger = logging.getLogger(__name__)
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


async def converse(house: House, socket: WebSocket, name: str) -> None:
    if not is_ours(socket, house.settings):
        await socket.close(POLICY)
        return
    await socket.accept()
    person = await who(house, socket)
    rate = house.settings.messages_per_second * house.settings.limits
    client = Client(
        person.id if person else None,
        person.session if person else None,
        Bucket(rate, rate * BURST, house.now()),
    )
    sender = asyncio.create_task(_send(socket, client))
    try:
        table = await _welcome(house, socket, client, name)
        if table is not None:
            metrics.SOCKETS.inc()
            try:
                await _listen(house, socket, client, table)
            finally:
                metrics.SOCKETS.dec()
                house.hub.part(table.id, client)
                await asyncio.shield(_note_presence(house, table, client, here=False))
    except (WebSocketDisconnect, RuntimeError):  # RuntimeError: said on a closed socket
        client.dismiss("gone", "", again=True)
    finally:
        if client.farewell is None:
            client.dismiss("closed", "The connection was closed.", again=True)
        with contextlib.suppress(asyncio.CancelledError):
            await sender


async def _welcome(house: House, socket: WebSocket, client: Client, name: str) -> Table | None:
    """Answer the hello, or say goodbye."""
    try:
        hello = await _hello(house, socket)
        if (
            house.hub.sockets_of(client.person)
            >= house.settings.sockets_per_person * house.settings.limits
        ):
            raise too_many()
        table = await house.floor.get(name)
        seated = table.seats_of(client.person)
        if not seated and not table.row.spectators and table.row.phase == "playing":
            raise Refused(403, "no_spectators", "Only those who play here may watch.")
        if client.person is not None:
            client.muted = await chat.muted_by(house, client.person)
        said = [c for c in await chat.lines(house, name) if c.person not in client.muted]
    except CarrozzaError as error:
        again = error.code in ("storage", "too_many")
        client.dismiss(error.code, error.message, again=again)
        return None
    client.watching = hello.watch
    await _note_presence(house, table, client, here=True)
    house.hub.join(table.id, client)
    client.send(
        Welcome(
            protocol=PROTOCOL,
            server=__version__,
            person=client.person,
            seats=table.seats_of(client.person),
            table=table.info(house.now()),
            chat=said,
            now=house.now(),
        )
    )
    client.sit(table)
    client.version = hello.since
    _bring_up(table, client)
    return table


async def _hello(house: House, socket: WebSocket) -> Hello:
    try:
        data = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
    except TimeoutError:
        raise Refused(408, "no_hello", "The first message must be a hello.") from None
    hello = _decode(data, house.settings.message_bytes)
    if not isinstance(hello, Hello):
        raise Refused(400, "no_hello", "The first message must be a hello.")
    if hello.protocol != PROTOCOL:
        raise Refused(400, "protocol", "This page is out of date. Reload it.")
    return hello


def _bring_up(table: Table, client: Client) -> None:
    """Send the game as it is, or what is missing since the version the client has."""
    play = table.play
    if play is not None:
        if client.version is not None and client.version > play.version:
            client.version = None
        for seat in client.seats:
            client.send(play.update(seat, client.version, table.row.clocks))
        client.version = play.version


async def _listen(house: House, socket: WebSocket, client: Client, table: Table) -> None:
    excess = 0
    while client.farewell is None:
        data = await _receive(socket)
        if not client.bucket.take(house.now()):
            excess += 1
            if excess > PATIENCE:
                client.dismiss("abuse", "That was far too much at once.", again=False)
                return
            _refuse(client, table, None, too_many())
            continue
        excess = 0
        message: FromClient | None = None
        try:
            message = _decode(data, house.settings.message_bytes)
            # Whoever hangs up meanwhile must not stop what is being stored.
            await asyncio.shield(_handle(house, client, table, message))
        except CarrozzaError as error:
            _refuse(client, table, getattr(message, "id", None), error)
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a message could not be handled")
            _refuse(client, table, getattr(message, "id", None), storage_busy())


async def _handle(house: House, client: Client, table: Table, message: FromClient) -> None:
    table.used = house.now()
    match message:
        case Act():
            _check_seat(client, table, message.seat)
            version = await moves.act(
                house, table, message.seat, message.action, message.version, message.id
            )
            client.send(Ack(id=message.id, version=version))
        case Undo():
            _check_seat(client, table, message.seat)
            version = await moves.undo(house, table, message.seat, message.version, message.id)
            client.send(Ack(id=message.id, version=version))
        case Why():
            _check_seat(client, table, message.seat)
            reason = moves.why(table, message.seat, message.action)
            client.send(
                Reason(
                    id=message.id,
                    code=reason.code if reason else None,
                    message=reason.message if reason else None,
                )
            )
        case Say():
            if client.person is None:
                raise sign_in_first()
            await chat.say(house, table, client.person, message.text)
        case Leave() | Return():
            _check_seat(client, table, message.seat)
            if table.row.phase == "playing":
                async with table.lock:
                    await moves.set_away(house, table, message.seat, isinstance(message, Leave))
        case Sync():
            client.version = None
            _bring_up(table, client)
        case Ping():
            client.send(Pong(id=message.id, now=house.now()))
        case Hello():
            raise Refused(400, "hello_twice", "The hello was said already.")


def _check_seat(client: Client, table: Table, seat: int) -> None:
    if seat not in table.seats_of(client.person):
        raise Refused(403, "not_yours", "This is not your seat.")


def _refuse(client: Client, table: Table, request: str | None, error: CarrozzaError) -> None:
    metrics.REFUSALS.labels(code=error.code).inc()
    version = table.play.version if table.play is not None else None
    client.send(Refusal(id=request, code=error.code, message=error.message, version=version))


def _decode(data: bytes | str, most: int) -> FromClient:
    if len(data) > most:
        raise Refused(413, "too_big", f"A message has at most {most} bytes.")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Refused(400, "malformed", f"That message is not understood: {error}.") from None
    except NOT_JSON:
        raise Refused(400, "malformed", "That message is not JSON.") from None


async def _receive(socket: WebSocket) -> bytes | str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | None = message.get("text")
    return text if text is not None else message["bytes"]


async def _send(socket: WebSocket, client: Client) -> None:
    """Send what waits for a client until its farewell."""
    try:
        while (data := await client.queue.get()) is not None:
            await socket.send_text(data.decode())
        assert client.farewell is not None
        if socket.application_state is WebSocketState.CONNECTED and client.farewell.message:
            await socket.send_text(msgspec.json.encode(client.farewell).decode())
            await socket.close(AGAIN if client.farewell.again else POLICY)
    except (WebSocketDisconnect, RuntimeError, OSError):
        client.dismiss("gone", "", again=True)


async def _note_presence(house: House, table: Table, client: Client, *, here: bool) -> None:
    """Write down that somebody came or went, and give a returning person the seat back."""
    person = client.person
    seats = table.seats_of(person)
    if person is None or not seats:
        return
    if not here and house.hub.is_here(table.id, person):
        return
    seen = house.now() if here else 0.0
    was = [table.seats[seat].online(house.now()) for seat in seats]
    s = schema.seats.c
    try:
        async with table.lock:
            async with house.db.write() as connection:
                await connection.execute(
                    update(schema.seats)
                    .where(s.table == table.id, s.account == person)
                    .values(seen=seen)
                )
                await house.bus.tell(connection, "edited", table.id)
            for seat in seats:
                table.seats[seat].seen = seen
                if here and table.row.phase == "playing":
                    await moves.set_away(house, table, seat, False)
    except Refused as error:
        logger.warning("presence was not stored: %s", error.code)
    if was != [here] * len(seats):
        house.hub.send_table(table)

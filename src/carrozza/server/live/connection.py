"""One conversation over a socket: hello, then whatever the client asks and the table tells."""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from carrozza import __version__
from carrozza.core.errors import NOT_JSON, CarrozzaError
from carrozza.server import metrics, spans
from carrozza.server.context import Context
from carrozza.server.errors import (
    NO_SPECTATORS,
    Refused,
    sign_in_first,
    storage_busy,
    too_many,
)
from carrozza.server.http.guard import address_of
from carrozza.server.http.responses import refusal
from carrozza.server.http.transport import RESTART
from carrozza.server.limits import Bucket
from carrozza.server.live import chat
from carrozza.server.live.hub import Client
from carrozza.server.live.presence import note_presence
from carrozza.server.live.protocol import (
    PROTOCOL,
    Ack,
    Act,
    ChatLine,
    Confirm,
    FromClient,
    Hello,
    Leave,
    Ping,
    Pong,
    Reason,
    Refusal,
    Return,
    Said,
    Say,
    Skip,
    Speed,
    Sync,
    Undo,
    Welcome,
    Why,
)
from carrozza.server.people.sessions import who
from carrozza.server.play import moves
from carrozza.server.tables.table import Table

HELLO_SECONDS = 10.0
SEND_SECONDS = 20.0  # for one message to leave
FAREWELL_SECONDS = 5.0  # for the last one
BURST = 3.0  # seconds' worth of messages that may come at once
PATIENCE = 100  # messages over the limit, until it is abuse
POLICY = 1008  # the closing code for those who are not welcome
AGAIN = 1013  # the closing code for those who may come back
COME_AGAIN = ("storage", "storage_unknown", "too_many", "busy")  # what does not last

logger = logging.getLogger(__name__)
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


async def converse(context: Context, socket: WebSocket, name: str) -> None:
    """Listen and speak until one of the two has come to an end."""
    address = address_of(socket)
    if not context.sockets.enter(address):
        await socket.send_denial_response(refusal(too_many()))
        return
    rate = context.settings.messages_per_second * context.settings.limits
    client = Client(address, Bucket(rate, rate * BURST, context.now()))
    tasks = []
    try:
        await socket.accept()
        sender = asyncio.create_task(_send(socket, client))
        listener = asyncio.create_task(_attend(context, socket, client, name))
        tasks = [sender, listener]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        client.dismiss("closed", "The connection was closed.", again=True)
        await asyncio.wait(tasks, timeout=FAREWELL_SECONDS)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        context.sockets.leave(address)


async def _attend(context: Context, socket: WebSocket, client: Client, name: str) -> None:
    """Everything the server does for this socket besides sending."""
    try:
        await _identify(context, socket, client)
        table, said = await _welcome(context, socket, client, name)
        metrics.SOCKETS.inc()
        try:
            await _tell_missed(context, client, table, said)
            await _listen(context, socket, client, table)
        finally:
            metrics.SOCKETS.dec()
            context.hub.part(table.id, client)
            if not client.watching:
                await asyncio.shield(note_presence(context, table, client.person, here=False))
    except CarrozzaError as error:
        again, sanction = error.code in COME_AGAIN, getattr(error, "sanction", None)
        client.dismiss(error.code, error.message, again=again, sanction=sanction)
    except (WebSocketDisconnect, RuntimeError):  # RuntimeError: said on a closed socket
        client.dismiss("gone", "", again=True)
    except Exception:
        logger.exception("a conversation ended")
        busy = storage_busy()
        client.dismiss(busy.code, busy.message, again=True)
    finally:
        if client.person is not None:
            context.person_sockets.leave(client.person)
        if client.board is not None:
            context.boards.leave(client.address, client.board)


async def _identify(context: Context, socket: WebSocket, client: Client) -> None:
    person = await who(context, socket)
    if person is not None:
        if not context.person_sockets.enter(person.id):
            raise too_many()
        client.person, client.session = person.id, person.session
        client.expires = person.expires


async def _welcome(
    context: Context, socket: WebSocket, client: Client, name: str
) -> tuple[Table, list[ChatLine]]:
    """Answer the hello. The table, and the lines of chat that the welcome told."""
    hello = await _hello(context, socket, client)
    table = await context.tables.get(name)
    if (board := table.row.board) is not None:
        if not context.boards.enter(client.address, board):
            raise too_many()
        client.board = board
    async with table.lock:
        await moves.catch_up(context, table, hello.since)
    if not table.admits(client.person):
        raise Refused(403, *NO_SPECTATORS)
    if client.person is not None:
        client.muted = await chat.muted_by(context, client.person)
    said = [c for c in await chat.lines(context, name) if c.person not in client.muted]
    client.watching = hello.watch
    if not client.watching:
        await note_presence(context, table, client.person, here=True)
    context.hub.join(table.id, client)
    client.send(
        Welcome(
            protocol=PROTOCOL,
            server=__version__,
            person=client.person,
            seats=table.seats_of(client.person),
            table=table.info(context.now()),
            chat=said,
            now=context.now(),
        )
    )
    client.sit(table)
    client.version = hello.since
    _bring_up(table, client)
    return table, said


async def _tell_missed(
    context: Context, client: Client, table: Table, said: list[ChatLine]
) -> None:
    """Lines that were said after the welcome was made up and before the client joined."""
    known = {line.id for line in said}
    for line in await chat.lines(context, table.id):
        if line.id not in known and line.person not in client.muted:
            client.send(Said(line=line))


async def _hello(context: Context, socket: WebSocket, client: Client) -> Hello:
    try:
        data = await asyncio.wait_for(_receive(socket, client), HELLO_SECONDS)
    except TimeoutError:
        raise Refused(408, "no_hello", "The first message must be a hello.") from None
    hello = _decode(data, context.settings.message_bytes)
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
            update = play.update(seat, client.version, table.row.clocks, table.bots_wait)
            client.send(update)
        client.version = play.version


async def _listen(context: Context, socket: WebSocket, client: Client, table: Table) -> None:
    excess = 0
    while client.farewell is None:
        data = await _receive(socket, client)
        if client.farewell is not None:  # said meanwhile: who has signed out does nothing more
            return
        if client.expires <= context.now():
            raise sign_in_first()
        if not client.bucket.take(context.now()):
            excess += 1
            if excess > PATIENCE:
                client.dismiss("abuse", "You sent far too much at once.", again=False)
                return
            _refuse(client, table, None, too_many())
            continue
        excess = 0
        # Whoever hangs up meanwhile must not stop what is being stored.
        await asyncio.shield(_answer(context, client, table, data))


async def _answer(context: Context, client: Client, table: Table, data: bytes | str) -> None:
    """Do what a message asks, or refuse it. Raises nothing: it may be that nobody waits for it."""
    message: FromClient | None = None
    try:
        message = _decode(data, context.settings.message_bytes)
        with _traced(table, message):
            await _handle(context, client, table, message)
    except CarrozzaError as error:
        _refuse(client, table, getattr(message, "id", None), error)
    except Exception:
        logger.exception("a message could not be handled")
        _refuse(client, table, getattr(message, "id", None), storage_busy())


def _traced(table: Table, message: FromClient) -> spans.Span:
    if isinstance(message, Ping):  # each socket sends them all the time
        return spans.NOTHING
    return spans.trace("message", kind=type(message).__name__.lower(), table=table.id)


async def _handle(context: Context, client: Client, table: Table, message: FromClient) -> None:
    table.used = context.now()
    match message:
        case Act():
            _check_seat(client, table, message.seat)
            version = await moves.act(
                context, table, message.seat, message.action, message.version, message.id
            )
            client.send(Ack(id=message.id, version=version))
        case Undo():
            _check_seat(client, table, message.seat)
            version = await moves.undo(context, table, message.seat, message.version, message.id)
            client.send(Ack(id=message.id, version=version))
        case Confirm():
            _check_seat(client, table, message.seat)
            await moves.confirm(context, table, message.seat, message.version)
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
            await chat.say(context, table, client.person, message.text)
        case Leave() | Return():
            _check_seat(client, table, message.seat)
            if table.row.phase == "playing":
                async with table.lock:
                    await moves.set_away(context, table, message.seat, isinstance(message, Leave))
        case Speed():
            client.speed = message.speed
        case Skip():
            _skip(context, client, table)
        case Sync():
            client.version = None
            _bring_up(table, client)
        case Ping():
            client.send(Pong(id=message.id, now=context.now()))
        case Hello():
            raise Refused(400, "hello_twice", "You have already said hello.")


def _skip(context: Context, client: Client, table: Table) -> None:
    """The last of those who play here to ask lets the bot act."""
    bots = moves.waiting_bots(table)
    if bots and client.seats != [None]:
        client.skipped = bots[0]
        if context.hub.all_skip(table.id, bots[0]):
            moves.hurry_bot(context, table)


def _check_seat(client: Client, table: Table, seat: int) -> None:
    if client.person is None:
        raise sign_in_first()
    if seat not in table.seats_of(client.person):
        raise Refused(403, "not_yours", "This is not your seat.")


def _refuse(client: Client, table: Table, request: str | None, error: CarrozzaError) -> None:
    metrics.REFUSALS.labels(code=error.code).inc()
    version = table.play.version if table.play is not None else None
    client.send(
        Refusal(
            id=request,
            code=error.code,
            message=error.message,
            version=version,
            sanction=getattr(error, "sanction", msgspec.UNSET),
        )
    )


def _decode(data: bytes | str, most: int) -> FromClient:
    data = data.encode() if isinstance(data, str) else data
    if len(data) > most:
        raise Refused(413, "too_big", f"A message can have at most {most} bytes.")
    try:
        return _decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Refused(400, "malformed", f"That message makes no sense: {error}.") from None
    except NOT_JSON:
        raise Refused(400, "malformed", "That message is not JSON.") from None


async def _receive(socket: WebSocket, client: Client) -> bytes | str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        code = message.get("code", 1000)
        if code == RESTART:
            client.dismiss("restart", "The server is restarting.", again=True)
        raise WebSocketDisconnect(code)
    text: str | None = message.get("text")
    return text if text is not None else message["bytes"]


async def _send(socket: WebSocket, client: Client) -> None:
    """Send what waits for a client until its farewell."""
    try:
        while (data := await client.next()) is not None:
            # Who takes nothing for so long would otherwise keep it, and us, waiting for ever.
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(data.decode())
        assert client.farewell is not None
        if socket.application_state is WebSocketState.CONNECTED and client.farewell.message:
            await socket.send_text(msgspec.json.encode(client.farewell).decode())
            await socket.close(AGAIN if client.farewell.again else POLICY)
    except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        client.dismiss("gone", "", again=True)

"""Leads sockets straight to their conversation.

A socket stays for hours, and each layer that it passes through on its way keeps objects for it as
long: a third more of them if it went through the whole application.
"""

import re

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from carrozza.server.errors import nothing_here
from carrozza.server.http.responses import refusal
from carrozza.server.live.connection import converse


class Entrance:
    def __init__(self, app: ASGIApp, api: str) -> None:
        self._app = app
        self._path = re.compile(re.escape(api) + "/tables/([^/]+)/socket")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        if found := self._path.fullmatch(scope["path"]):
            await converse(scope["app"].state.context, socket, found[1])
        else:
            missing = nothing_here()
            await socket.send_denial_response(refusal(missing))

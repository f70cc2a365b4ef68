"""People at a server that may be gone at any moment: what they ask, they ask until told."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx

PATIENCE = 120.0  # seconds for one question, whatever happens to the server
TEMPORARY = (429, 500, 502, 503)


@dataclass
class Plan:
    """A table to be made; `people` of its seats are for visitors, the rest for bots."""

    game: str
    players: int
    people: int
    pace: dict[str, Any]
    watched: bool = False


def plain_http() -> httpx.AsyncClient:
    """For all visitors together: it keeps no cookies, they do."""
    nobodys = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return httpx.AsyncClient(timeout=10, cookies=nobodys)


class Visitor:
    """A guest with a cookie. The servers are tried in turn; all of them know the cookie."""

    def __init__(self, http: httpx.AsyncClient, servers: list[str], rng: random.Random) -> None:
        self.http = http
        self.servers = rng.sample(servers, len(servers))
        self.cookie = ""
        self.id = ""

    async def come_in(self) -> "Visitor":
        reply = await self.ask("POST", "/session")
        self.id = reply.json()["id"]
        return self

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """The answer, be it a refusal. A question whose answer was lost is asked again."""
        heard: Counter[str] = Counter()
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    headers = {"cookie": self.cookie} if self.cookie else {}
                    try:
                        reply = await self.http.request(
                            method, f"{self.servers[0]}/api/v1{path}", json=body, headers=headers
                        )
                    except httpx.TransportError as error:
                        heard[repr(error)] += 1
                        self.servers.append(self.servers.pop(0))
                        await asyncio.sleep(0.05)
                        continue
                    if reply.status_code not in TEMPORARY:
                        if given := reply.headers.get("set-cookie"):
                            self.cookie = given.split(";")[0]
                        return reply
                    heard[reply.text] += 1
                    await asyncio.sleep(0.2)
        except TimeoutError:
            raise TimeoutError(f"no answer to {method} {path}, only {dict(heard)}") from None


async def open_table(plan: Plan, people: list[Visitor]) -> tuple[str, str]:
    """Make a table, sit down, start. Returns its name and the commitment to its cards."""
    bots = [None] * plan.people + ["easy"] * (plan.players - plan.people)
    body = {"game": plan.game, "players": plan.players, "bots": bots, "pace": plan.pace}
    host = people[0]
    made = await host.ask("POST", "/tables", body)
    made.raise_for_status()
    table = made.json()["id"]
    for seat, person in enumerate(people[1:], 1):
        joined = await person.ask("POST", f"/tables/{table}/join", {"seat": seat})
        if joined.status_code == 409:  # our first try was heard, its answer lost
            joined = await person.ask("GET", f"/tables/{table}")
        joined.raise_for_status()
        assert joined.json()["seats"][seat]["person"] == person.id, joined.text
    started = await host.ask("POST", f"/tables/{table}/start")
    if started.status_code == 409:
        started = await host.ask("GET", f"/tables/{table}")
    started.raise_for_status()
    assert started.json()["commitment"], started.text
    return table, started.json()["commitment"]

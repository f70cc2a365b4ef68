"""A player over the network: joins a table by its link, plays at random, keeps the proof.

    python client.py http://localhost:8150 TABLE

It needs `httpx` and `websockets`, and nothing of Carrozza itself.
"""

import asyncio
import json
import random
import sys
import uuid

import httpx
import websockets


async def play(server: str, table: str) -> None:
    api = f"{server}/api/v1"
    async with httpx.AsyncClient() as http:  # its cookie says who we are
        joined = await http.post(f"{api}/tables/{table}/join", json={"name": "Example"})
        joined.raise_for_status()
        headers = {"cookie": "; ".join(f"{k}={v}" for k, v in http.cookies.items())}
        address = f"{api}/tables/{table}/socket".replace("http", "ws", 1)
        version = None  # the last we have seen: after a lost connection we get the rest
        over = False
        while not over:
            try:
                async with websockets.connect(address, additional_headers=headers) as socket:
                    hello = {"type": "hello", "protocol": 1, "since": version}
                    await socket.send(json.dumps(hello))
                    async for text in socket:
                        message = json.loads(text)
                        if message["type"] == "update":
                            version = message["version"]
                            over = message["view"]["phase"] == "over"
                            if message["legal"]:  # it is our turn: all we may do is listed
                                act = {
                                    "type": "act",
                                    "id": uuid.uuid4().hex,  # sent twice, it is done once
                                    "seat": message["seat"],
                                    "version": version,
                                    "action": random.choice(message["legal"]),
                                }
                                await socket.send(json.dumps(act))
                        elif message["type"] == "refusal":
                            print("refused:", message["message"])
                            await asyncio.sleep(1)
                            await socket.send('{"type": "sync"}')  # look again, choose anew
                        if over:
                            break
            except (OSError, websockets.ConnectionClosed):
                await asyncio.sleep(1)
        save = await http.get(f"{api}/tables/{table}/save")
        with open(f"{table}.json", "wb") as file:
            file.write(save.content)
        print(f"Proof: carrozza verify {table}.json")


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1].rstrip("/"), sys.argv[2]))

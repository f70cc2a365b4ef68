"""/puzzles: positions in which one move is clearly best. They come with the server; whoever solves
them needs no account."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response

from carrozza.core.actions import AnyAction
from carrozza.core.errors import CarrozzaError
from carrozza.review.puzzle import (
    Answer,
    Puzzle,
    judge_answer,
    position_of,
    puzzle_called,
    puzzles_of,
)
from carrozza.server.errors import Refused
from carrozza.server.http import responses
from carrozza.server.http.requests import PuzzleAnswer
from carrozza.server.http.responses import Json, documented
from carrozza.server.http.routes.dependencies import InContext, within
from carrozza.server.play.executors import drawn

router = APIRouter(tags=["puzzles"])

SOME_TIME = "public, max-age=300"
PuzzleId = Annotated[str, Path(max_length=20)]


@router.get("/puzzles/today", responses=documented(list[responses.PuzzleInfo]))
async def today(context: InContext) -> Response:
    """The three of the day, the same for all; a day begins at midnight UTC."""
    now = datetime.fromtimestamp(context.now(), UTC)
    return Json([_info(puzzle) for puzzle in puzzles_of(now.toordinal())])


@router.get("/puzzles/{puzzle}", responses=documented(responses.PuzzlePosition))
async def show(puzzle: PuzzleId) -> Response:
    """A position as its seat saw it, and what that seat may do."""
    reply = Json(await drawn(_shown, _known(puzzle).id))
    reply.headers["cache-control"] = SOME_TIME
    return reply


@router.post("/puzzles/{puzzle}/answer", responses=documented(Answer))
async def answer(
    request: Request, puzzle: PuzzleId, body: PuzzleAnswer, context: InContext
) -> Response:
    """What an action is worth there, and which is best."""
    await within(request, context.replays)
    return Json(await drawn(_judged, _known(puzzle), body.action))


def _known(name: str) -> Puzzle:
    try:
        return puzzle_called(name)
    except CarrozzaError as error:
        raise Refused(404, error.code, error.message) from None


def _judged(puzzle: Puzzle, sent: dict[str, Any]) -> Answer:
    try:
        action = msgspec.convert(sent, AnyAction)
    except msgspec.ValidationError:
        raise Refused(422, "not_an_action", "That is not a move of this game.") from None
    return judge_answer(puzzle, action)


@lru_cache(maxsize=32)
def _shown(name: str) -> bytes:
    puzzle = puzzle_called(name)
    state = position_of(puzzle)
    return msgspec.json.encode(
        responses.PuzzlePosition(
            puzzle=_info(puzzle),
            options=puzzle.options,
            view=state.view(puzzle.seat),
            legal=list(state.legal_actions(puzzle.seat)),  # type: ignore[arg-type]
        )
    )


def _info(puzzle: Puzzle) -> responses.PuzzleInfo:
    return responses.PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        players=puzzle.players,
        seat=puzzle.seat,
        turn=puzzle.turn,
    )

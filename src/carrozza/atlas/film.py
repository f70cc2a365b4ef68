"""A whole game as a short moving picture: the board fills with trains while the points rise."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import Literal

import msgspec

from carrozza.atlas.model import Layout
from carrozza.atlas.picture import to_png
from carrozza.atlas.render import Pieces, render, render_pieces
from carrozza.atlas.result import (
    WIDTH,
    Standing,
    board_result,
    field_of,
    list_alone,
    painted,
)
from carrozza.atlas.share import pieces_of, standings_of, view_of
from carrozza.board.board import Board
from carrozza.board.game import BoardGame
from carrozza.core.extras import needing
from carrozza.core.game import State

with needing("boards"):
    from PIL import Image

Kind = Literal["webp", "gif"]
SHORTEST, LONGEST = 60, 300  # milliseconds of a picture
WHOLE = 12_000  # of all of them, if that is possible
LAST = 4_000  # of the last one, with the final score


class Moment(msgspec.Struct, frozen=True):
    """What lies on the board, and the points of each seat."""

    placed: Pieces
    points: tuple[int, ...]


class Film(msgspec.Struct, frozen=True):
    title: str
    board: Board
    layout: Layout
    moments: tuple[Moment, ...]  # whenever something was put on the board
    standings: tuple[Standing, ...]  # at the end, by seats
    theme: str = "light"


def film_of(
    states: Iterable[State], names: Sequence[str], colours: Sequence[str], layout: Layout,
    theme: str = "light",
) -> Film:  # fmt: skip
    """A game by its positions, which may be one and the same object that changes."""
    moments: list[Moment] = []
    state = None
    for state in states:
        placed = pieces_of(state)
        if not moments or placed != moments[-1].placed:
            moments.append(Moment(placed, tuple(view_of(state).points)))
    assert state is not None
    game = state.game
    assert isinstance(game, BoardGame)
    standings = standings_of(state, names, colours)
    return Film(game.title, game.board, layout, tuple(moments), standings, theme)


def film(of: Film, width: int = 800, kind: Kind = "webp") -> bytes:
    """It repeats for ever."""
    pictures = list(_pictures(of, width))
    each = min(max(WHOLE // len(pictures), SHORTEST), LONGEST)
    out = BytesIO()
    pictures[0].save(
        out, format=kind, save_all=True, append_images=pictures[1:], loop=0,
        duration=[each] * (len(pictures) - 1) + [LAST], quality=70, method=2,
    )  # fmt: skip
    return out.getvalue()


def _pictures(of: Film, width: int) -> Iterator[Image.Image]:
    """What comes new is drawn over the picture before."""
    frame, scale = of.layout.frame, width / WIDTH
    x, y, wide, _ = field_of(frame.width, frame.height)
    at = round(scale * x), round(scale * y)
    field = _image(render(of.board, of.layout, of.theme), round(scale * wide))

    @cache
    def listed(points: tuple[int, ...]) -> Image.Image:
        now = [
            msgspec.structs.replace(standing, points=n, won=False)
            for standing, n in zip(of.standings, points, strict=True)
        ]
        return _image(list_alone(of.title, now, of.theme), width)

    before = Pieces((None,) * len(of.board.routes), (None,) * len(of.board.cities))
    for moment in of.moments:
        new = Pieces(
            _added(before.routes, moment.placed.routes),
            _added(before.stations, moment.placed.stations),
        )
        drawn = render_pieces(of.board, of.layout, of.theme, painted(new, of.standings))
        field = Image.alpha_composite(field, _image(drawn, field.width))
        picture = listed(moment.points).copy()
        picture.paste(field, at)
        yield picture.convert("RGB")
        before = moment.placed
    last = board_result(of.title, of.standings, of.board, of.layout, before, of.theme)
    yield _image(last, width).convert("RGB")


def _added(before: tuple[int | None, ...], now: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return tuple(b if a is None else None for a, b in zip(before, now, strict=True))


def _image(svg: str, width: int) -> Image.Image:
    return Image.open(BytesIO(to_png(svg, width))).convert("RGBA")

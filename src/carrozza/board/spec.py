"""BoardSpec: every knob by which the board games differ."""

from typing import Literal

import msgspec

from carrozza.core.game import Option

FEW_PLAYERS = {2: {2: 1, 3: 1}, 3: {2: 1, 3: 2}}


class BoardSpec(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # how commands and saves call it
    title: str
    players: tuple[int, int] = (2, 5)  # fewest, most
    options: tuple[Option, ...] = ()
    sections: tuple[str, ...] = ()  # of the written rules, by their letters

    # Pieces and the opening deal
    trains: int = 45
    cards_per_colour: int = 12
    locomotives: int = 14
    hand: int = 4  # train cards dealt to each
    market: int = 5  # face-up cards
    deal_tickets: int = 4  # tickets each chooses from, the long ones not counted
    deal_long: int = 0  # long tickets each chooses from besides; the other long ones leave the game
    keep_at_start: int = 2
    returned_leave_game: bool = (
        False  # tickets refused at the start: out of the game, or to the bottom
    )
    edition: str | None = None  # tickets printed only in other editions are left out

    # Drawing
    reset_market_at: int | None = 3  # this many face-up Locomotives sweep the market; None: never
    may_stop_drawing: bool = False  # be content with one card
    draw_tickets: int = 3
    keep_drawn: int = 1

    # Building
    ferry_pairs: bool = False  # two cards of one colour stand for a ferry's Locomotive
    locomotives_pay: Literal["everywhere", "ferries_and_tunnels"] = "everywhere"
    # Of so many parallel tracks, how many may be claimed with so many players; else all of them.
    open_tracks: dict[int, dict[int, int]] = msgspec.field(default_factory=lambda: FEW_PLAYERS)
    stations: int = 0
    station_points: int = 4  # for each station not built

    # Scoring
    last_round_at: int = 2  # so few trains left start the last round
    longest_path: int = 10  # points for the longest path; 0: only by a bonus card
    bonus_cards: int = 0  # how many of the board's bonus cards are in play
    tie_breaks: tuple[str, ...] = ("tickets",)  # names of board/scoring.py, in order

    def tracks_open(self, players: int, tracks: int) -> int:
        """How many of so many parallel tracks may be claimed in all."""
        return self.open_tracks.get(tracks, {}).get(players, tracks)

"""The bodies of requests. What the server answers is in responses.py and live/protocol.py."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from carrozza.core.texts import texts_in, unfit
from carrozza.server.errors import Refused
from carrozza.server.tables.clocks import Pace
from carrozza.server.tables.lobby import Plan

Name = Annotated[str, Field(min_length=1, max_length=100)]
Password = Annotated[str, Field(min_length=1, max_length=1000)]
Level = Annotated[str, Field(max_length=40)]
SeatNumber = Annotated[int, Field(ge=0, le=4)]
Colour = Annotated[str, Field(max_length=40)]
Options = dict[str, str | int | bool]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def check_texts(cls, sent: Any) -> Any:
        """No text gets further, be it a key, that could not be stored, compared or told again."""
        for place, text in texts_in(sent):
            if place == (None, "name"):
                continue  # a person's: people/names.py says what is wrong with it
            if (char := unfit(text)) is not None:
                problem = f"The character {char} has no place in a text."
                raise Refused(422, "malformed", problem)
        return sent


class Rename(Body):
    name: Name


class Credentials(Body):
    name: Name
    password: Password


class NewPassword(Body):
    old: Password
    new: Password


class Farewell(Body):
    password: str = Field(
        "", max_length=1000, description="The account's password; a guest has none."
    )


class PaceBody(Body):
    kind: Literal["relaxed", "clock", "days"] = "relaxed"
    move: int = Field(0, ge=0, le=3600, description="Seconds or days per move.")
    reserve: int = Field(0, ge=0, le=7200, description="Seconds for the whole game.")


class NewTable(Body):
    game: Name
    players: int = Field(2, ge=2, le=5)
    options: Options = Field(default_factory=dict)
    board: dict[str, Any] | None = Field(None, description="Your own board.")
    public: bool = Field(False, description="Listed in the lobby.")
    spectators: bool = True
    rated: bool = False
    pace: PaceBody = PaceBody(move=0, reserve=0)
    bots: list[Level | None] = Field(
        default_factory=list, max_length=5, description="By seat; null is for a person."
    )

    colour: Colour | None = Field(None, description="That you would like to play in.")

    def plan(self) -> Plan:
        return Plan(
            game=self.game,
            players=self.players,
            options=self.options,
            board=self.board,
            public=self.public,
            spectators=self.spectators,
            rated=self.rated,
            pace=Pace(kind=self.pace.kind, move=self.pace.move, reserve=self.pace.reserve),
            bots=self.bots,
            colour=self.colour,
        )


class PlayNow(Body):
    game: Name
    players: int = Field(2, ge=2, le=5)
    level: Level = "easy"
    options: Options = Field(default_factory=dict)
    colour: Colour | None = Field(None, description="That you would like to play in.")

    def plan(self) -> Plan:
        return Plan(
            game=self.game,
            players=self.players,
            options=self.options,
            bots=[None] + [self.level] * (self.players - 1),
            colour=self.colour,
        )


class Join(Body):
    seat: SeatNumber | None = Field(None, description="Any free seat if not given.")
    name: Name | None = Field(None, description="For this table; your own name if not given.")
    colour: Colour | None = Field(None, description="Given to you unless another person has it.")


class EditSeat(Body):
    colour: Colour | None = None
    name: Name | None = None
    bot: Level | None = Field(None, description="Seat a bot here.")
    free: bool = Field(False, description="Empty the seat.")


class Mute(Body):
    on: bool

"""The bodies of requests. What the server answers is in responses.py and live/protocol.py."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from carrozza.core.texts import texts_in, unfit
from carrozza.server.alerts.choices import Choices
from carrozza.server.alerts.push import Subscription
from carrozza.server.alerts.services import Service
from carrozza.server.errors import Refused
from carrozza.server.tables.clocks import Pace
from carrozza.server.tables.planned import MOST
from carrozza.server.tables.plans import Plan

Name = Annotated[str, Field(min_length=1, max_length=100)]
Password = Annotated[str, Field(min_length=1, max_length=1000)]
OwnPassword = Annotated[
    str, Field(max_length=1000, description="The account's; empty if it has none.")
]
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
    old: OwnPassword
    new: Password


class Farewell(Body):
    password: OwnPassword = ""


Token = Annotated[str, Field(min_length=1, max_length=200)]


class NewRecovery(Body):
    address: str = Field(max_length=254, description="An e-mail address.")
    password: OwnPassword
    language: Literal["en", "it", "nb"] = "en"


class ForgottenWho(Body):
    who: str = Field(min_length=1, max_length=254, description="A name, or an e-mail address.")


class LinkToken(Body):
    token: Token


class PasskeyOptions(Body):
    password: OwnPassword


class NewPasskey(Body):
    name: str = Field(min_length=1, max_length=40, description="What I call it.")
    credential: dict[str, Any] = Field(description="What the browser gave, as JSON.")


class UsePasskey(Body):
    credential: dict[str, Any] = Field(description="What the browser gave, as JSON.")


class UseReset(Body):
    token: Token
    password: Password


class GoElsewhere(Body):
    link: bool = Field(False, description="Link my account to it, rather than sign in.")
    password: OwnPassword = ""  # to link it


class ComeBack(Body):
    """The parameters with which the provider sent the browser back."""

    state: str = Field(max_length=200)
    code: str = Field("", max_length=4000)
    error: str = Field("", max_length=1000)
    iss: str = Field("", max_length=1000)


class Newcomer(Body):
    token: Token
    name: Name


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
    hints: bool = Field(False, description="Allowed; every person must agree.")
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
            hints=self.hints,
            pace=Pace(kind=self.pace.kind, move=self.pace.move, reserve=self.pace.reserve),
            bots=self.bots,
            colour=self.colour,
        )


class PlayNow(Body):
    game: Name
    players: int = Field(2, ge=2, le=5)
    level: Level = "easy"
    options: Options = Field(default_factory=dict)
    hints: bool = True
    colour: Colour | None = Field(None, description="That you would like to play in.")

    def plan(self) -> Plan:
        return Plan(
            game=self.game,
            players=self.players,
            options=self.options,
            hints=self.hints,
            bots=[None] + [self.level] * (self.players - 1),
            colour=self.colour,
        )


class Practise(Body):
    step: int = Field(ge=0, le=100_000, description="After so many actions of the game.")
    seat: SeatNumber = Field(description="That you play.")
    deal: Literal["same", "new"] = Field(
        "same", description="The hidden cards: as they were, or dealt anew."
    )
    bots: Level = Field("medium", description="The level of the bots in the other seats.")


class NewHoliday(Body):
    first: float = Field(ge=0, le=1e11, description="When it begins; now, if that has passed.")
    last: float = Field(ge=0, le=1e11, description="When it ends, at most 14 days later.")


class LeavePlanned(Body):
    moves: list[dict[str, Any]] = Field(
        max_length=MOST, description="Each a PlannedMove, in the order in which they are tried."
    )


class PuzzleAnswer(Body):
    action: dict[str, Any] = Field(description="One of those that are legal in the puzzle.")


class Join(Body):
    seat: SeatNumber | None = Field(None, description="Any free seat if not given.")
    name: Name | None = Field(None, description="For this table; your own name if not given.")
    colour: Colour | None = Field(None, description="Given to you unless another person has it.")


class EditSeat(Body):
    colour: Colour | None = None
    name: Name | None = None
    bot: Level | None = Field(None, description="Seat a bot here.")
    free: bool = Field(False, description="Empty the seat.")
    hints: bool | None = Field(None, description="Agree that there are hints, or no longer.")


class AskHint(Body):
    seat: SeatNumber


class Mute(Body):
    on: bool


class HideProfile(Body):
    hidden: bool


class AskFriend(Body):
    person: str | None = Field(None, max_length=64, description="By id, or else")
    name: Name | None = Field(None, description="by the name they sign in with.")


Minutes = Annotated[int, Field(ge=0, lt=1440)]
Zone = Annotated[str, Field(max_length=60)]
LanguageName = Literal["en", "it", "nb"]


class Switch(Body):
    on: bool


class AlertChoices(Body):
    turns: Literal["all", "days", "none"] = Field(
        "all", description="At which tables, unless chosen there: days are correspondence."
    )
    remind: int = Field(3, ge=0, le=72, description="Hours before a clock runs out; 0 is never.")
    quiet_from: Minutes | None = Field(None, description="Minutes since midnight.")
    quiet_to: Minutes | None = None
    zone: Zone = "UTC"
    language: LanguageName = "en"

    def choices(self) -> Choices:
        return Choices(**self.model_dump())


class NewTarget(Body):
    kind: Literal["email", "push", "discord", "slack", "telegram", "matrix", "ntfy", "webhook"]
    email: str = Field("", max_length=254)
    url: str = Field("", max_length=1000, description="Of a service, or a browser's endpoint.")
    token: str = Field("", max_length=500, description="For Telegram and Matrix.")
    room: str = Field("", max_length=255, description="A room, or a chat.")
    p256dh: str = Field("", max_length=200, description="A browser's key.")
    auth: str = Field("", max_length=100, description="A browser's secret.")
    label: str = Field("", max_length=60, description="What I call it.")
    zone: Zone = "UTC"
    language: LanguageName = "en"

    def address(self) -> str | Subscription | Service:
        if self.kind == "email":
            return self.email
        if self.kind == "push":
            return Subscription(endpoint=self.url, p256dh=self.p256dh, auth=self.auth)
        return Service(url=self.url, token=self.token, room=self.room)


class NewReport(Body):
    line: int | None = Field(None, ge=0, le=2**31 - 1, description="Of chat, by its id.")
    seat: SeatNumber | None = Field(None, description="Or the name of who sits here.")
    reason: Literal["insult", "hate", "spam", "name", "cheating", "other"]
    text: str = Field("", max_length=300, description="Whatever helps to judge it.")

    @model_validator(mode="after")
    def check_one(self) -> "NewReport":
        if (self.line is None) == (self.seat is None):
            raise Refused(422, "malformed", "Report either a line or a seat.")
        return self


Reason = Annotated[str, Field(min_length=1, max_length=300, description="The person reads it.")]


class Judgement(Body):
    """What an operator decides, and why."""

    reason: Reason
    report: str | None = Field(None, max_length=40, description="That is judged by this.")


class Measure(Judgement):
    hours: int | None = Field(None, ge=1, le=100_000, description="Without end if not given.")


class Because(Body):
    reason: Reason

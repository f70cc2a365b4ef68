"""What one alert says, to whichever target it goes. Made of what everybody at the table knows."""

from functools import lru_cache

import msgspec

from carrozza.games.registry import find_game, folder_of
from carrozza.games.words import words_in as words_of_game
from carrozza.server.alerts.words import Words, listed, told_time, words_in
from carrozza.server.people.names import guest_number


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    id: str  # the same whenever it is sent again
    topic: str  # the same for all about one table: a newer one replaces it
    title: str
    body: str
    link: str  # to the table
    language: str
    urgent: bool = False
    ends: float | None = None  # when it is of no use any more
    stop: str | None = None  # what ends alerts of this table
    one_click: str | None = None  # what mail programs send something to, to end them all


class Occasion(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be told."""

    stage: str
    game: str
    board: str | None  # the name of a custom one
    others: list[str]
    deadline: float | None


def turn_letter(
    told: Occasion, *, id: str, topic: str, link: str, language: str, zone: str
) -> Letter:
    words = words_in(language)
    title = words.reminder if told.stage == "reminder" else words.turn
    sentences = []
    if told.others:
        names = [_shown(name, words) for name in told.others]
        sentences.append(words.together.format(names=listed(names, words)))
    if told.deadline is not None:
        sentences.append(words.until.format(when=told_time(told.deadline, zone, words)))
    return Letter(
        id=id,
        topic=topic,
        title=title.format(game=told.board or title_of(told.game, language)),
        body=" ".join(sentences),
        link=link,
        language=language,
        urgent=told.stage == "reminder",
        ends=told.deadline,
    )


def trial_letter(*, id: str, link: str, language: str) -> Letter:
    words = words_in(language)
    return Letter(
        id=id, topic="test", title=words.test, body=words.test_text, link=link, language=language
    )


def _shown(name: str, words: Words) -> str:
    number = guest_number(name)
    return name if number is None else f"{words.guest} {number}"


@lru_cache(maxsize=200)
def title_of(game: str, language: str) -> str:
    words = words_of_game(folder_of(game)).get(language)
    return (words and words.title) or find_game(game).title

"""What alerts say, in three languages. Nothing but what everyone at the table knows goes in."""

from datetime import datetime
from typing import Literal

import msgspec

from carrozza.server.alerts.quiet import zone_of

Language = Literal["en", "it", "nb"]
LANGUAGES: tuple[Language, ...] = ("en", "it", "nb")


class Words(msgspec.Struct, frozen=True, kw_only=True):
    turn: str
    reminder: str
    together: str
    joiner: str
    until: str
    look: str
    stop: str
    not_here: str
    test: str
    test_text: str
    confirm: str
    confirm_text: str
    not_you: str
    days: tuple[str, ...]
    months: tuple[str, ...]
    date: str
    guest: str


WORDS: dict[str, Words] = {
    "en": Words(
        turn="Your turn: {game}",
        reminder="Your time is running out: {game}",
        together="With {names}.",
        joiner=" and ",
        until="You have until {when}.",
        look="To the table:",
        stop="No more alerts for this game:",
        not_here="Not for this game",
        test="A test from Carrozza",
        test_text="Alerts will arrive here when it's your turn.",
        confirm="Confirm your address",
        confirm_text="Open this link to be told by e-mail when it's your turn:",
        not_you="If you didn't ask for this, do nothing: you won't get any more mail.",
        days=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
        months=(
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ),
        date="{weekday} {day} {month}, {time}",
        guest="Guest",
    ),
    "it": Words(
        turn="Tocca a te: {game}",
        reminder="Il tempo sta per scadere: {game}",
        together="Con {names}.",
        joiner=" e ",
        until="Hai tempo fino a {when}.",
        look="Vai al tavolo:",
        stop="Basta avvisi per questa partita:",
        not_here="Non per questa partita",
        test="Una prova da Carrozza",
        test_text="Gli avvisi arriveranno qui quando tocca a te.",
        confirm="Conferma il tuo indirizzo",
        confirm_text="Apri questo link per ricevere un'e-mail quando tocca a te:",
        not_you="Se non l'hai chiesto tu, non fare nulla: non riceverai altri messaggi.",
        days=("lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"),
        months=(
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ),
        date="{weekday} {day} {month}, ore {time}",
        guest="Ospite",
    ),
    "nb": Words(
        turn="Din tur: {game}",
        reminder="Tiden din er snart ute: {game}",
        together="Sammen med {names}.",
        joiner=" og ",
        until="Du har tid til {when}.",
        look="Til bordet:",
        stop="Ingen flere varsler for dette spillet:",
        not_here="Ikke for dette spillet",
        test="En prøve fra Carrozza",
        test_text="Varsler kommer hit når det er din tur.",
        confirm="Bekreft adressen din",
        confirm_text="Åpne denne lenken for å få e-post når det er din tur:",
        not_you="Hvis du ikke ba om dette, trenger du ikke gjøre noe: Du får ikke mer e-post.",
        days=("mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"),
        months=(
            "januar",
            "februar",
            "mars",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "desember",
        ),
        date="{weekday} {day}. {month} kl. {time}",
        guest="Gjest",
    ),
}


def words_in(language: str) -> Words:
    return WORDS.get(language, WORDS["en"])


def listed(names: list[str], words: Words) -> str:
    """Anna, Bob and Carla."""
    return words.joiner.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def told_time(at: float, zone: str, words: Words) -> str:
    when = datetime.fromtimestamp(at, zone_of(zone))
    return words.date.format(
        weekday=words.days[when.weekday()],
        day=when.day,
        month=words.months[when.month - 1],
        time=when.strftime("%H:%M"),
    )

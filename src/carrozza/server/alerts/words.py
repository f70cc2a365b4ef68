"""What alerts and other mails say, in three languages. Nothing but what everyone at the table knows
goes into an alert."""

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
    recovery: str
    recovery_text: str
    reset: str
    reset_text: str
    reset_not_you: str
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
        recovery="Confirm your address",
        recovery_text=(
            "Open this link, so that you can get back into your account “{name}” should you "
            "forget its password:"
        ),
        reset="A new password",
        reset_text=(
            "Somebody, most likely you, asked for a new password for the account “{name}”. "
            "Open this link within an hour to choose one:"
        ),
        reset_not_you="If it wasn't you, do nothing: your password stays as it is.",
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
        recovery="Conferma il tuo indirizzo",
        recovery_text=(
            "Apri questo link per poter rientrare nel tuo profilo «{name}» se dimentichi la "
            "password:"
        ),
        reset="Una nuova password",
        reset_text=(
            "Qualcuno, molto probabilmente tu, ha chiesto una nuova password per l'account "
            "«{name}». Apri questo link entro un'ora per sceglierla:"
        ),
        reset_not_you="Se non sei stato tu, non fare nulla: la tua password resta quella di prima.",
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
        recovery="Bekreft adressen din",
        recovery_text=(
            "Åpne denne lenken, så kommer du inn på kontoen «{name}» igjen om du glemmer passordet:"
        ),
        reset="Nytt passord",
        reset_text=(
            "Noen, sannsynligvis du, har bedt om et nytt passord til kontoen «{name}». Åpne "
            "denne lenken innen en time for å velge et:"
        ),
        reset_not_you=(
            "Hvis det ikke var deg, trenger du ikke gjøre noe: Passordet ditt forblir som det er."
        ),
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

"""How often passwords are tried, from one address and for one account, and other things that may
be abused: counted for all workers.

Who owns an account is shut out for some minutes at most, and nobody is who is signed in already.
"""

import math
from typing import Literal

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from carrozza.server.context import Context
from carrozza.server.errors import Refused, too_many
from carrozza.server.storage import schema
from carrozza.server.storage.counts import count, key_of

HOUR = 3600.0
MINUTE = 60.0
DAY = 24 * HOUR
MAILS_A_DAY = 3
ASKED_AN_HOUR = 5  # for a link, by one name or address
RESETS_A_DAY = 6  # links mailed for one account, and twice as many to one address
ACCOUNT_SECONDS = 15 * MINUTE
T = schema.tries.c


async def count_address(context: Context, address: str) -> None:
    """Refuse what comes too often from one address."""
    most = context.settings.logins_per_hour * context.settings.limits
    if await _count(context, _key(context, "address", address), HOUR, most) > 0:
        raise too_many()


Tried = Literal["account", "owner"]  # a name, or the id of a person who is signed in


async def count_account(context: Context, kind: Tried, who: str) -> None:
    """Refuse more tries for a name, be there such an account or not, or for a person who is signed
    in. These are counted apart, or strangers could shut somebody out by trying the id as a name.
    To be called before the password is looked at: of many tries at once, no more than allowed get
    through."""
    most = context.settings.passwords_per_account * context.settings.limits
    left = await _count(context, _key(context, kind, who), ACCOUNT_SECONDS, most)
    if left > 0:
        minutes = math.ceil(left / MINUTE)
        when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
        problem = f"There were too many wrong passwords for this name. Try again {when}."
        raise Refused(429, "too_many_passwords", problem)


async def count_mail(context: Context, address: str) -> None:
    """Refuse more mails to one address that nobody has confirmed, whoever asks for them. What
    follows a + in it leads to the same mailbox."""
    most = MAILS_A_DAY * context.settings.limits
    user, _, domain = address.casefold().partition("@")
    mailbox = f"{user.partition('+')[0]}@{domain}"
    if await _count(context, _key(context, "mail", mailbox), DAY, most) > 0:
        raise too_many()


async def count_report(context: Context, address: str, person: str) -> None:
    """Refuse more reports of a person, and of all the guests that one address can be."""
    most = context.settings.reports_per_hour * context.settings.limits
    for kind, subject, times in (("reporter", person, 1), ("reports", address, 3)):
        if await _count(context, _key(context, kind, subject), HOUR, most * times) > 0:
            raise too_many()


async def count_recovery(context: Context, who: str) -> None:
    """Refuse to be asked again and again for the same, be there such an account or not."""
    most = ASKED_AN_HOUR * context.settings.limits
    if await _count(context, _key(context, "recovery", who), HOUR, most) > 0:
        raise too_many()


async def may_mail_reset(context: Context, account: str, address: str) -> bool:
    """Whether one more link may be mailed; whoever asked for it is not told."""
    most = RESETS_A_DAY * context.settings.limits
    here = await _count(context, _key(context, "reset", account), DAY, most)
    key = _key(context, "reset mail", address.casefold())
    there = await _count(context, key, DAY, 2 * most)
    return here == 0 and there == 0


async def forget_account(
    context: Context, connection: AsyncConnection, kind: Tried, who: str
) -> None:
    """It was the right password."""
    key = _key(context, kind, who)
    await connection.execute(delete(schema.tries).where(T.key == key))


def _key(context: Context, kind: str, subject: str) -> str:
    return key_of(context.secret, kind, subject)


async def _count(context: Context, key: str, seconds: float, most: float) -> float:
    """One more. The seconds to wait if that is too many, and 0 otherwise."""
    now = context.now()
    async with context.db.write() as connection:
        times, since = await count(connection, key, seconds, now)
    return since + seconds - now if times > most else 0.0

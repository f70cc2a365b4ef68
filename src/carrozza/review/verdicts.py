"""What a decision is called: by the loss beyond the error, never within it."""

BEST, FINE, INACCURACY, MISTAKE, BLUNDER = "best", "fine", "inaccuracy", "mistake", "blunder"
VERDICTS = (BEST, FINE, INACCURACY, MISTAKE, BLUNDER)

SURE = 2.0  # standard errors that a loss must have to spare
LEAST_LOSS = {BLUNDER: 0.10, MISTAKE: 0.05, INACCURACY: 0.02}  # in chances to win


def verdict_of(loss: float, error: float) -> str:
    """`error` is the standard error of the difference to the best action."""
    if loss <= 0:
        return BEST
    for verdict, least in LEAST_LOSS.items():
        if loss - SURE * error > least:
            return verdict
    return FINE


def counts_as_loss(verdict: str) -> bool:
    return verdict in LEAST_LOSS

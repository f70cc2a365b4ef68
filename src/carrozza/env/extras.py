"""What to install when a package is missing that not everybody needs."""

from carrozza.core.errors import CarrozzaError


class MissingExtra(CarrozzaError, ImportError):
    """A package is not installed; the sentence says how to get it."""

    def __init__(self, package: str, extra: str) -> None:
        problem = f"{package} is not installed here: pip install 'carrozza[{extra}]'."
        super().__init__("missing_extra", problem)

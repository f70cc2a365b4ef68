"""Reading a Containerfile."""

import re

Step = tuple[str, str]  # an instruction and its words


def steps(text: str) -> list[Step]:
    """The instructions in order; a line may go on after a backslash."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"(?m)^#.*\n", "", text))
    lines = [line.split(maxsplit=1) for line in joined.splitlines() if line.strip()]
    return [(line[0], line[1].strip()) for line in lines]

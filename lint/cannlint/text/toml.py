"""TOML as Python has it, in the one place that knows which reader there is."""

from __future__ import annotations

import re
import sys

from cannlint.language import said, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DEEPEST = 100
"""Parts of a key, as in `job.name.option`, which has three."""

_NO_PART = re.compile(r"[\n,=/#]")

TomlError = tomllib.TOMLDecodeError
"""What `read_toml` raises for a text that is not TOML, with line and column in its words."""


def read_toml(text: str) -> dict[str, Any]:
    """The table that a text is; a byte order mark before it is passed over.

    Raises TomlError also for a key of more than DEEPEST parts, for which the reader would take
    time without end, and for a number of more digits than Python takes.
    """
    if _has_deep_key(text):
        raise TomlError(said("a key has more than {number} parts", number=DEEPEST))
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except TomlError:
        raise
    except ValueError:
        raise TomlError(translated("a number has too many digits")) from None


def _has_deep_key(text: str) -> bool:
    """Whether so many dots follow each other with nothing but parts of a key between them."""
    run, start = 0, 0
    while (end := text.find(".", start)) >= 0:
        is_part = end > start and _NO_PART.search(text, start, end) is None
        run = run + 1 if is_part else 0
        if run >= DEEPEST:
            return True
        start = end + 1
    return False

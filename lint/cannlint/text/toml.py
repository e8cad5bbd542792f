"""Read TOML, with tomllib or tomli."""

from __future__ import annotations

import re
import sys
from typing import Any

from cannlint.language import said, translated

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAX_PARTS = 100
"""The maximum number of parts of a key: `job.name.option` has three."""

_NOT_IN_PART = re.compile(r"[\n,=/#]")

TomlError = tomllib.TOMLDecodeError
"""Raised by `read_toml`; the message contains line and column."""


def read_toml(text: str) -> dict[str, Any]:
    """Parse a text; a byte order mark is skipped.

    Raises TomlError for invalid TOML, for a key with more than MAX_PARTS parts (the reader would
    take too long), and for a number with more digits than Python accepts.
    """
    if _has_deep_key(text):
        raise TomlError(said("a key has more than {number} parts", number=MAX_PARTS))
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except TomlError:
        raise
    except ValueError:
        raise TomlError(translated("a number has too many digits")) from None


def _has_deep_key(text: str) -> bool:
    """Whether the text may contain a key with MAX_PARTS parts or more."""
    run, start = 0, 0
    while (end := text.find(".", start)) >= 0:
        is_part = end > start and _NOT_IN_PART.search(text, start, end) is None
        run = run + 1 if is_part else 0
        if run >= MAX_PARTS:
            return True
        start = end + 1
    return False

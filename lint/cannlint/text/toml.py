"""TOML as Python has it, in the one place that knows which reader there is."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TomlError = tomllib.TOMLDecodeError
"""What `read_toml` raises for a text that is not TOML, with line and column in its words."""


def read_toml(text: str) -> dict[str, Any]:
    """The table that a text is; a byte order mark before it is passed over."""
    return tomllib.loads(text.removeprefix("\ufeff"))

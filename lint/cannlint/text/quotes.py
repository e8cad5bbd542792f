"""Names in quotes, in formats that have no quotes."""

from __future__ import annotations

import re

QUOTED = (
    "(?P<quote>[\"'])(?P<name>[^\"']+)(?P=quote)"
    "|[\u2018\u201c](?P<curly>[^\u2019\u201d]+)[\u2019\u201d]"
)


def unquoted(name: str) -> str | None:
    """A quoted name without its quotes; None if it is not quoted."""
    match = re.fullmatch(QUOTED, name)
    if match is None:
        return None
    return (match["name"] or match["curly"]).strip() or None

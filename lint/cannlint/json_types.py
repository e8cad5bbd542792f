"""Marks that say more of a value of a JSON document than its Python type.

The types of documents are TypedDicts (`cannlint.results`); `dev/schemas.py` makes their JSON
Schemas. A value is marked with `Annotated`:

* an Enum, or a tuple of texts or members: it is one of these
* `Keywords(...)`: what JSON Schema says by these
* `ADDED`: the key came within version 1, so documents of before lack it
"""

from __future__ import annotations

from typing import Annotated

ADDED = object()


class Keywords:
    """Keywords of JSON Schema with their values."""

    def __init__(self, **values: object) -> None:
        self.values = values


Count = Annotated[int, Keywords(minimum=0)]
FromOne = Annotated[int, Keywords(minimum=1)]
RuleCode = Annotated[str, Keywords(pattern="^[A-Z]{2}[0-9]{3}$")]
CannCode = Annotated[str, Keywords(pattern="^E[0-9]{5}$")]

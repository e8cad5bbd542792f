"""What several documents have: positions, origins, libraries, dtypes."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.json_types import ADDED, FromOne
from cannlint.library.model import KNOWN_BY
from cannlint.library.model import ORIGINS as LIBRARY_ORIGINS
from cannlint.resolve.outcome import STATUSES
from cannlint.resolve.provenance import ORIGINS

LibraryKnownBy = Annotated[str, KNOWN_BY]
LibraryOrigin = Annotated[str, LIBRARY_ORIGINS]
Status = Annotated[str, STATUSES]


class Position(TypedDict):
    """A position in a text: line and column start at 1; columns are code points."""

    line: FromOne
    column: FromOne


class Range(TypedDict):
    """A range in a text; the end is exclusive."""

    start: Position
    end: Position


class Tool(TypedDict):
    """The program that wrote a document."""

    name: Literal["cannlint"]
    version: str


class Origin(TypedDict):
    """Where a value comes from."""

    kind: Annotated[str, ORIGINS]
    file: str | None
    """The path; a built-in mode file by its name, a library by its release and folder."""
    range: Range | None
    detail: str | None


class PlanLibrary(TypedDict):
    """The operator library and the SoC that a plan is made for."""

    cann: str
    soc: str
    origin: LibraryOrigin
    known_by: Annotated[LibraryKnownBy, ADDED]
    """How the operators of the SoC are known."""


class Combination(TypedDict):
    """Dtypes by position, in the compiler's spelling; None for an absent optional tensor."""

    inputs: list[str | None]
    outputs: list[str | None]

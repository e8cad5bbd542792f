"""`cannlint/inspect/1`: the result of `inspect`, to which each format adds the keys of its kind."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.cann.fusion import DECIDERS
from cannlint.cann.mixlist import LISTS
from cannlint.json_types import CannCode
from cannlint.kinds import Kind


class Of:
    """Marks a key that each accepted file of some kinds has, and no other file."""

    def __init__(self, *kinds: Kind) -> None:
        self.kinds = kinds


OTHERS = Of()
"""Marks a key of the accepted files of each kind that no other mark names."""

REFUSED = Of()
"""Marks a key that only refused files have."""

ListName = Annotated[str, LISTS]


class ListedDtypes(TypedDict):
    """Dtypes by position, in the compiler's spelling; empty for an absent tensor."""

    inputs: list[str]
    outputs: list[str]


class PassState(TypedDict):
    """Whether a fusion pass runs, and what decides it."""

    on: bool
    decided_by: Annotated[str, DECIDERS]


_Dtypes = Annotated[dict[str, ListedDtypes], Of(Kind.CUSTOMIZE_DTYPES)]
_Modes = Annotated[dict[str, str], OTHERS]

Lists = TypedDict("Lists", {"white-list": ListName, "black-list": ListName, "gray-list": ListName})


class Passes(TypedDict):
    """The fusion passes of each group, by name."""

    GraphFusion: dict[str, PassState]
    UBFusion: dict[str, PassState]


class InspectedFile(TypedDict):
    """The keys that every inspected file has."""

    file: str
    kind: str
    accepted: bool
    cann_codes: list[CannCode]
    """In the order in which CANN reports them; empty if it stops without one."""


class Inspection(InspectedFile, total=False):
    """How CANN reads a file. The keys of its effect depend on the kind; a refused file has none."""

    crash: Annotated[Literal[True], REFUSED]
    by_name: _Dtypes | _Modes
    by_type: _Dtypes | _Modes
    names: Annotated[list[str], Of(Kind.KEEP_DTYPE)]
    types: Annotated[list[str], Of(Kind.KEEP_DTYPE, Kind.OPS_INFO)]
    final: Annotated[dict[str, Lists], Of(Kind.MIXLIST)]
    """Operator type → the list that it starts in → the list that it ends in."""
    passes: Annotated[Passes, Of(Kind.FUSION_SWITCH)]


class Inspections(TypedDict):
    """What `cannlint inspect --format json` prints: how CANN itself reads each file."""

    schema: Literal["cannlint/inspect/1"]
    files: list[Inspection]

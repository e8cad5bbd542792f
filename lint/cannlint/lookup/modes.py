"""Operator types and the implementation modes that a release lists for them."""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators

_NODE_LIKE = re.compile(r"[^:]*/.*|[^:]+[_:]\d+|\w+(?:\.\w+)+", re.DOTALL)
"""A name of parts, with the number that frameworks put behind it, or of an output."""

_ANY_MODE = "optional"
"""What the list has for an operator that takes every mode."""


def is_known(name: str, operators: Operators) -> bool:
    """Whether an operator has the type, or CANN's own mode files name it."""
    return operators.known(name) or _is_listed(name, operators)


def _is_listed(name: str, operators: Operators) -> bool:
    return name in _listed(operators.library)


@lru_cache(maxsize=4)
def _listed(library: Library) -> frozenset[str]:
    """The operators that CANN's own mode files name."""
    return frozenset(library.modes).union(*library.mode_files.values())


def looks_like_node(name: str) -> bool:
    """Whether a key looks like the name of a node."""
    return _NODE_LIKE.fullmatch(name) is not None


def modes_of(name: str, operators: Operators) -> tuple[str, ...]:
    """The modes that the library lists for a type; empty where it does not restrict them."""
    modes = operators.library.modes.get(name, ())
    return () if name in operators.extra or _ANY_MODE in modes else modes


def has_no_modes(name: str, operators: Operators) -> bool:
    """Whether the library has the operator and lists no modes for it."""
    library = operators.library
    if not library.is_complete or not library.modes or name in operators.extra:
        return False
    return not _is_listed(name, operators) and bool(operators.entries(name))

"""What a user wants: operators, and the dtype or implementation mode that they are to get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cannlint.cann.dtypes import DTYPES, MISTAKEN
from cannlint.cann.modes import IMPL_MODES
from cannlint.diagnostics import Message
from cannlint.errors import CannlintError
from cannlint.language import said
from cannlint.nearest import nearest

Names = tuple[tuple[str, ...], ...]
"""The names that one operator may have, those to look up first at the front.

Several names in one tuple belong together: CANN has fused these operators into one.
"""

KEEP = "keep"
"""The value that asks for the dtypes that an operator has in the model."""

VALUES = DTYPE, KEPT, MODE = ("dtype", "keep", "impl_mode")
"""The kinds of value."""

_DTYPES = {"float32": "float", "float16": "float16", "bfloat16": "bf16"}
"""What a config file writes → the compiler's name."""


@dataclass(eq=False, slots=True)
class Value:
    """What operators are to get: `kind` is DTYPE, KEPT or MODE, `text` as config files write it."""

    kind: str
    text: str

    @property
    def dtype(self) -> str:
        """The compiler's name of the dtype; only of a DTYPE."""
        return _DTYPES[self.text]


@dataclass(eq=False, slots=True)
class Want:
    """One thing that is wanted, as `text` says it.

    `operators` has for each thing that is named the names that it may have: the first that the plan
    knows counts. A name is an operator type, a node or a glob. With `are_nodes` they are nodes of
    another tool's output: not each has an operator in the plan. `left_out` are those of this
    output for which it has no number, and so nothing is wanted.
    """

    text: str
    operators: Sequence[Names]
    value: Value
    are_nodes: bool = False
    left_out: Sequence[str] = field(init=False, default=())

    def names(self) -> Iterator[str]:
        """All names."""
        for operator in self.operators:
            for together in operator:
                yield from together


def want_of(text: str) -> Want:
    """The want of a text `NAME=VALUE`; the name may have `=` in it. Raises CannlintError."""
    name, equals, value = text.rpartition("=")
    if not (name and equals):
        template = "{text!r} is not NAME=VALUE: write, for example, SoftmaxV2=float32"
        raise CannlintError(str(Message.of(template, text=text)))
    return Want(text, [((name,),)], value_of(value))


def value_of(text: str) -> Value:
    """What is wanted, by its name; raises CannlintError for one that is unknown."""
    written = {"float": "float32", **MISTAKEN}.get(text.lower(), text)
    if written in _DTYPES:
        return Value(DTYPE, written)
    if written == KEEP:
        return Value(KEPT, KEEP)
    if written in IMPL_MODES:
        return Value(MODE, written)
    raise CannlintError(_unknown(text))


def _unknown(text: str) -> str:
    known = (*_DTYPES, KEEP, *IMPL_MODES)
    if text.lower() in DTYPES:
        return said(
            "no option changes an operator to {text}: CANN converts only between {floats}",
            text=text,
            floats=", ".join(_DTYPES),
        )
    meant = nearest(text, known)
    if meant:
        template = "unknown value {text!r}: did you mean {meant}?"
        return str(Message.of(template, text=text, meant=meant))
    return str(
        Message.of("unknown value {text!r}: expected one of {known}", text=text, known=known)
    )

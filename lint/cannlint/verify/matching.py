"""Match an entry with the operators of a compiled model that it is for."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.verify.outcome import NONE, Match, entry_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.reading.base import Reading
    from cannlint.text.span import Span
    from cannlint.verify.compiled import Kernel
    from cannlint.verify.index import Index
    from cannlint.verify.outcome import Asked

    Judge = Callable[[Kernel], Match]

_BY_NAME = "the file has an entry for the operator's name, which comes first"


def matched(
    asked: Asked,
    key: str,
    is_type: bool,
    index: Index,
    judge: Judge,
    named: frozenset[str] = frozenset(),
) -> Asked:
    """An entry with the operators that it is for, or why there are none.

    `named` are the names that entries of the file have: these come before any for a type.
    """
    for kernel in index.find(key, is_type):
        if is_type and named and not named.isdisjoint(kernel.names):
            asked.matches.append(Match(kernel, False, Message.of(_BY_NAME), is_overridden=True))
        else:
            asked.matches.append(judge(kernel))
    asked.must_match = not is_type
    if not asked.matches and is_type and (fused := index.fused(key)):
        reason = Message.of("fused into another operator")
        asked.matches = [Match(kernel, None, reason) for kernel in fused]
    elif not asked.matches:
        template = (
            "no operator of the compiled model has this type"
            if is_type
            else "no operator of the compiled model has this name"
        )
        asked.reason = Message.of(template)
    return asked


def repeated(asked: Asked, line: int) -> Asked:
    """An entry that has no effect, as an earlier line has it already."""
    asked.status_alone = NONE
    asked.reason = Message.of("line {line} has the same entry: CANN takes the first", line=line)
    return asked


def written(reading: Reading, span: Span) -> str:
    """The text of an entry to show."""
    return entry_text(reading, reading.source.slice(span))

"""How many findings of one rule a file may have: so many that nobody reads more of them."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic

LIMIT = 1000


def limit_findings(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The first findings of a rule in a file or a job; the last of them says if there are more.

    It bounds the memory that a file of nothing but faults takes: a finding has a hundred times
    the bytes of the shortest line.
    """
    rest = iter(findings)
    first = list(islice(rest, LIMIT))
    if len(first) == LIMIT and next(rest, None) is not None:
        from cannlint.diagnostics import Message

        first[-1].note = Message(_MORE, {"limit": LIMIT})
    return first


_MORE = "there are more of these here; only the first {limit} are reported"

"""Lists of names in messages: some of them, or one of them."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.diagnostics import Message


def some_of(names: Sequence[str], most: int) -> tuple[str, ...] | Message:
    """Return the first `most` names, and say if there are more."""
    if len(names) <= most:
        return tuple(names)
    return Message("{names} and others", {"names": tuple(names[:most])})


def one_of(names: Sequence[str]) -> str | Message:
    """Return the names with `or` before the last; "" if there are none."""
    return _either("{names} or {last}", names)


def one_of_quoted(names: Sequence[str]) -> str | Message:
    """Return the same for a template that has the outer backticks."""
    return _either("{names}` or `{last}", names)


def _either(template: str, names: Sequence[str]) -> str | Message:
    if len(names) < 2:
        return names[0] if names else ""
    *others, last = names
    return Message(template, {"names": _either(template, others), "last": last})

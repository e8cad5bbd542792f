"""Releases of front ends, and the rows of the option tables as they are in one release.

A release is written as its package is: `7.1.0`, `8.1.RC1`, `v2.1.0-6.0.0` (torch_npu: the release
of PyTorch, then its own). Only its numbers count. Nothing known is the newest release.
"""

from __future__ import annotations

import re

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Release = tuple[int, ...]
    """The numbers of a release, without zeros at the end."""
    Row = dict[str, Any]

_RELEASE = re.compile(r"(?:v?\d[\w.]*-)?v?(\d{1,9}(?:\.\d{1,9}){0,5})(?:[.-]?[A-Za-z][\w.]*)?")
_LATER = ">"
"""Before a release: the first that has something is a later one, not known exactly."""


def release_of(text: str) -> Release:
    """The numbers of a release. Raises CannlintError for a text that is no release."""
    match = _RELEASE.fullmatch(text.strip())
    if match is None:
        raise CannlintError("{text!r} is no release of a front end, such as 7.1.0", text=text)
    numbers = [int(number) for number in match[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def row_at(row: Row, release: Release | None) -> Row | None:
    """A row of a table as a release has it (None: the newest); None where it has no such option.

    dev/option_tables.schema.json has what `since`, `until`, `values_since`, `values_until` and
    `formerly` mean.
    """
    if not is_within(row.get("since"), row.get("until"), release):
        return None
    found = dict(row)
    for former in row.get("formerly", ()):
        if release is not None and release <= release_of(former["until"]):
            found.update(former)
            break
    if "values" in found and ("values_since" in row or "values_until" in row):
        found["values"] = list(_values_at(found, release))
    return found


def is_in(release: Release | None, since: str | None) -> bool:
    """Whether a release (None: the newest) has what there is since another."""
    return is_within(since, None, release)


def _values_at(row: Row, release: Release | None) -> Iterator[str]:
    since: dict[str, str] = row.get("values_since", {})
    until: dict[str, str] = row.get("values_until", {})
    for value in (*row["values"], *until):
        if is_within(since.get(value), until.get(value), release):
            yield value


def is_within(since: str | None, until: str | None, release: Release | None) -> bool:
    """Whether a release (None: the newest) has what there is since one, and until another."""
    if release is None:
        return until is None
    return (since is None or _has_reached(release, since)) and (
        until is None or release <= release_of(until)
    )


def _has_reached(release: Release, since: str) -> bool:
    first = release_of(since.removeprefix(_LATER))
    return release > first if since.startswith(_LATER) else release >= first


def former_releases(row: Row) -> Iterator[tuple[Release, str, bool]]:
    """The releases at which a row changed, the newest first.

    Each with the text of a release, and whether what was before holds up to and with it
    (`until`), or only before it (`since`). The release itself is the last with the former row.
    """
    found: dict[Release, tuple[str, bool]] = {}
    ended = (row.get("until"), *(former["until"] for former in row.get("formerly", ())))
    for until in (*ended, *row.get("values_until", {}).values()):
        if until is not None:
            found[release_of(until)] = (until, True)
    for since in (row.get("since"), *row.get("values_since", {}).values()):
        if since is not None and since.startswith(_LATER):
            found[release_of(since[1:])] = (since[1:], True)
        elif since is not None:
            numbers = release_of(since)
            found[(*numbers[:-1], numbers[-1] - 1, 10**9)] = (since, False)
    for release, (text, is_with) in sorted(found.items(), reverse=True):
        yield release, text, is_with

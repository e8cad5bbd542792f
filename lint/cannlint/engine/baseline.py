"""The baseline: findings that were there when cannlint came, which are not reported again.

An entry is a rule, a path, the key that the finding is about and the values of its message. It
has no line, so what is moved stays known; and two findings that are alike are counted. Its words
are English in whatever language findings are reported.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypedDict

from cannlint.diagnostics import Diagnostic, quoted
from cannlint.engine.keys import Keys
from cannlint.engine.run import Comparison, Options, Run
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.json_types import FromOne, RuleCode
from cannlint.language import said
from cannlint.text.source import Source, read_source

if TYPE_CHECKING:
    from cannlint.engine.run import Fingerprint, Values

SCHEMA = "cannlint/baseline/1"

_NEVER = ("CL001", "CL005")
"""What ends a run with status 2 cannot be put off."""


class BaselineEntry(TypedDict):
    """Equal findings in a baseline."""

    rule: RuleCode
    path: str
    """Relative to the baseline file, with slashes."""
    key: list[str]
    """The keys from the outermost to the one that the finding is about."""
    values: dict[str, str]
    """The values that the message of the finding names."""
    count: FromOne


def apply_baseline(run: Run, options: Options) -> None:
    """Take the findings that the baseline knows out of a run; write it where that is asked for.

    Raises CannlintError for a baseline that cannot be read, used or written.
    """
    path = options.baseline
    assert path is not None
    known = Counter() if options.update_baseline and not os.path.exists(path) else _read(path)
    prints = _Fingerprints(run, os.path.dirname(os.path.abspath(path)))
    found = Counter(map(prints.of, run.findings))
    if options.update_baseline:
        judged = {entry for entry in known if prints.was_judged(entry, options)}
        others = Counter({entry: count for entry, count in known.items() if entry not in judged})
        known = others + Counter({entry: count for entry, count in found.items() if entry})
        _write(path, known)
    left = known.copy()
    run.findings = [finding for finding in run.findings if not _take(left, prints.of(finding))]
    stale = [entry for entry in sorted(+left) if prints.was_judged(entry, options)]
    matched = known.total() - left.total()
    run.comparison = Comparison(path, matched, [(entry, left[entry]) for entry in stale])
    if stale:
        run.complaints.append(_stale(path, len(stale)))


def _take(left: Counter[Fingerprint], entry: Fingerprint | None) -> bool:
    if entry is None or left[entry] <= 0:
        return False
    left[entry] -= 1
    return True


def _stale(path: str, count: int) -> str:
    return said(
        "{path}: 1 entry matches no finding any more; --update-baseline takes it out"
        if count == 1
        else "{path}: {number} entries match no finding any more; --update-baseline takes them out",
        path=path,
        number=count,
    )


class _Fingerprints:
    """The fingerprints of a run's findings, with paths relative to `folder`."""

    def __init__(self, run: Run, folder: str) -> None:
        self.run = run
        self.folder = folder
        self._keys: dict[Source, Keys] = {}
        self._paths = {self._relative(path) for path in run.kinds}

    def of(self, finding: Diagnostic) -> Fingerprint | None:
        source = finding.source
        if source is None or finding.code in _NEVER:
            return None
        if source not in self._keys:
            self._keys[source] = Keys(source, self.run.kinds.get(source.path))
        values = values_of(finding)
        at = () if source.is_outside else self._keys[source].at(finding.span)
        key = tuple(map(_text, at))
        return finding.code, self._relative(source.path), key, values

    def was_judged(self, entry: Fingerprint, options: Options) -> bool:
        """Whether the run would have found what an entry stands for: its file may be gone, too."""
        rule, path = entry[:2]
        is_gone = not os.path.exists(os.path.join(self.folder, path))
        return options.wants(rule) and (path in self._paths or is_gone)

    def _relative(self, path: str) -> str:
        return os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/")


def values_of(finding: Diagnostic) -> Values:
    """The values of a finding's message by name, sorted."""
    return tuple(sorted((name, _text(value)) for name, value in finding.values.items()))


def _text(value: object) -> str:
    """A value as an English message shows it: not endless, and text that JSON can hold."""
    return str(quoted(value, str))


def _read(path: str) -> Counter[Fingerprint]:
    try:
        content = json.loads(read_source(path).data)
    except UnreadablePathError as error:
        raise CannlintError(
            "{path}: the baseline cannot be read: {reason}", path=path, reason=error.reason
        ) from None
    except (ValueError, RecursionError):
        raise CannlintError("{path}: the baseline is not JSON", path=path) from None
    problem = _problem(content)
    if problem is not None:
        raise CannlintError("{path}: not a baseline: {problem}", path=path, problem=problem)
    known: Counter[Fingerprint] = Counter()
    for entry in content["findings"]:
        values = tuple(sorted(entry["values"].items()))
        known[(entry["rule"], entry["path"], tuple(entry["key"]), values)] += entry["count"]
    return known


def _problem(content: object) -> str | None:
    """Where and how a baseline violates its schema."""
    from cannlint.schema import UNKNOWN_KEY
    from cannlint.validation import expected, place_of, violations

    found = violations("baseline", content)
    if not found:
        return None
    first = found[0]
    if first.keyword == UNKNOWN_KEY:
        place, key = place_of(("$", *first.path[:-1])), quoted(first.path[-1])
        return said("{place} has an unknown key, `{key}`", place=place, key=key)
    place = place_of(("$", *first.path))
    if first.keyword == "required":
        return said("{place} has no `{key}`", place=place, key=first.expected[0])
    return said("{field} has to be {shape}", field=place, shape=expected(first))


def _write(path: str, known: Counter[Fingerprint]) -> None:
    from cannlint.text.writing import write_whole

    entries = [entry_json(entry, known[entry]) for entry in sorted(+known)]
    write_whole(path, "".join(_lines(entries)), overwrite=True)


def _lines(entries: list[BaselineEntry]) -> Iterator[str]:
    """The file, an entry a line: so that a difference shows which came and went."""
    yield f'{{\n  "schema": "{SCHEMA}",\n  "findings": ['
    for number, entry in enumerate(entries):
        yield ("," if number else "") + "\n    " + _dumped(entry)
    yield ("\n  ]\n}\n" if entries else "]\n}\n")


def _dumped(entry: BaselineEntry) -> str:
    """JSON for people to read; a half character, as of a path that is no UTF-8, as an escape."""
    text = json.dumps(entry, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def entry_json(entry: Fingerprint, count: int) -> BaselineEntry:
    """An entry as in the file."""
    rule, path, key, values = entry
    return {
        "rule": rule, "path": path, "key": list(key), "values": dict(values), "count": count
    }  # fmt: skip

"""Entries in the config files of lines: keep_dtype, customize_dtypes, op_precision_mode.

Each takes the file as CANN reads it, so that a new entry counts: an older one for the same key is
replaced, as CANN keeps the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cannlint.formats.customize_dtypes.lines import TYPE_PREFIX
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.op_precision.reading import Fate, OpPrecision
from cannlint.reading.base import Reading
from cannlint.suggest.draft import Draft, not_writable
from cannlint.text.edits import insert, line_end_of, replace
from cannlint.text.span import Edit, apply_edits

Dtypes = tuple[list[str], list[str]]
"""Those of inputs and outputs."""

_SECTIONS = {True: "[ByOpType]", False: "[ByNodeName]"}


def add_kept(draft: Draft, option: str, names: Sequence[str], is_type: bool) -> None:
    """Add operator types or node names to the keep_dtype file. Raises NoWayError."""
    reading = draft.reading(option)
    known = set(reading.entries(is_type)) if isinstance(reading, KeepDtype) else set()
    prefix = TYPE_PREFIX if is_type else ""
    lines = [prefix + name for name in dict.fromkeys(names) if name not in known]
    after = draft.put(option, _appended(reading, lines))
    assert isinstance(after, KeepDtype)
    _check(after, names, {*after.entries(is_type)})


def add_customized(draft: Draft, option: str, entries: Mapping[str, Dtypes], is_type: bool) -> None:
    """Add entries to the customize_dtypes file, or change those that are there."""
    reading = draft.reading(option)
    edits: list[Edit] = []
    waiting = {**entries}
    colons = ":"
    if isinstance(reading, CustomizeDtypes):
        for record in reading.records:
            entry = record.entry
            if record.counts and entry is not None and entry.is_type == is_type:
                is_double = reading.source.text.startswith("::", entry.key.end)
                colons = "::" if is_double else ":"
                dtypes = waiting.pop(entry.name, None)
                if dtypes is not None:
                    line = _dtype_line(entry.name, colons, dtypes, is_type)
                    edits.append(replace(record.line, line))
    lines = [_dtype_line(key, colons, dtypes, is_type) for key, dtypes in waiting.items()]
    after = draft.put(option, _appended(reading, lines, edits))
    assert isinstance(after, CustomizeDtypes)
    _check(after, entries, after.effect(is_type))


def _dtype_line(key: str, colons: str, dtypes: Dtypes, is_type: bool) -> str:
    """A line, with as many colons as its file has behind names.

    Tensors at the end of which nothing is asked are left out.
    """
    sides = []
    for keyword, side in zip(("InputDtype", "OutputDtype"), dtypes, strict=True):
        while side and not side[-1]:
            side = side[:-1]
        sides += [f"{keyword}:{','.join(side)}"] if side else []
    return f"{TYPE_PREFIX if is_type else ''}{key}{colons}{','.join(sides)}"


def add_modes(draft: Draft, option: str, modes: Mapping[str, str], is_type: bool) -> None:
    """Add entries to the op_precision_mode file, or change those that are there."""
    reading = draft.reading(option)
    waiting = {**modes}
    edits: list[Edit] = []
    place = None
    for record in reading.records if isinstance(reading, OpPrecision) else ():
        if record.fate is Fate.KEPT and record.is_type == is_type:
            mode = waiting.pop(record.line.name, None)
            if mode is not None and record.line.value is not None:
                edits.append(replace(record.line.value, mode))
        if record.is_type == is_type and record.fate in (Fate.KEPT, Fate.SECTION):
            place = record.line
    lines = [f"{name}={mode}" for name, mode in waiting.items()]
    if place is not None and reading is not None and place.end < len(reading.source.text):
        text = reading.source.text
        edits.append(insert(place.end + 1, "".join(f"{line}{line_end_of(text)}" for line in lines)))
        lines = []
    elif lines and place is None:
        lines = [_SECTIONS[is_type], *lines]
    after = draft.put(option, _appended(reading, lines, edits))
    assert isinstance(after, OpPrecision)
    kept = after.effect(is_type)
    _check(after, modes, {key for key, mode in modes.items() if kept.get(key) == mode})


def _appended(reading: Reading | None, lines: Sequence[str], edits: Sequence[Edit] = ()) -> str:
    """The text of a file after edits and with lines at its end, in its own line ends."""
    text = reading.source.text if reading is not None else ""
    end = line_end_of(text)
    text = apply_edits(text, edits)
    if lines and text and not text.endswith("\n"):
        text += end
    return text + "".join(f"{line}{end}" for line in lines)


def _check(reading: Reading, wanted: Sequence[str] | Mapping[str, object], found: object) -> None:
    """Raise NoWayError where CANN would not read an entry as it is meant."""
    assert isinstance(found, (set, dict))
    for name in wanted:
        if not reading.accepted or name not in found:
            raise not_writable(name, reading.kind)

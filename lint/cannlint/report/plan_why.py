"""The reasons for each value of a plan: what decides it, and what it overrides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from cannlint.diagnostics import Message
from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.origins import made_by, made_from, origin_text
from cannlint.report.plan_passes import pass_lines
from cannlint.report.plan_table import is_grouped, operator_text, shown_rows, summary
from cannlint.report.plan_words import (
    bare,
    circumstances,
    dtypes_text,
    job_name,
    kernels,
    list_text,
    mode_text,
    pair,
    remarks,
)
from cannlint.report.tables import aligned
from cannlint.resolve.outcome import Dtypes
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Origin, Shadowed, Step
from cannlint.resolve.rows import Row
from cannlint.text.printable import display_width, printable

if TYPE_CHECKING:
    from cannlint.report.styles import Line

Cells = list[tuple[str, str]]

WINS, LOSES, ABSENT = "✓", "✗", "·"
"""Marks: decides the value; has no effect; was searched and has no entry."""

_INDENT = "  "
_FEW = 3
"""Tensors of a line that are all named."""

_TITLES = (Phrase("list"), Phrase("mode"), Phrase("keep"), Phrase("dtypes"))
"""The titles of the values with reasons."""


def lines(plan: Plan) -> Iterator[Line]:
    """The reasons for the rows of the table, and the files read."""
    yield [(translated("Job: "), ""), (job_name(plan), "name")]
    yield [(" · ".join(circumstances(plan)), "quiet")]
    rows = shown_rows(plan)
    for same, reasons in _groups(plan, rows):
        yield []
        yield [
            (operator_text(*same), "name"),
            (said(" on {soc}", soc=plan.target.soc), "quiet"),
        ]
        if len(same) > 1:
            yield [(_INDENT, ""), (printable(example_text(same[0])), "quiet")]
        yield from reasons
    yield []
    of_model = summary(plan, rows) if is_grouped(plan) else []
    for line in (*of_model, *pass_lines(plan)):
        yield [(line, "quiet")]
    yield [
        (translated("read: "), "quiet"),
        (" · ".join(files_read(plan)) or translated("no config file"), "quiet"),
    ]
    for style, text in remarks(plan):
        yield [("! ", style), (text, "")]


def example_text(row: Row) -> str:
    """What stands with the reasons of one of several nodes."""
    return said("the reasons of {node}; those of the others are the same", node=row.node)


def _groups(plan: Plan, rows: Sequence[Row]) -> Iterator[tuple[list[Row], list[Line]]]:
    """Rows with the reasons of the first; nodes that differ in their names only are together."""
    without = _without_each_file(plan)
    groups: dict[object, tuple[list[Row], list[Line]]] = {}
    for row in rows:
        reasons = [*_reasons(plan, row)]
        for name, others in without.items():
            reasons += _otherwise(name, row, others.get((row.op_type, row.node)))
        key: object = id(row)
        if is_grouped(plan):
            key = (row.op_type, made_by(row), *_without_names(row, reasons))
        groups.setdefault(key, ([], reasons))[0].append(row)
    yield from groups.values()


def _without_names(row: Row, reasons: list[Line]) -> Iterator[str]:
    """The texts of the reasons without the node's own name, and without what it was made from."""
    name, made = printable(row.node or ""), made_from(row)
    for line in reasons:
        text = "".join(cell for cell, _ in line)
        yield "" if made and made in text else " ".join(text.replace(name, "").split())


def _reasons(plan: Plan, row: Row) -> Iterator[Line]:
    """The reasons for one operator."""
    made = made_from(row)
    if made:
        yield [(_INDENT, ""), (made, "quiet")]
    width = max(display_width(translated(title)) for title in _TITLES) + 2
    for title, value, chain in sections(plan, row):
        padding = " " * (width - display_width(title))
        yield [(f"{_INDENT}{title}{padding}", "quiet"), (value, "name")]
        yield from aligned(chain, indent=_INDENT * 3)


def _without_each_file(plan: Plan) -> dict[str, dict[tuple[str, str | None], Row]]:
    """The rows without each file of the job, unless CANN would then refuse the job.

    They are those by type and node: without a file that switches passes there are others.
    """
    from cannlint.resolve.plan import without

    plans = {
        printable(file.path): without(plan, option)
        for option, file in plan.job.files.items()
        if plan.rows
    }
    return {
        name: {(row.op_type, row.node): row for row in other.rows}
        for name, other in plans.items()
        if other.accepted
    }


def _otherwise(name: str, row: Row, other: Row | None) -> Iterator[Line]:
    """What the operator would use without a file; nothing if that is the same."""
    if other is None:
        yield [
            (_INDENT, ""),
            (said("without {name}: ", name=name), "quiet"),
            (translated("no such operator, because other passes run"), ""),
        ]
        return
    changes = [
        text(other)
        for text in (
            lambda row: dtypes_text(row.dtypes),
            lambda row: mode_text(row.mode),
            list_text,
        )
        if text(other) != text(row)
    ]
    if changes:
        yield [
            (_INDENT, ""),
            (said("without {name}: ", name=name), "quiet"),
            (enumerated(changes), ""),
        ]


def sections(plan: Plan, row: Row) -> Iterator[tuple[str, str, list[Cells]]]:
    """Each value of an operator: title, value, and rows of reasons."""
    list_, mode, keep, dtypes = map(translated, _TITLES)
    yield list_, *_list(plan, row)
    yield mode, *_mode(row)
    if row.keep is not None:
        yield keep, translated("keeps its dtypes"), [_winner(row.keep, "keep_dtype")]
    yield dtypes, _dtypes_value(row.dtypes), list(_dtypes_chain(plan, row))


def _list(plan: Plan, row: Row) -> tuple[str, list[Cells]]:
    colour = row.colour
    if colour is None:
        return translated("none: not in the operator library"), []
    chain = [_winner(colour.origin, bare(colour.value)), *map(_loser, colour.shadowed)]
    return enumerated([colour.value, _use_of_list(plan, row)]), chain


def _use_of_list(plan: Plan, row: Row) -> str:
    modes = enumerated(mode.text for mode in plan.precision.modes)
    if row.colour_used:
        return said("used in {modes}", modes=modes)
    if row.keep is not None:
        return translated("not used: keep_dtype takes precedence")
    return said("not used in {modes}", modes=modes)


def _mode(row: Row) -> tuple[str, list[Cells]]:
    mode = row.mode
    chain: list[Cells] = []
    if mode.origin is not None and mode.value is not None:
        chain.append(_winner(mode.origin, mode.value))
    chain += map(_loser, mode.shadowed)
    chain += [
        [(ABSENT, "quiet"), (origin_text(asked.origin), ""), ("", ""), (str(asked.reason), "quiet")]
        for asked in mode.without
    ]
    chain += [[("!", "warning"), (str(note), "")] for note in mode.notes]
    if mode.reason is not None:
        return said("unknown: {reason}", reason=mode.reason), chain
    return mode_text(mode) if mode.value else translated(
        "not set: the default of the kernel"
    ), chain


def _winner(origin: Origin, value: str) -> Cells:
    detail = str(origin.detail) if origin.kind in ("file", "library") and origin.detail else ""
    return [
        (WINS, "good"),
        (origin_text(origin), ""),
        (value, "name"),
        (detail or translated("decides"), ""),
    ]


def _loser(shadowed: Shadowed) -> Cells:
    origin = origin_text(shadowed.origin)
    return [(LOSES, "quiet"), (origin, ""), (shadowed.value or "", ""), (str(shadowed.reason), "")]


def _dtypes_value(dtypes: Dtypes) -> str:
    value = dtypes_text(dtypes)
    if dtypes.reason is not None:
        value = said("{value}: {reason}", value=value, reason=dtypes.reason)
    if dtypes.column is not None:
        value += said(
            "  (column {column}, counted from 0, of {columns})",
            column=dtypes.column,
            columns=dtypes.columns,
        )
    return value


_STEPS: dict[str, str] = {
    "P1": Phrase("mode"),
    "C2": Phrase("list"),
    "S2": Phrase("columns"),
    "S3": Phrase("support"),
    "S4": Phrase("support"),
    "S5": Phrase("support"),
    "D1": Phrase("judge"),
    "D2": Phrase("rule"),
    "D3": "customize_dtypes",
    "D4": Phrase("promotion"),
    "D5": Phrase("tensor"),
    "D7": Phrase("formats"),
    "D8": Phrase("fallback"),
}
"""Step of the algorithm → what it looks at; the JSON has the codes."""


def _dtypes_chain(plan: Plan, row: Row) -> Iterator[Cells]:
    for _, same in groupby(row.dtypes.steps, _without_tensor):
        step, *others = same
        origin = "" if step.origin.kind == "derived" else origin_text(step.origin)
        effect = _of_all([step, *others]) if others else str(step.effect)
        yield [(translated(_STEPS[step.name]), "quiet"), (effect, ""), (origin, "quiet")]
    for inputs, outputs in row.dtypes.candidates:
        yield [(translated("or"), "quiet"), (pair(inputs, outputs), ""), ("", "")]
    known = kernels(plan, row)
    for mark in filter(None, [*row.dtypes.marks, known]):
        yield [("!", "warning"), (translated(mark), ""), ("", "")]


def _without_tensor(step: Step) -> tuple[object, ...]:
    """What steps have to have in common to be one line: all but the tensor, where one is named."""
    values = step.effect.values
    if "tensor" not in values:
        return (id(step),)
    return step.name, step.effect.template, *(str(values[key]) for key in values if key != "tensor")


def _of_all(steps: list[Step]) -> str:
    """The effect of steps that differ in their tensors only; of many, two are named."""
    names = [str(step.effect.values["tensor"]) for step in steps]
    shown = enumerated(names) if len(names) <= _FEW else f"{names[0]} … {names[-1]}"
    first = steps[0].effect
    return str(Message(first.template, {**first.values, "tensor": (shown,)}))


def files_read(plan: Plan) -> list[str]:
    """The files of the plan, and the places searched for a library."""
    from cannlint.library.choose import VARIABLES, Place

    found = [
        said("{place} ({reason})", place=printable(file.path), reason=option)
        for option, file in plan.job.files.items()
    ]
    found += [printable(reading.source.path) for reading in plan.target.custom]
    if plan.target.library.origin == "embedded":
        import os

        places = [Place(name, os.environ.get(name) or None) for name in VARIABLES]
        found += [
            said("{place} ({reason})", place=translated(place.name), reason=place.reason)
            for place in places
            if place.library is None
        ]
    return found

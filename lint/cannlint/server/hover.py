"""Hover texts, and the names in a config file that they are about."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.dtypes import DTYPES
from cannlint.cann.modes import IMPL_MODES
from cannlint.formats.customize_dtypes.shown import dtypes_at
from cannlint.formats.ops_info.operator import Operator
from cannlint.formats.shown import Place, Sort
from cannlint.kinds import FORMATS
from cannlint.language import SOURCE, Phrase, said, translated
from cannlint.library.operators import Operators
from cannlint.reading.base import Reading
from cannlint.report.library_list import written
from cannlint.report.library_show import entries_of
from cannlint.server.job_places import about_option, job_place, rows_of, setting_at
from cannlint.server.session import Checked
from cannlint.text.escaped import markdown, markdown_code
from cannlint.text.printable import printable
from cannlint.text.span import Span


def places(reading: Reading) -> Iterator[Place]:
    """All names in a file, in order; in a refused file, those that can be recognised."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=True)


def entries(reading: Reading) -> Iterator[Place]:
    """The names of entries only, without dtypes and modes."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=False)


def place_at(reading: Reading, offset: int) -> Place | None:
    """The name that contains an offset, or ends at it."""
    for place in _places(reading, Span(offset, offset), has_parts=True):
        if place.span.start <= offset <= place.span.end:
            return place
    return None


def _places(reading: Reading, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names in the lines of a span; in JSON files, all names."""
    return FORMATS[reading.kind].places(reading, asked, has_parts)


_MOST_COLUMNS = 12
_MOST_JOBS = 6


def hover(checked: Checked, offset: int) -> tuple[str, Span | None] | None:
    """The Markdown for the name at an offset, and its span; None without a name."""
    parts = []
    setting = setting_at(checked, offset)
    if setting is not None:
        parts.append(about_option(setting))
    place = place_at(checked.reading, offset) if checked.reading is not None else None
    if place is not None and checked.operators is not None:
        parts.append("\n\n".join(filter(None, _about(place, checked, checked.operators))))
    for finding in checked.findings:
        if finding.span.start <= offset <= finding.span.end:
            parts.append(_rule(finding.code, finding.name))
    text = "\n\n---\n\n".join(filter(None, dict.fromkeys(parts)))
    span = setting.key_span if setting is not None else place.span if place is not None else None
    return (text, span) if text else None


def _about(place: Place, checked: Checked, operators: Operators) -> Iterator[str]:
    if place.sort is Sort.OP_TYPE:
        heading, *rest = about_operator(place.name, operators)
        yield heading
        if operators.entries(place.name):
            yield in_jobs(checked, place.name)
        yield from rest
    elif place.sort is Sort.FUSION_PASS:
        yield from about_pass(place.name, operators)
    elif place.sort is Sort.DTYPE:
        yield from _about_dtype(place, operators)
    elif place.sort is Sort.MODE:
        yield from _about_mode(place, operators)
    elif place.sort is Sort.NODE:
        yield said(
            "**{name}** · a node name; its operator type is only known with the model",
            name=_code(place.name),
        )


def in_jobs(checked: Checked, op_type: str) -> str:
    """What an operator gets in the jobs that use the file: dtypes, and the implementation mode."""
    from cannlint.report.plan_words import NOTHING, dtypes_text, mode_text

    gets: dict[str, dict[str, str]] = {}
    for job, original, row in rows_of(checked, [op_type])[op_type]:
        text = dtypes_text(row.dtypes)
        if row.dtypes.reason is not None:
            text = said("{value}: {reason}", value=text, reason=_line(str(row.dtypes.reason)))
        if mode_text(row.mode) != NOTHING:
            text = said("{dtypes}; mode {mode}", dtypes=text, mode=_code(mode_text(row.mode)))
        gets.setdefault(job_place(job), {}).setdefault(text, original)
    lines = [line for job, texts in gets.items() for line in _of_job(job, texts)]
    more = ["* …"] if len(lines) > _MOST_JOBS else []
    return "\n".join((*lines[:_MOST_JOBS], *more))


def _of_job(job: str, texts: dict[str, str]) -> Iterator[str]:
    """What an operator gets in one job, for each dtype of float tensors that matters."""
    for text, original in texts.items():
        of = said(" (float tensors are {dtype})", dtype=original) if len(texts) > 1 else ""
        yield f"* {_code(job)}{of}: {text}"


def about_operator(op_type: str, operators: Operators) -> Iterator[str]:
    """An operator on the configured SoCs: list, modes, dtype combinations."""
    library = operators.library
    entries = entries_of(library, op_type, operators.folders)
    yield said(
        "**{op_type}** · operator type · {where}",
        op_type=_code(op_type),
        where=_line(operators.where),
    )
    if not entries:
        yield translated("not in the operator library")
        return
    if library.modes:
        modes = ", ".join(library.modes.get(op_type, ())) or translated(
            "the operator has no modes to choose from"
        )
        yield said("implementation modes: {modes}", modes=_line(modes))
    for entry in entries:
        folders = ", ".join(entry.folders)
        yield _line(f"{folders}: {entry.operator.default_list}")
        for one in entry.recorded:
            lines = one.lines(entry.operator)
            shown = [f"* {_line(line)}" for line in lines[:_MOST_COLUMNS]]
            yield "\n".join([_line(one.heading()), "", *shown])
            yield _more(len(lines))
        if not entry.recorded:
            yield _columns(entry.operator)


def _more(count: int) -> str:
    if count <= _MOST_COLUMNS:
        return ""
    return said("\n… {number} more combinations", number=count - _MOST_COLUMNS)


def _columns(operator: Operator) -> str:
    if not operator.column_count:
        return translated("dtypes: given by op_select_format at compile time")
    names = [tensor.name for tensor in operator.tensors if tensor.dtypes]
    rows = dict.fromkeys(written((*ins, *outs)) for ins, outs in operator.columns())
    lines = [f"| {' | '.join(map(_line, names))} |", f"|{' --- |' * len(names)}"]
    lines += [f"| {_line(row).replace(', ', ' | ')} |" for row in list(rows)[:_MOST_COLUMNS]]
    return "\n".join(filter(None, [*lines, _more(len(rows))]))


def about_pass(name: str, operators: Operators) -> Iterator[str]:
    """A fusion pass: its group, its built-in switch, whether a file can turn it off."""
    from cannlint.report.library_pass import Pass

    found = Pass(name, operators.library)
    yield said("**{name}** · fusion pass", name=_code(name))
    if not found.groups:
        yield translated(
            "not in the list of known passes: only the compiler knows whether it exists"
        )
        return
    yield said("group: {groups}", groups=_line(", ".join(found.groups)))
    since = operators.passes.since.get(name)
    if since is not None:
        yield said("known since CANN {since}", since=since)
    for group, is_on in found.built_in.items():
        yield said(
            "built-in switch in {group}: {state}",
            group=_line(group),
            state="on" if is_on else "off",
        )
    yield said("can be turned off by a file: {reason}", reason=_line(found.reason))


def _about_dtype(place: Place, operators: Operators) -> Iterator[str]:
    compiler = DTYPES.get(place.name.lower())
    known = said("{side} {position} · dtype", side=Phrase(place.side), position=place.position) + (
        "" if compiler else translated(" unknown to CANN")
    )
    yield (
        f"**{_code(place.name)}** · {known}"
        if place.name
        else said("**any dtype** · {known}", known=known)
    )
    allowed = dtypes_at(place, operators)
    if allowed:
        yield said(
            "dtypes of {op_type} here: {allowed}",
            op_type=_code(place.op_type),
            allowed=_line(", ".join(allowed)),
        )


def _about_mode(place: Place, operators: Operators) -> Iterator[str]:
    known = (
        translated("implementation mode")
        if place.name in IMPL_MODES
        else translated("unknown implementation mode")
    )
    yield f"**{_code(place.name)}** · {known}"
    modes = operators.library.modes.get(place.op_type)
    if modes:
        yield said(
            "modes of {op_type}: {modes}",
            op_type=_code(place.op_type),
            modes=_line(", ".join(modes)),
        )


def _rule(code: str, name: str) -> str:
    from cannlint.report.rule_page import documentation, summary

    after = documentation(code).partition(translated("## What CANN does\n"))[2]
    does = after.partition("\n" + translated(SOURCE))[0].strip()
    return f"**{code} {name}** · {summary(code)}\n\n{does}"


def _code(text: str) -> str:
    return markdown_code(printable(text))


def _line(text: str) -> str:
    """What a library says, on one line: it may be that of a repository."""
    return markdown(printable(text))

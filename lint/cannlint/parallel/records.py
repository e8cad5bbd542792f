"""Findings as plain JSON values and back: how they go between processes, and into the cache.

Nothing is unpickled: a record can do no more than be wrong.
"""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Fix, Label, Message, Phrase, Severity, Stage
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cannlint.text.source import Source

    Record = list[Any]
    """A finding, in the order of `record_of`."""

_MESSAGE, _PHRASE, _TUPLE = "message", "phrase", "tuple"


def record_of(finding: Diagnostic, home: Source) -> Record:
    """A finding in JSON values; `home` is the file that was checked, which has no name there."""
    values, source = finding.values, finding.source or home
    return [
        finding.code,
        finding.name,
        finding.severity.value,
        _of_span(finding.span),
        {name: _of_value(value) for name, value in values.items()},
        finding.message.template,
        finding.cann_code,
        finding.stage.value if finding.stage is not None else None,
        _of_message(finding.label, values),
        _of_message(finding.help, values),
        _of_message(finding.note, values),
        [_of_label(label, values, source) for label in finding.related],
        _of_fix(finding.fix, values) if finding.fix is not None else None,
        source.path if source is not home else None,
    ]


def finding_of(record: Record, home: Source, source_at: Callable[[str], Source]) -> Diagnostic:
    """The finding of a record; `source_at` gives the files that it names."""
    code, name, severity, span, written, message, cann_code, stage, *rest = record
    label, help, note, related, fix, path = rest
    values = {key: _value(value) for key, value in written.items()}
    finding = Diagnostic(code, name, Severity(severity), Span(*span), message, values)
    finding.cann_code = cann_code
    finding.stage = Stage(stage) if stage is not None else None
    finding.label = _message(label, values)
    finding.help = _message(help, values)
    finding.note = _message(note, values)
    finding.related = [_label(entry, values, source_at) for entry in related]
    finding.fix = _fix(fix, values) if fix is not None else None
    finding.source = source_at(path) if path is not None else home
    return finding


def _of_span(span: Span) -> list[int]:
    return [span.start, span.end]


def _of_value(value: object) -> object:
    """A value of a message; those that JSON does not know are an object with one key."""
    if isinstance(value, Message):
        return {_MESSAGE: [value.template, {k: _of_value(v) for k, v in value.values.items()}]}
    if isinstance(value, Phrase):
        return {_PHRASE: str.__str__(value)}
    if isinstance(value, tuple):
        return {_TUPLE: list(value)}
    if isinstance(value, str):
        return str.__str__(value)
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise TypeError(f"no value of a message: {value!r}")


def _value(value: Any) -> object:
    if not isinstance(value, dict):
        return value
    [(sort, content)] = value.items()
    if sort == _MESSAGE:
        template, values = content
        return Message(template, {name: _value(inner) for name, inner in values.items()})
    return Phrase(content) if sort == _PHRASE else tuple(content)


def _of_message(message: Message | None, values: dict[str, object]) -> object:
    """A text of a finding: its template alone where its values are those of the finding."""
    if message is None or message.values is values:
        return message.template if message is not None else None
    return _of_value(message)


def _message(record: Any, values: dict[str, object]) -> Any:
    if record is None:
        return None
    return Message(record, values) if isinstance(record, str) else _value(record)


def _of_label(label: Label, values: dict[str, object], home: Source) -> Record:
    path = label.source.path if label.source not in (None, home) else None
    return [_of_span(label.span), _of_message(label.message, values), path]


def _label(record: Record, values: dict[str, object], source_at: Callable[[str], Source]) -> Label:
    span, message, path = record
    source = source_at(path) if path is not None else None
    return Label(Span(*span), _message(message, values), source)


def _of_fix(fix: Fix, values: dict[str, object]) -> Record:
    edits = [[*_of_span(edit.span), edit.text] for edit in fix.edits]
    return [_of_message(fix.title, values), edits, fix.is_safe]


def _fix(record: Record, values: dict[str, object]) -> Fix:
    title, edits, is_safe = record
    written = (Edit(Span(start, end), text) for start, end, text in edits)
    return Fix(_message(title, values), written, is_safe)

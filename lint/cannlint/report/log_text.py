"""The messages of CANN in a log for people: each with its meaning, and its causes in the folder."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.error_codes import advice_on, meaning_of
from cannlint.explain.causes import Cause, ExplainedLog, Explanation
from cannlint.explain.supported import is_in_no_store, reasons_in, unsupported_type
from cannlint.language import Phrase, counted, enumerated, said
from cannlint.library.folders import folder_for
from cannlint.library.model import Library
from cannlint.report.library_list import name_of
from cannlint.report.library_show import combinations, entries_of
from cannlint.rules.codes import rules_with
from cannlint.text.printable import printable

_MOST_CAUSES = 3
"""Causes that are shown of one message."""

_MOST_COMBINATIONS = 6
"""Combinations of dtypes that are shown of one operator."""

_NOT_KNOWN = Phrase("not known")


def lines(found: ExplainedLog) -> Iterator[str]:
    """The report on a log, line by line."""
    for explanation in found.explanations:
        yield from _explanation(found, explanation)
        yield ""
    if found.omitted:
        yield said("{omitted:,} further messages were left out", omitted=found.omitted)
    yield _summary(found)


def _explanation(found: ExplainedLog, explanation: Explanation) -> Iterator[str]:
    path, message, causes = found.path, explanation.message, explanation.causes
    times = f" (×{message.count:,})" if message.count > 1 else ""
    yield printable(f"{path}:{message.line}: {message.code}{times} {message.text}".rstrip())
    yield "  " + said("meaning: {meaning}", meaning=meaning_of(message.code) or _NOT_KNOWN)
    for reason, values in reasons_in(message):
        shown = {name: printable(value) for name, value in values.items()}
        yield "  " + said("reason: {reason}", reason=said(reason, **shown))
    for cause in causes[:_MOST_CAUSES]:
        yield from _cause(cause)
    if len(causes) > _MOST_CAUSES:
        more = len(causes) - _MOST_CAUSES
        yield "  " + said("{more:,} more causes: `--format json` lists them", more=more)
    if not causes:
        yield "  " + _no_cause(message.code)
    op_type = unsupported_type(message)
    if op_type is not None and found.target is not None and found.target.socs:
        for soc in found.target.socs:
            yield from _takes(op_type, soc, found.target.library, is_in_no_store(message))
    elif not causes and (advice := advice_on(message.code)) is not None:
        yield "  " + said("what to do: {advice}", advice=advice)


def _takes(op_type: str, soc: str, library: Library, is_in_no_store: bool) -> Iterator[str]:
    """What an operator takes on a SoC, of much the first.

    If CANN says that no store has it, but the library does, the operators were not loaded.
    """
    entries = entries_of(library, op_type, [folder_for(library, soc)])
    found = [text for entry in entries for text in combinations(entry)]
    values = {"op": printable(op_type), "soc": soc, "library": name_of(library)}
    if not entries:
        yield "  " + said("{op} is not among the operators of {soc} in {library}", **values)
        return
    if is_in_no_store:
        yield "  " + said(
            "{library} has {op} for {soc}, so CANN did not load its operators: run set_env.sh of "
            "the install, and see whether the log names a Python package that is missing",
            **values,
        )
        return
    if found:
        yield "  " + said("{op} on {soc} takes:", **values)
        yield from (f"    {text}" for text in found[:_MOST_COMBINATIONS])
        if len(found) <= _MOST_COMBINATIONS:
            return
        values["more"] = f"{len(found) - _MOST_COMBINATIONS:,}"
        yield "    " + said("and {more} more: `cannlint library show {op} --soc {soc}`", **values)
    else:
        yield "  " + said("what {op} takes on {soc} is decided at compile time", **values)


def _cause(cause: Cause) -> Iterator[str]:
    finding = cause.finding
    assert finding.source is not None
    line, column = finding.source.position(finding.span.start)
    place = printable(f"{finding.source.path}:{line}:{column}")
    if cause.is_sure:
        label = said("cause: {place}", place=place)
    else:
        label = said("possible cause: {place}", place=place)
    yield f"  {label} {finding.severity.value} {finding.code} {finding.message}"
    if finding.releases:
        releases = ", ".join(finding.releases)
        yield "    " + said("only these releases say so: {releases}", releases=releases)
    if finding.help is not None:
        yield "    " + said("help: {help}", help=finding.help)


def _no_cause(code: str) -> str:
    rules = rules_with(code)
    if not rules:
        return said("cause: not found; no rule looks for it")
    return said(
        "cause: not found in this folder; the rules for {code} are {rules}",
        code=code,
        rules=enumerated(rules),
    )


def _summary(found: ExplainedLog) -> str:
    if not found.explanations:
        return said("{path}: no message with an error code of CANN", path=printable(found.path))
    return said(
        "{messages}, {explained:,} with a cause in this folder",
        messages=counted(len(found.explanations), "CANN message"),
        explained=found.explained,
    )

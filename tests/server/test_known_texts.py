"""The editor's text of a finding, which is remembered by all that it is made of."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from lsprotocol.types import PositionEncodingKind

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity, WholeText
from cannlint.server.convert import Positions, diagnostic
from cannlint.server.documents import Document
from cannlint.text.span import Edit, Span

VALUES = (
    "x",
    "y",
    "long " * 100,
    "long " * 99 + "word ",
    None,
    1,
    2,
    ("x",),
    ("x", "y"),
    Phrase("no such mode"),
    WholeText("x"),
    Message("x", {}),
    Message("{inner} is {value}", {"inner": Message("{value}", {"value": "y"}), "value": "x"}),
    Message("{inner} is {value}", {"inner": Message("{value}", {"value": "x"}), "value": "y"}),
)
DOCUMENT = Document("file:///a.cfg", "a line\n", 1, PositionEncodingKind.Utf16)


def finding(template: str, value: object) -> Diagnostic:
    return Diagnostic(
        "CD104", "duplicate-entry", Severity.WARNING, Span(2, 6), template, {"value": value}
    )


def shown(found: Diagnostic) -> dict[str, object]:
    return json.loads(diagnostic(found, DOCUMENT, Positions([DOCUMENT], DOCUMENT.encoding)))


@pytest.mark.parametrize("template", ["{value}", "not {value}"])
def test_each_finding_has_its_own_words(template):
    findings = [finding(template, value) for value in VALUES]
    for _ in range(2):
        assert [shown(found)["message"] for found in findings] == [
            str(found.message) for found in findings
        ]


def test_help_note_severity_and_fix_are_told_apart():
    plain = finding("{value}", "x")
    helped = finding("{value}", "x")
    helped.help = Message("remove it", {})
    noted = finding("{value}", "x")
    noted.note = Message("remove it", {})
    refused = finding("{value}", "x")
    refused.severity, refused.cann_code = Severity.ERROR, "E20101"
    fixable = finding("{value}", "x").mend("remove it", Edit(Span(2, 6), ""))
    findings = (plain, helped, noted, refused, fixable)
    for _ in range(2):
        told = [shown(found) for found in findings]
        assert [one["message"] for one in told] == [
            "x",
            "x\nhelp: remove it",
            "x\nnote: remove it",
            "x (E20101)",
            "x",
        ]
        assert [one["severity"] for one in told] == [2, 2, 2, 1, 2]
        assert [one["data"]["fixable"] for one in told] == [False, False, False, False, True]


def test_places_are_those_of_the_text_as_it_is():
    found = finding("{value}", "x").also(Span(0, 1), "the first one")
    for text in ("a line\n", "\na line\n"):
        document = Document("file:///a.cfg", text, 1, PositionEncodingKind.Utf16)
        told = json.loads(diagnostic(found, document, Positions([document], document.encoding)))
        start, end = (document.position(at) for at in (2, 6))
        assert told["range"] == {
            "start": {"line": start.line, "character": start.character},
            "end": {"line": end.line, "character": end.character},
        }
        [related] = told["relatedInformation"]
        assert related["message"] == "the first one"
        assert related["location"]["uri"] == "file:///a.cfg"

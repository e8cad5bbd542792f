"""What a help tells a user to write is accepted: the text is changed as it says, and read again.

A help that says "write `{meant}`" is about the text at the place of the finding: this text is
replaced, and its quotes stay; a help that says "in quotes" adds them. A help that begins with
"remove" and is about a flag of ATC takes the flag away. No other text of the file changes.

If CANN accepted the file before, it accepts it afterwards. If it refused the file, this finding is
gone, and the new text is not refused for another reason.
"""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cannlint import rules
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.discovery.detect import kind_of
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.rules.loading import docstring_of, module_of, rule_names
from cannlint.text.source import Source
from cases import RULE_PAGES, Input, blocks, cases_of, findings_of, inputs_of

SCRIPTS = Path(__file__).parent / "jobs" / "scripts"

_WRITE = re.compile(
    r"(?:write|use|replace it with)(?: one of(?: these, in quotes)?:?)? `?(\"?)\{(\w+)\}"
)

NOT_THE_WHOLE_PLACE = {
    'write `"{list}": {{"to-add": [...]}}`, or `to-remove`': "an object around the list",
    'write `"{update}": [...]`': "a key around the list",
    "remove it, or write `{escape}`": "an escape in a string",
    "use `{successor}` instead": "another option takes other values",
    "use `{successor}` instead, with the sizes without brackets": "the same",
    "write {first} to {last}": "a range of numbers",
    "write {first} to {last}, or put the pass under `{other}`": "a range of numbers",
    "write {expected} here, or remove the key": "a shape of JSON",
    "write {wanted}": "a type of Python",
    "write `{value}` without quotes": "the quotes around the place",
    "write `{closer}` where the list or object ends": "another place",
    "write `{closer}`, or close the bracket before this one": "one of two places",
    "write `{bare}` below another line": "another place",
    "write `{op}` below a line `[ByOpType]`": "another place",
    "write `{plain}` to select these operators only, or remove the list": "another option",
    "write `{first}` or `{second}`": "a part of the place",
    "write `{first}`, `{second}` or `{third}`": "a part of the place",
    "write `{first}`": "a part of the place",
}
"""Helps whose words are not the text for the place of the finding, with what they are."""

NEEDS_ANOTHER_OPTION = "JB008"
"""A misspelt option is not asked for the option that it needs; that comes next."""


def inputs() -> Iterator[tuple[str, Input]]:
    """The example of each rule, the first case of each page, and scripts, with names."""
    for code in rule_names():
        documentation = docstring_of(code)
        for number, (_, given) in enumerate(inputs_of([*blocks(documentation)])):
            yield f"{code}-example-{number}", given
    for page in sorted(RULE_PAGES.glob("*.md")):
        for case in [*cases_of(page)][:1]:
            yield case.name, case.input
    yield from scripts()


def others() -> Iterator[tuple[str, Input]]:
    """The other cases of each page, with names."""
    for page in sorted(RULE_PAGES.glob("*.md")):
        for case in [*cases_of(page)][1:]:
            yield case.name, case.input


def scripts() -> Iterator[tuple[str, Input]]:
    """The scripts of the tests, with names."""
    for script in sorted(SCRIPTS.iterdir()):
        kind = kind_of(script.name, script.read_bytes())
        if kind is not None:
            yield script.name, Input(kind, script.read_bytes(), script.name)


def has_quotes(kind: Kind, text: str) -> bool:
    """Whether quotes belong to the syntax of a file: in JSON, scripts and TOML."""
    is_json = kind is Kind.FUSION_SWITCH and text.lstrip().startswith("{")
    return is_json or kind in (Kind.MIXLIST, Kind.OPS_INFO, *JOB_KINDS)


def suggestions(kind: Kind, source: Source, finding: Diagnostic) -> Iterator[str]:
    """The texts of the file after what the help says, for each thing that it says to write."""
    help = finding.help
    if help is None or help.template in NOT_THE_WHOLE_PLACE:
        return
    text, span = source.text, finding.span
    written = text[span.start : span.end]
    is_quoted = len(written) > 1 and written[0] == written[-1] in "\"'"
    quote = written[0] if is_quoted and has_quotes(kind, text) else ""
    for match in _WRITE.finditer(help.template):
        quote = match[1] or ('"' if "in quotes" in help.template else quote)
        value = help.values[match[2]]
        for each in value if isinstance(value, tuple) else (value,):
            new = str(each).strip("`")
            yield text[: span.start] + quote + new + quote + text[span.end :]
    if help.template.startswith("remove") and text[: span.start].endswith("--"):
        end = re.compile(r"[^\s\"']*(?:\"[^\"]*\"|'[^']*')?").match(text, span.end)
        yield text[: span.start - 2] + text[end.end() if end else span.end :]


def refusals(findings: list[Diagnostic]) -> Counter[tuple[str, str]]:
    """The errors of a file with their words, and how often each is there."""
    errors = (
        finding
        for finding in findings
        if finding.severity is Severity.ERROR and finding.code != NEEDS_ANOTHER_OPTION
    )
    return Counter((finding.code, str(finding.message)) for finding in errors)


def broken_promises(given: Input) -> Iterator[str]:
    """What is wrong with the helps of the findings in a file."""
    known = operators(given.socs)
    source, found = findings_of(given, known)
    before = refusals(found)
    for finding in found:
        if finding.source is not source:
            continue
        for text in suggestions(given.kind, source, finding):
            changed = replace(given, data=text.encode("utf-8", "surrogateescape"))
            after, again = findings_of(changed, known)
            new = refusals(again) - before
            stays = [each for each in again if _is_same(each, finding)]
            is_accepted = finding.severity is not Severity.ERROR
            at_place = [each for each in again if _is_at(each, finding) and _key(each) in new]
            if stays or at_place or (is_accepted and new):
                changes = after.text[finding.span.start :][:40]
                yield f"{finding.code}: {finding.help}: {changes!r}: {stays or [*new]}"


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, str(finding.message)


def _is_same(finding: Diagnostic, other: Diagnostic) -> bool:
    return _key(finding) == _key(other) and finding.span.start == other.span.start


def _is_at(finding: Diagnostic, other: Diagnostic) -> bool:
    return finding.span.start == other.span.start


def test_every_help_that_is_left_out_is_there():
    texts = "".join(inspect.getsource(module_of(code)) for code in rule_names())
    texts += "".join(path.read_text() for path in Path(rules.__file__).parent.glob("*.py"))
    assert [help for help in NOT_THE_WHOLE_PLACE if help not in texts] == []


@pytest.mark.parametrize(
    ("socs", "help"),
    [
        ((), "to keep it in float32, write it under black-list to-add instead"),
        (("Ascend910B3",), "to keep it in float32, write it under black-list to-add instead"),
        (("Ascend310P3",), "remove it: Ascend310P3 has no kernel for `Conv2D` in float32"),
    ],
)
def test_no_help_leads_off_the_ai_core(socs, help):
    """In the black list a convolution keeps float32, which not every SoC has."""
    text = b'{"white-list": {"to-remove": ["Conv2D"]}}'
    _, [found] = findings_of(Input(Kind.MIXLIST, text, socs=socs), operators(socs))
    assert (found.code, str(found.help)) == ("MX107", help)


@pytest.mark.parametrize("given", [pytest.param(one, id=name) for name, one in inputs()])
def test_a_help_names_what_is_accepted(given: Input):
    assert [*broken_promises(given)] == []


@pytest.mark.slow
@pytest.mark.parametrize("given", [pytest.param(one, id=name) for name, one in others()])
def test_a_help_of_every_case_names_what_is_accepted(given: Input):
    assert [*broken_promises(given)] == []

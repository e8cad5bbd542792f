"""The documentation of a rule: its metadata and its docstring."""

from __future__ import annotations

import re

from cannlint.diagnostics import Severity
from cannlint.language import said, translated, translated_page
from cannlint.rules.loading import docstring_of, rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.rules.rule import Rule


def page(code: str) -> str:
    """The page of a rule, in Markdown."""
    rule = rule_of(code)
    kinds = ", ".join(kind.value for kind in rule.kinds)
    since = said("since {version}", version=rule.since)
    stage = stage_of(rule)
    facts = [rule.severity.value, *([stage] if stage else []), translated(rule.fix.value), kinds]
    return f"# {code} {rule.name}\n\n{' · '.join([*facts, since])}\n\n{documentation(code)}\n"


def stage_of(rule: Rule) -> str | None:
    """The stage of a rule's findings, where they do not say another; None for advice."""
    if rule.stage is None or rule.severity is Severity.INFO:
        return None
    return rule.stage.value


def documentation(code: str) -> str:
    """The docstring of a rule, in Markdown, in the current language.

    What follows the language of a block, the name of the file or a SoC, stands above it: not all
    that show Markdown take such words, and none shows them.
    """
    return _FENCE.sub(_with_name_above, translated_page(docstring_of(code).strip()))


_FENCE = re.compile(r"^```(\w+)(?: (?:name=)?(\S+))?$", re.MULTILINE)
_JOB, _OTHER_FILE = "job", "file"
"""Blocks with a cannlint.toml, and with a file of any other kind."""


def _with_name_above(fence: re.Match[str]) -> str:
    language, name = fence.groups()
    if language == _JOB:
        language, name = "toml", "cannlint.toml"
    above = f"`{name.replace('soc=', '--soc ')}`\n\n" if name else ""
    return f"{above}```{'' if language == _OTHER_FILE else language}"


def summary(code: str) -> str:
    """The first sentence of a rule's documentation."""
    return documentation(code).splitlines()[0]


def index_rows(codes: Iterable[str]) -> list[tuple[str, str, str, str, str]]:
    """Code, severity, fix, name and summary of rules."""
    return [
        (
            code,
            rule.severity.value,
            "" if rule.fix.name == "NONE" else translated(rule.fix.value),
            rule.name,
            summary(code),
        )
        for code, rule in ((code, rule_of(code)) for code in codes)
    ]


def as_json(code: str) -> dict[str, object]:
    """The metadata and the page of a rule, for `cannlint rule --format json`."""
    rule = rule_of(code)
    return {
        "code": code,
        "name": rule.name,
        "severity": rule.severity.value,
        "stage": stage_of(rule),
        "fix": rule.fix.name.lower(),
        "kinds": [kind.value for kind in rule.kinds],
        "since": rule.since,
        "summary": summary(code),
        "documentation": documentation(code),
    }

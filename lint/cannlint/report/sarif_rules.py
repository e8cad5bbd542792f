"""The rules of a SARIF log: what their docstrings say, as SARIF wants it."""

from __future__ import annotations

from cannlint.report.rule_page import documentation, summary
from cannlint.rules.loading import rule_modules, rule_named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cannlint.diagnostics import Severity


def descriptors(codes: Sequence[str], levels: Mapping[Severity, str]) -> list[dict[str, object]]:
    """A reportingDescriptor for each rule code, in order; `levels` has SARIF's severities."""
    return [_descriptor(code, levels) for code in codes]


def _descriptor(code: str, levels: Mapping[Severity, str]) -> dict[str, object]:
    rule = rule_named(rule_modules()[code])
    text = documentation(code)
    kinds = [kind.value for kind in rule.kinds]
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": summary(code)},
        "fullDescription": {"text": text.partition("\n## ")[0].strip()},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": levels[rule.severity]},
        "properties": {"tags": kinds, "precision": "very-high"},
    }

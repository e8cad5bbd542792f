"""What an error code of CANN means, and the rules that look for its causes."""

from __future__ import annotations

from cannlint.cann.error_codes import advice_on, component_of, meaning_of
from cannlint.language import Phrase, said, translated
from cannlint.report.rule_page import summary
from cannlint.rules.codes import rules_with
from cannlint.rules.loading import rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.results import log as results

_NOT_KNOWN = Phrase("not known")


def page(error_code: str) -> str:
    """The page of an error code, in Markdown."""
    component = component_of(error_code) or _NOT_KNOWN
    meaning = meaning_of(error_code) or _NOT_KNOWN
    advice = advice_on(error_code)
    rules = [f"* {code} {rule_of(code).name}: {summary(code)}" for code in rules_with(error_code)]
    lines = [
        f"# {error_code}",
        said("Meaning: {meaning}", meaning=meaning),
        *([said("What to do: {advice}", advice=advice)] if advice is not None else []),
        said("Component: {component}", component=component),
        translated("## Rules that look for its causes") if rules else _no_rule(),
    ]
    return "\n\n".join([*lines, *(["\n".join(rules)] if rules else [])]) + "\n"


def _no_rule() -> str:
    return translated("No rule looks for its causes.")


def as_json(error_code: str) -> results.ErrorCode:
    """The same for `--format json`; null for what is not known."""
    meaning, component = meaning_of(error_code), component_of(error_code)
    advice = advice_on(error_code)
    return {
        "code": error_code,
        "meaning": translated(meaning) if meaning is not None else None,
        "advice": translated(advice) if advice is not None else None,
        "component": translated(component) if component is not None else None,
        "rules": [
            {"code": code, "name": rule_of(code).name, "summary": summary(code)}
            for code in rules_with(error_code)
        ],
    }

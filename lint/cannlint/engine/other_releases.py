"""What findings are worth in other releases, if nobody said which release is used.

What holds in every release that cannlint knows is said as it is. What holds in some of them only is
advice, without a fix.
"""

from __future__ import annotations

from collections.abc import Callable

from cannlint.diagnostics import Diagnostic, Message, Severity
from cannlint.language import Phrase
from cannlint.library.operators import Operators
from cannlint.library.operators import operators as operators_of
from cannlint.library.snapshot import EMBEDDED, others_than
from cannlint.text.span import Span

Place = tuple[str, Span]

UNKNOWN = "unknown-op-type"
"""The name of the rules about types that the library lacks."""

_SINCE = Phrase("`{op}` is not in {release}; it is in {first} and later")
_IN = Phrase("`{op}` is not in {release}; it is in {others}")
_NAME_IT = "name the release that you use: `--library`, or `library` in cannlint.toml"
_HOLDS = Phrase("so in {releases}, not in {others}")
_AND_HOLDS = Phrase("{note}; so in {releases}, not in {others}")


def compare_releases(
    found: list[Diagnostic],
    operators: Operators,
    find: Callable[[Operators], list[Diagnostic]],
) -> None:
    """Change findings that other releases do not share into advice; `find` finds with another.

    A finding is compared where the other release has the operator that it is about.
    """
    compared = [finding for finding in found if isinstance(finding.values.get("op"), str)]
    if not compared:
        return
    others: dict[Operators, set[Place] | None] = {
        operators_of(operators.socs, other, operators.extra): None
        for other in others_than(operators.library)
    }
    for finding in compared:
        holds, differs = [operators.library.cann], []
        for other in others:
            op_type = str(finding.values["op"])
            if finding.name == UNKNOWN:
                if _has_more(other, operators, op_type):
                    differs.append(other.library.cann)
                continue
            if not other.entries(op_type):
                continue
            places = others[other]
            if places is None:
                places = others[other] = {(each.code, each.span) for each in find(other)}
            is_there = (finding.code, finding.span) in places
            (holds if is_there else differs).append(other.library.cann)
        if differs:
            _advise(finding, holds, differs)


def _has_more(other: Operators, operators: Operators, op_type: str) -> bool:
    """Whether another release has an operator for a SoC that lacks it here."""
    here, there = operators.everywhere(op_type), other.everywhere(op_type)
    lacking = [soc for soc in operators.socs if operators.library.folder_of(soc) not in here]
    if not operators.socs:
        return bool(there)
    return any(other.library.folder_of(soc) in there for soc in lacking)


def _advise(finding: Diagnostic, holds: list[str], differs: list[str]) -> None:
    values = {
        **finding.values,
        "release": holds[0],
        "first": differs[0],
        "others": tuple(differs),
        "releases": tuple(holds),
    }
    was_more = finding.severity is not Severity.INFO
    finding.severity = Severity.INFO
    finding.cann_code = finding.stage = finding.fix = None
    finding.releases = tuple(holds)
    if finding.name == UNKNOWN:
        at = EMBEDDED.index(differs[0])
        template = _SINCE if len(differs) > 1 and tuple(differs) == EMBEDDED[at:] else _IN
        finding.message = Message(template, values)
        finding.label, finding.help = None, Message(_NAME_IT, values)
    else:
        finding.help = Message(_NAME_IT, values) if was_more else finding.help
        values["note"] = finding.note
        finding.note = Message(_AND_HOLDS if finding.note is not None else _HOLDS, values)

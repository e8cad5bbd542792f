"""What the findings have in common about entries without which a model gets the same dtypes."""

from __future__ import annotations

from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.resolve.effects import Effects
    from cannlint.resolve.job_use import JobUse
    from cannlint.resolve.provenance import Origin
    from cannlint.text.span import Span

_EITHER = (
    "remove this entry or `{other}`, not both: either entry is enough, and without both the "
    "operators get other dtypes"
)


def effects_of(uses: Sequence[JobUse]) -> list[Effects]:
    """Return what entries change in each use of their file; nothing if one result is not known.

    An entry changes nothing only if that is so for all jobs and SoCs. The result for a job is
    not known if one of its options is not known.
    """
    effects = [use.effects for use in uses if use.job.complete and use.effects is not None]
    return effects if len(effects) == len(uses) else []


def graphs_of(effects: Sequence[Effects]) -> tuple[str, ...]:
    """Return the paths of the graphs without duplicates."""
    return tuple(dict.fromkeys(effect.census.path for effect in effects))


def join(findings: Iterable[Diagnostic], span: Span, name: str) -> None:
    """Say at entries that another one is as good, and that both are not to be removed."""
    for finding in findings:
        finding.values["other"] = name
        finding.help = Message(_EITHER, finding.values)
        finding.also(span, "either entry is enough")


def name_rival(finding: Diagnostic, rivals: Iterable[Origin | None]) -> None:
    """Say at an entry that one of another file is as good, and that both are not to be removed."""
    rival = next(filter(None, rivals), None)
    if rival is None or rival.source is None or rival.span is None:
        return
    is_outside = rival.source.is_outside
    finding.values["other"] = rival.source.path if is_outside else rival.source.slice(rival.span)
    finding.help = Message(_EITHER, finding.values)
    finding.also(rival.span, "either entry is enough", source=rival.source)

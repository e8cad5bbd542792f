"""The heat map of an audit: job by target, coloured by what becomes of the job.

Jobs with the same outcomes under all targets are one column of the map, as wide as their number,
and one row of the table below it, which has the words and the names. Those that differ come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cannlint.audit.model import CLEAN, REFUSED, UNPLANNED, WARNED, Audit, outcome
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.audit_words import job_place, left_out
from cannlint.report.html_page import cell, headings, shown

_MOST_GROUPS = 100
_MOST_NAMES = 100
"""The names of one group that the page has."""

_FEW = 8
"""Groups that are shown without a click."""

_LEGEND = {
    REFUSED: Phrase("refused"),
    UNPLANNED: Phrase("not comparable"),
    WARNED: Phrase("warnings"),
    CLEAN: Phrase("clean"),
}
"""The outcomes, the worst first; page/plan.css has their colours."""

_RANKS = {name: rank for rank, name in enumerate(_LEGEND)}


class _Group:
    """Jobs with the same outcomes: one of _LEGEND for each target."""

    __slots__ = ("number", "outcomes", "places")

    def __init__(self, outcomes: Sequence[str]) -> None:
        self.outcomes = outcomes
        self.number = 0
        self.places: list[str] = []

    def order(self) -> tuple[bool, list[int], int]:
        """What differs comes first, then the worst; without a plan there is nothing to compare."""
        differs = len({*self.outcomes} - {UNPLANNED}) > 1
        return not differs, sorted(_RANKS[each] for each in self.outcomes), -self.number


def drawn(audit: Audit) -> Iterator[str]:
    """The section with the map; nothing without a job."""
    groups = _groups(audit)
    if not groups:
        return
    title = Phrase("Jobs by target") if len(audit.targets) > 1 else Phrase("Jobs by outcome")
    yield f"<section class=heat>\n<h2>{shown(translated(title))}</h2>\n<p class=legend>"
    used = {each for group in groups for each in group.outcomes}
    yield from (
        f"<i class={name}></i> {shown(translated(words))} "
        for name, words in _LEGEND.items()
        if name in used
    )
    yield "</p>\n"
    yield from (_line(str(target), at, groups) for at, target in enumerate(audit.targets))
    yield from _table(audit, groups)
    yield "</section>\n"


def _groups(audit: Audit) -> list[_Group]:
    """The jobs by their outcomes, in the order of the map."""
    found: dict[tuple[str, ...], _Group] = {}
    for job in audit.spool.records():
        outcomes = tuple(outcome(job, at) for at in range(len(audit.targets)))
        group = found.setdefault(outcomes, _Group(outcomes))
        group.number += 1
        if len(group.places) < _MOST_NAMES:
            group.places.append(job_place(audit, job))
    return sorted(found.values(), key=_Group.order)


def _line(label: str, at: int, groups: list[_Group]) -> str:
    """One target: a stripe for each group, which leads to its row."""
    counts: Counter[str] = Counter()
    for group in groups:
        counts[group.outcomes[at]] += group.number
    numbers = enumerated(
        f"{translated(words)} {counts[name]:,}" for name, words in _LEGEND.items() if counts[name]
    )
    stripes = "".join(
        f'<a class={group.outcomes[at]} style="flex-grow:{group.number}" '
        f'href="#{_identity(number)}" title="{shown(_summary(group, at))}"></a>'
        for number, group in enumerate(groups[:_MOST_GROUPS])
    )
    name = f"{shown(label)}<br><span class=quiet>{shown(numbers)}</span>"
    said_of_bar = shown(f"{label}: {numbers}")
    bar = f'<div class=bar role=img aria-label="{said_of_bar}">{stripes}</div>'
    return f"<div class=scope><span>{name}</span>{bar}</div>\n"


def _identity(number: int) -> str:
    return f"g{number}"


def _summary(group: _Group, at: int) -> str:
    """What the pointer shows: the outcome, and the first job."""
    more = f" (+{group.number - 1:,})" if group.number > 1 else ""
    return f"{translated(_LEGEND[group.outcomes[at]])}: {group.places[0]}{more}"


def _table(audit: Audit, groups: list[_Group]) -> Iterator[str]:
    """The words of the map; what is beyond the first rows is folded."""
    titles = [translated("jobs"), *map(str, audit.targets)]
    rows = [_row(titles, group, _identity(at)) for at, group in enumerate(groups[:_MOST_GROUPS])]
    first, others = "".join(rows[:_FEW]), "".join(rows[_FEW:])
    start = f'<table class="plan small">{headings(titles)}'
    yield f"{start}{first}</table>\n"
    if others:
        title = said("{number:,} more groups of jobs", number=len(groups) - _FEW)
        remark = left_out(len(groups), _MOST_GROUPS)
        yield f"<details class=others><summary>{shown(title)}</summary>\n"
        yield f"<p class=quiet>{shown(remark)}</p>\n" if remark else ""
        yield f"{start}{others}</table></details>\n"


def _row(titles: Sequence[str], group: _Group, identity: str) -> str:
    words = [translated(_LEGEND[each]) for each in group.outcomes]
    cells = "".join(map(cell, titles[1:], words, group.outcomes))
    return f"<tbody id={identity}><tr><th scope=row>{_names(group)}{cells}</tbody>\n"


def _names(group: _Group) -> str:
    """The job, or the number of jobs, which shows their names on a click."""
    if group.number == 1:
        return shown(group.places[0])
    more = group.number - len(group.places)
    rest = [said("{number:,} more", number=more)] if more else []
    names = "<br>".join(map(shown, [*group.places, *rest]))
    title = shown(counted(group.number, "job"))
    return f"<details><summary>{title}</summary><p class=nodes>{names}</p></details>"

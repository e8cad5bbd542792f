"""The texts of suggestions, for reports for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cannlint.cann.option_names import MIXLIST
from cannlint.diagnostics import Message, Severity
from cannlint.jobs.settings import FrontEnd
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.option_page import written_forms
from cannlint.report.plan_words import NOTHING
from cannlint.resolve.dtypes.operator import ACLNN
from cannlint.resolve.rows import Row
from cannlint.suggest.draft import Draft
from cannlint.suggest.goal import MET, MISSED, OPEN
from cannlint.suggest.job_file import sharing
from cannlint.suggest.search import ALREADY, IMPOSSIBLE, Suggestion
from cannlint.suggest.trial import PARTLY, Outcome
from cannlint.text.printable import printable

HEADINGS = (
    Phrase("way"),
    Phrase("what to write"),
    Phrase("result"),
    Phrase("others that change"),
    Phrase("casts"),
)
TRIED_HEADINGS = (Phrase("tried"), Phrase("why it does not work"))

STYLES = {ALREADY: "good", MET: "good", PARTLY: "warning", OPEN: "warning", IMPOSSIBLE: "error"}

_MOST_ENTRIES = 2
_MOST_TYPES = 3
_MOST_REASONS = 5
_MOST_NAMES = 5
_LONGEST_ENTRY = 60


def heading(found: Suggestion, front_end: FrontEnd) -> str:
    """What is wanted of how many operators, and how far it can be met."""
    status = translated(found.status)
    if found.status is MET:
        status = _confirmed(found.ways[0])
    elif found.status is ALREADY and _may_be_aclnn(front_end, found.rows):
        status = translated("already so in graph mode")
    return said(
        "{want}: {status} ({operators})",
        want=printable(found.want.text),
        status=status,
        operators=counted(len(found.rows), "operator"),
    )


def state(found: Suggestion) -> str:
    """How many operators have it already."""
    if not (found.met and found.goals):
        return ""
    return said("{met} of {number} have it already", met=len(found.met), number=len(found.rows))


def reasons(found: Suggestion) -> list[str]:
    """Why names or operators cannot be helped, those with the same reason together."""
    groups: dict[str, list[Row]] = {}
    for row, why in found.impossible:
        groups.setdefault(str(why), []).append(row)
    lines = [str(fault) for fault in found.faults]
    for text, rows in groups.items():
        lines.append(said("impossible: {names}: {reason}", names=_named(rows), reason=text))
    if len(lines) > _MOST_REASONS:
        more = said("{number:,} more", number=len(lines) - _MOST_REASONS)
        lines = [*lines[:_MOST_REASONS], more]
    return lines


def without_number(names: Sequence[str]) -> str:
    """The nodes of a comparison that has no number for them; of many the first ones."""
    shown = [printable(name) for name in names[:_MOST_NAMES]]
    if len(names) > _MOST_NAMES:
        shown.append(said("{number:,} more", number=len(names) - _MOST_NAMES))
    return said(
        "{nodes} left out, because their measures are no numbers: {names}",
        nodes=counted(len(names), "node"),
        names=enumerated(shown),
    )


def _named(rows: Sequence[Row]) -> str:
    """Operators by node, or else by type; of many the number."""
    names = [printable(row.node or row.op_type) for row in rows]
    if len(names) <= _MOST_ENTRIES:
        return ", ".join(names)
    return said("{first} … {last} ({number:,})", first=names[0], last=names[-1], number=len(names))


def what(outcome: Outcome) -> str:
    """What a way writes, in short: the option, and the entries or the value."""
    way = outcome.way
    if way.option == MIXLIST and MIXLIST in outcome.draft.files:
        moved = said("{types} to the {list}", types=_types(outcome.draft), list=way.value)
        entry = f"{MIXLIST}: {moved}"
    elif way.option in outcome.draft.files:
        entry = f"{way.option}: {_entries(outcome.draft, way.option)}"
    else:
        return ", ".join(_settings(outcome.draft)) or str(way.option)
    others = [
        f"{change.key}={change.value}"
        for option, change in outcome.draft.options.items()
        if option not in outcome.draft.files
    ]
    return (
        said("{entry}, with {others}", entry=entry, others=", ".join(others)) if others else entry
    )


def _entries(draft: Draft, option: str) -> str:
    file = draft.files[option]
    lines = [line for line in file.lines if not line.startswith("[By")]
    if not lines:
        left_out = said("without {entry}", entry=_short(printable(file.removed[0])))
        return left_out if len(file.removed) == 1 else f"{left_out}, …"
    shown = [_short(printable(line)) for line in lines[:_MOST_ENTRIES]]
    if len(lines) > _MOST_ENTRIES:
        shown.append(said("… ({number:,} entries)", number=len(lines)))
    return ", ".join(shown)


def _short(line: str) -> str:
    """A long entry with its end, which has the dtypes or the last part of the name."""
    if len(line) <= _LONGEST_ENTRY:
        return line
    half = _LONGEST_ENTRY // 2
    return f"{line[: half - 1]}…{line[-half:]}"


def _types(draft: Draft) -> str:
    from cannlint.formats.mixlist.reading import Mixlist

    reading = draft.job.files[MIXLIST].reading
    own = draft.base.files.get(MIXLIST)
    before = own.reading.operations if own and isinstance(own.reading, Mixlist) else {}
    assert isinstance(reading, Mixlist)
    types = [t for t, done in reading.operations.items() if before.get(t) != done]
    return ", ".join([*types[:_MOST_TYPES], *(["…"] if len(types) > _MOST_TYPES else [])])


def _settings(draft: Draft) -> list[str]:
    return [f"{change.key}={change.value}" for change in draft.options.values()]


def tried_text(outcome: Outcome) -> str:
    """A way that does not work, in short."""
    way = outcome.way
    if way.option == MIXLIST:
        return f"{MIXLIST} ({way.value})"
    if way.by is not None:
        return said("{option} by {by}", option=way.option, by=translated(way.by))
    return f"{way.option}={way.value}"


def result(outcome: Outcome) -> str:
    """Whether the plan confirms a way, for how many operators, and else why not."""
    status = translated(outcome.status)
    if outcome.status is MET:
        return _confirmed(outcome)
    parts = [status]
    if outcome.status is PARTLY:
        got = len(outcome.answers) - len(outcome.missed)
        parts = [said("{got} of {number} operators", got=got, number=len(outcome.answers))]
    return said("{status}: {reason}", status=parts[0], reason=outcome.reason)


def _confirmed(outcome: Outcome) -> str:
    """What the plan confirms: how torch_npu may run single operators it does not know."""
    rows = [row for row, _ in outcome.answers]
    is_of_graphs = _may_be_aclnn(outcome.draft.job.front_end, rows)
    return translated("confirmed for graph mode" if is_of_graphs else MET)


def _may_be_aclnn(front_end: FrontEnd, rows: Sequence[Row]) -> bool:
    """Whether torch_npu may run operators as single ones, which no plan is about."""
    return front_end is FrontEnd.TORCH and any(ACLNN in row.dtypes.marks for row in rows)


def reason(outcome: Outcome) -> str:
    """Why a way does not work."""
    message: Message | None = outcome.reason
    return str(message) if message is not None else translated(MISSED)


def others(outcome: Outcome) -> str:
    """The other operators that change, by type."""
    if outcome.has_unknown_effect:
        return translated("unknown without a model")
    counts = Counter(op_type for op_type, _ in outcome.others)
    if not counts:
        return NOTHING
    common = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:_MOST_TYPES]
    names = [f"{op_type} ×{number}" if number > 1 else op_type for op_type, number in common]
    rest = [translated("…")] if len(counts) > _MOST_TYPES else []
    types = enumerated([*map(printable, names), *rest])
    return said("{number:,} ({types})", number=sum(counts.values()), types=types)


def effect(outcome: Outcome) -> str:
    """The result of a way and what else it changes, on one line."""
    parts = [result(outcome)]
    if others(outcome) != NOTHING:
        parts.append(said("others that change: {others}", others=others(outcome)))
    if casts(outcome) != NOTHING:
        parts.append(said("casts: {casts}", casts=casts(outcome)))
    return " · ".join(parts)


def casts(outcome: Outcome) -> str:
    """The casts that CANN has to insert, and those that it need not any more."""
    parts = []
    if outcome.casts_added:
        parts.append(f"+{outcome.casts_added:,}")
    if outcome.casts_removed:
        parts.append(f"−{outcome.casts_removed:,}")
    return " ".join(parts) or NOTHING


def clashes(outcome: Outcome, number: int) -> Iterator[tuple[str, str]]:
    """What check finds in the job with a way, each once: (style, sentence)."""
    seen: dict[str, int] = {}
    first: dict[str, tuple[str, str]] = {}
    quoted = outcome.reason.values.get("rule") if outcome.reason is not None else None
    for finding in outcome.findings:
        if finding.code == quoted:
            continue  # the result says it
        seen[finding.code] = seen.get(finding.code, 0) + 1
        style = "info" if finding.severity is Severity.INFO else "warning"
        first.setdefault(finding.code, (style, str(finding.message)))
    for code, (style, message) in first.items():
        more = f" (×{seen[code]})" if seen[code] > 1 else ""
        template = "way {number}: {rule}{more}: {message}"
        yield style, said(template, number=number, rule=code, more=more, message=message)


def to_write(draft: Draft) -> Iterator[str]:
    """The lines and options of a way, one a line, as they are written."""
    for file in draft.files.values():
        path = printable(file.after.path)
        template = "in {file} (new file):" if file.before is None else "in {file}:"
        used_by = sharing(draft, file.option)
        if used_by:
            template = "in {file}, which is also used by {jobs}:"
        yield said(template, file=path, jobs=printable(", ".join(used_by)))
        yield from (f"  - {printable(line)}" for line in file.removed)
        sign = "+ " if file.before is not None else ""
        yield from (f"  {sign}{printable(line)}" for line in file.lines)
    if draft.options:
        yield translated("options:")
        yield from _option_lines(draft)


def by_hand(draft: Draft) -> Iterator[str]:
    """What the user has to add to the command or the script."""
    yield said("add to {job}:", job=printable(draft.base.source.path))
    yield from _option_lines(draft)
    if draft.job.front_end is FrontEnd.ATC or draft.base.name is not None:
        return
    for change in draft.options.values():
        spec = change.setting.spec
        forms = [form for form in written_forms(spec) if form != spec.key] if spec else []
        if forms:
            written = translated(" or ").join(forms)
            yield said("  ({option} is written as {forms})", option=change.key, forms=written)


def _option_lines(draft: Draft) -> Iterator[str]:
    dashes = "--" if draft.job.front_end is FrontEnd.ATC else ""
    for change in draft.options.values():
        before = change.before.value if change.before is not None else None
        was = said("  (was {value})", value=before) if before else ""
        yield f"  {dashes}{printable(change.key)}={printable(change.value)}{was}"

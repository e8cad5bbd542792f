"""The texts of a plan, for reports for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from cannlint.cann.dtypes import WRITTEN
from cannlint.cann.option_names import V1, V2
from cannlint.jobs.configured_jobs import is_given
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.library.snapshot import EMBEDDED
from cannlint.report.library_list import name_of
from cannlint.report.origins import origin_text
from cannlint.report.plan_refusals import asked_in_vain, refusal_remarks
from cannlint.resolve.dtypes.operator import OR_FAILS
from cannlint.resolve.modes import Mode
from cannlint.resolve.option_status import EFFECTIVE, REFUSED
from cannlint.resolve.outcome import DETERMINED, FAILS, UNDETERMINED, Dtypes
from cannlint.resolve.outcome import REFUSED as NOT_TAKEN
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Origin
from cannlint.resolve.rows import Row
from cannlint.text.printable import printable

NOTHING = "–"
_USERS = ("file", "option", "node")
"""The kinds of origin that the user wrote."""

_MOST_NAMES = 5
_MAX_SHOWN = 2
"""Up to this number, candidates are shown instead of `undetermined`."""

_ELSEWHERE = Phrase(
    "what leaves the AI Core runs on the AI CPU if that has the operator for its dtypes, or else "
    "the compile fails; the operators of the AI CPU are not in the library"
)
_OUTCOMES: dict[str, str] = {
    UNDETERMINED: Phrase("undetermined"),
    NOT_TAKEN: Phrase("leaves the AI Core"),
    FAILS: Phrase("fails to compile"),
}


def job_name(plan: Plan) -> str:
    """The name of the job in headings."""
    job = plan.job
    if job.name is not None:
        return printable(f"{job.name} ({job.source.path})")
    return (
        translated("the job of the command line") if is_given(job) else printable(job.source.path)
    )


def circumstances(plan: Plan) -> list[str]:
    """The conditions of the plan: front end, SoC, release, graph or assumed dtype."""
    return [
        plan.job.front_end.value,
        plan.target.soc,
        name_of(plan.target.library),
        *_custom(plan),
        _graph(plan),
    ]


def _custom(plan: Plan) -> Iterator[str]:
    for reading in plan.target.custom:
        yield said("custom operators: {path}", path=printable(reading.source.path))


def _graph(plan: Plan) -> str:
    if plan.graph is not None:
        return said(
            "graph: {path}, {number:,} nodes",
            path=printable(plan.graph.path),
            number=len(plan.graph.nodes),
        )
    return said(
        "no graph: float tensors are assumed to be {original}", original=written(plan.original)
    )


def written(dtype: str | None) -> str:
    """A dtype as written in config files, `absent`, or `any` where none is asked for."""
    if dtype is None:
        return translated("absent")
    return WRITTEN.get(dtype, dtype) or translated("any")


def side(dtypes: Sequence[str | None]) -> str:
    """The dtypes of inputs or outputs, with repetitions: `float16 ×2, int32`."""
    runs = [(written(dtype), len([*same])) for dtype, same in groupby(dtypes)]
    return ", ".join(f"{dtype} ×{count}" if count > 1 else dtype for dtype, count in runs)


def pair(inputs: Sequence[str | None], outputs: Sequence[str | None]) -> str:
    """Inputs → outputs."""
    return f"{side(inputs) or NOTHING} → {side(outputs) or NOTHING}"


def dtypes_text(dtypes: Dtypes) -> str:
    """The dtypes of an operator and others that were asked for, or why they are not known."""
    if dtypes.status == DETERMINED:
        gets = pair(dtypes.inputs, dtypes.outputs)
        asked = _asked_otherwise(dtypes)
        return said("{gets} (asked: {asked})", gets=gets, asked=asked) if asked else gets
    if dtypes.asked is not None and OR_FAILS in dtypes.marks:
        return said("{asked}, or the compile fails", asked=pair(*dtypes.asked))
    if dtypes.status == UNDETERMINED and 0 < len(dtypes.candidates) <= _MAX_SHOWN:
        either = translated(" or ").join(pair(*candidate) for candidate in dtypes.candidates)
        return said("either {candidates}", candidates=either)
    return outcome_text(dtypes)


def _asked_otherwise(dtypes: Dtypes) -> str:
    """What was asked for, where the operator gets something else."""
    if dtypes.asked is None:
        return ""
    gets = (*dtypes.inputs, *dtypes.outputs)
    asked = (*dtypes.asked[0], *dtypes.asked[1])
    is_met = all(want in ("", has) for want, has in zip(asked, gets, strict=True))
    return "" if is_met else pair(*dtypes.asked)


def outcome_text(dtypes: Dtypes) -> str:
    """The status of an operator without known dtypes."""
    return translated(_OUTCOMES[dtypes.status])


def mode_text(mode: Mode) -> str:
    """The implementation mode, `–` for none, or `unknown`."""
    if mode.reason is not None:
        return translated("unknown")
    return mode.value or NOTHING


def list_text(row: Row) -> str:
    """The mixed-precision list, after the default list if different."""
    colour = row.colour
    if colour is None:
        return NOTHING
    if colour.value == colour.default:
        return bare(colour.value)
    return f"{bare(colour.default)} → {bare(colour.value)}"


def bare(list_name: str) -> str:
    """`white` for `white-list`."""
    return list_name.removesuffix("-list")


def user_origins(row: Row) -> list[Origin]:
    """The places written by the user that decide about an operator."""
    colour = row.colour.origin if row.colour is not None else None
    customized = [step.origin for step in row.dtypes.steps if step.name in ("S3", "S4", "D3")]
    found = [*customized[:1], row.keep, colour, row.mode.origin]
    return _of_users(origin for origin in found if origin is not None)


def ineffective_origins(row: Row) -> list[Origin]:
    """The places written by the user about an operator, if none of them has an effect."""
    if user_origins(row):
        return []
    colour = row.colour.shadowed if row.colour is not None else []
    return _of_users(shadowed.origin for shadowed in (*colour, *row.mode.shadowed))


def _of_users(origins: Iterable[Origin]) -> list[Origin]:
    return [*{origin_text(at): at for at in origins if at.kind in _USERS}.values()]


def is_touched(row: Row) -> bool:
    """Whether the user wrote about the operator, or its node cannot run on AI Core."""
    is_lost = row.node is not None and row.dtypes.status in (NOT_TAKEN, FAILS)
    return is_lost or bool(user_origins(row) or ineffective_origins(row))


def decided_by(plan: Plan, row: Row) -> str:
    """The places that decide, then the reasons why something is unknown."""
    places = [origin_text(origin) for origin in user_origins(row)]
    reasons = dict.fromkeys(
        str(reason) for reason in (row.dtypes.reason, row.mode.reason) if reason
    )
    parts = [enumerated(places), *reasons, kernels(plan, row)]
    known = translated("; ").join(filter(None, parts))
    decided = known or mode_option(plan, row) or translated("default")
    lost = enumerated(map(origin_text, ineffective_origins(row)))
    return said("{decided}; no effect: {lost}", decided=decided, lost=lost) if lost else decided


def mode_option(plan: Plan, row: Row) -> str | None:
    """The precision mode option, if the user set it and it decides the dtypes."""
    is_judged = any(step.name == "P1" for step in row.dtypes.steps)
    return next((name for name in (V1, V2) if is_judged and plan.job.get(name)), None)


def kernels(plan: Plan, row: Row) -> str:
    """The dtypes of prebuilt kernels, if the columns are not known."""
    from cannlint.library.snapshot import KERNELS_FOLDER, VERSION, kernel_dtypes

    target = plan.target
    is_known = target.folder == KERNELS_FOLDER and target.library.cann == VERSION
    if row.dtypes.reason_id != "op_select_format" or not is_known:
        return ""
    firsts = dict.fromkeys(written(i[0]) for i, _ in kernel_dtypes(row.op_type) if i and i[0])
    return said("prebuilt kernels take {firsts}", firsts=", ".join(firsts)) if firsts else ""


def _has_plan(plan: Plan) -> bool:
    """Whether there may be operators: CANN accepts the job, or what it refuses is left out."""
    return plan.accepted or bool(plan.rows)


def _differing(operators: dict[str, tuple[str, ...]]) -> str:
    """The sentence about operators that other releases have otherwise."""
    releases = [name for name in EMBEDDED if any(name in found for found in operators.values())]
    return said(
        "{operators} with other dtypes, modes or another list in {releases} ({names}{more}): "
        "--library names the release",
        operators=counted(len(operators), "operator"),
        releases=enumerated(releases),
        names=", ".join(map(printable, [*operators][:_MOST_NAMES])),
        more=", …" if len(operators) > _MOST_NAMES else "",
    )


def remarks(plan: Plan) -> Iterator[tuple[str, str]]:
    """Warnings about the whole plan: (style, sentence)."""
    if plan.wanted.model_note is not None:
        yield "warning", str(plan.wanted.model_note)
    yield from refusal_remarks(plan)
    for option in plan.options:
        if option.status not in (EFFECTIVE, REFUSED):
            shown = "" if option.value is None else f"={option.value}"
            template = (
                "{option} (default): {status}, {reason}"
                if option.origin.kind == "default"
                else "{option}: {status}, {reason}"
            )
            yield (
                "warning",
                said(
                    template,
                    option=printable(f"{option.name}{shown}"),
                    status=translated(option.status),
                    reason=option.reason,
                ),
            )
    for sentence in asked_in_vain(plan):
        yield "warning", sentence
    differing = {row.op_type: row.differs_in for row in plan.rows if row.differs_in}
    if differing:
        yield "quiet", _differing(differing)
    if plan.unplaced:
        names = enumerated(printable(name) for name in plan.unplaced[:3])
        more = (
            said(" and {number} more", number=len(plan.unplaced) - 3)
            if len(plan.unplaced) > 3
            else ""
        )
        yield (
            "warning",
            said(
                "names of nodes, whose types are unknown without --model or --node "
                "TYPE=NAME: {names}{more}",
                names=names,
                more=more,
            ),
        )
    if any(row.dtypes.status == NOT_TAKEN for row in plan.rows):
        yield "warning", translated(_ELSEWHERE)
    for note in plan.notes if _has_plan(plan) else ():
        yield "warning", printable(str(note))

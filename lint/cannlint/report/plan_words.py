"""A plan in words, for the reports that people read."""

from __future__ import annotations

from itertools import groupby

from cannlint.cann.dtypes import WRITTEN
from cannlint.cann.option_names import V1, V2
from cannlint.jobs.given import is_given
from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.library_names import name_of
from cannlint.report.origins import origin_text
from cannlint.resolve.option_status import EFFECTIVE, REFUSED
from cannlint.resolve.outcome import DETERMINED, FAILS, UNDETERMINED
from cannlint.resolve.outcome import REFUSED as NOT_TAKEN
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.resolve.modes import Mode
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.plan import Plan, Row
    from cannlint.resolve.provenance import Origin

NOTHING = "–"
_USERS = ("file", "option", "node")
"""The kinds of origin that somebody wrote for this compile."""

_FEW = 2
"""So many candidates are shown in place of the word."""

_OUTCOMES: dict[str, str] = {
    UNDETERMINED: Phrase("undetermined"),
    NOT_TAKEN: Phrase("leaves the AI Core"),
    FAILS: Phrase("fails to compile"),
}


def job_name(plan: Plan) -> str:
    """The job, as a heading names it."""
    job = plan.job
    if job.name is not None:
        return printable(f"{job.name} ({job.source.path})")
    return (
        translated("the job of the command line") if is_given(job) else printable(job.source.path)
    )


def circumstances(plan: Plan) -> list[str]:
    """What the plan holds for: front end, SoC, release, graph or what is assumed without."""
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
    """A dtype as people write it; an absent tensor has none."""
    return WRITTEN.get(dtype, dtype) if dtype is not None else translated("absent")


def side(dtypes: Sequence[str | None]) -> str:
    """The dtypes of one side, equal neighbours together: `float16 ×2, int32`."""
    runs = [(written(dtype), len([*same])) for dtype, same in groupby(dtypes)]
    return ", ".join(f"{dtype} ×{count}" if count > 1 else dtype for dtype, count in runs)


def pair(inputs: Sequence[str | None], outputs: Sequence[str | None]) -> str:
    """Inputs → outputs."""
    return f"{side(inputs) or NOTHING} → {side(outputs) or NOTHING}"


def dtypes_text(dtypes: Dtypes) -> str:
    """What an operator's tensors run as."""
    if dtypes.status == DETERMINED:
        return pair(dtypes.inputs, dtypes.outputs)
    if dtypes.status == UNDETERMINED and 0 < len(dtypes.candidates) <= _FEW:
        either = translated(" or ").join(pair(*candidate) for candidate in dtypes.candidates)
        return said("either {candidates}", candidates=either)
    return outcome_text(dtypes)


def outcome_text(dtypes: Dtypes) -> str:
    """Why an operator has no dtypes, in a word or two."""
    return translated(_OUTCOMES[dtypes.status])


def mode_text(mode: Mode) -> str:
    """The implementation mode, or that there is none, or that it cannot be told."""
    if mode.reason is not None:
        return translated("unknown")
    return mode.value or NOTHING


def list_text(row: Row) -> str:
    """The mixed-precision list, and the default where another."""
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
    """What somebody wrote that decides about an operator, each place once."""
    colour = row.colour.origin if row.colour is not None else None
    customized = [step.origin for step in row.dtypes.steps if step.name in ("S3", "S4", "D3")]
    found = [*customized[:1], row.keep, colour, row.mode.origin]
    return _of_users(origin for origin in found if origin is not None)


def lost_origins(row: Row) -> list[Origin]:
    """What somebody wrote about an operator where nothing of it decides, each place once."""
    if user_origins(row):
        return []
    colour = row.colour.shadowed if row.colour is not None else []
    return _of_users(shadowed.origin for shadowed in (*colour, *row.mode.shadowed))


def _of_users(origins: Iterable[Origin]) -> list[Origin]:
    return [*{origin_text(at): at for at in origins if at.kind in _USERS}.values()]


def is_touched(row: Row) -> bool:
    """Whether somebody wrote about the operator, or a node of a graph cannot run on AI Core."""
    is_lost = row.node is not None and row.dtypes.status in (NOT_TAKEN, FAILS)
    return is_lost or bool(user_origins(row) or lost_origins(row))


def decided_by(plan: Plan, row: Row) -> str:
    """The places that decide, then why something cannot be told."""
    places = [origin_text(origin) for origin in user_origins(row)]
    reasons = dict.fromkeys(
        str(reason) for reason in (row.dtypes.reason, row.mode.reason) if reason
    )
    said_of = [enumerated(places), *reasons, kernels(plan, row)]
    told = translated("; ").join(filter(None, said_of))
    decided = told or _mode_option(plan, row) or translated("default")
    lost = enumerated(map(origin_text, lost_origins(row)))
    return said("{decided}; no effect: {lost}", decided=decided, lost=lost) if lost else decided


def _mode_option(plan: Plan, row: Row) -> str | None:
    """The option for the precision mode, where somebody set it and it decides the dtypes."""
    is_judged = any(step.name == "P1" for step in row.dtypes.steps)
    return next((name for name in (V1, V2) if is_judged and plan.job.get(name)), None)


def kernels(plan: Plan, row: Row) -> str:
    """The dtypes of prebuilt kernels, where nothing else is known of the columns."""
    from cannlint.library.snapshot import KERNELS_FOLDER, VERSION, kernel_dtypes

    target = plan.target
    is_known = target.folder == KERNELS_FOLDER and target.library.cann == VERSION
    if row.dtypes.reason_id != "op_select_format" or not is_known:
        return ""
    firsts = dict.fromkeys(written(i[0]) for i, _ in kernel_dtypes(row.op_type) if i and i[0])
    return said("prebuilt kernels take {firsts}", firsts=", ".join(firsts)) if firsts else ""


def remarks(plan: Plan) -> Iterator[tuple[str, str]]:
    """What a person has to know beside the operators: (style, sentence)."""
    for refusal in plan.refusals:
        codes = ", ".join(refusal.codes) or translated("without a code")
        yield (
            "error",
            said(
                "refused, {codes}: {message} ({origin})",
                codes=codes,
                message=refusal.message,
                origin=origin_text(refusal.origin),
            ),
        )
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
    for note in plan.graph.notes if plan.graph is not None else ():
        yield "warning", printable(str(note))

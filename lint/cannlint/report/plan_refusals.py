"""What a plan cannot show: unknown names, and what CANN refuses, with what is left out for that."""

from __future__ import annotations

from collections.abc import Container, Iterator

from cannlint.diagnostics import quoted
from cannlint.discovery.detect import kind_of
from cannlint.jobs.model import COMMAND_LINE
from cannlint.language import Phrase, said, translated
from cannlint.report.origins import origin_text
from cannlint.resolve.plan import Plan
from cannlint.resolve.refusal import LeftOut, Refusal
from cannlint.text.printable import printable


def asked_in_vain(plan: Plan) -> Iterator[str]:
    """A sentence for each operator type or node that is not there."""
    for op_type, meant in _misspelt_types(plan):
        yield said(
            "unknown operator `{op_type}`: did you mean `{meant}`?",
            op_type=printable(op_type),
            meant=meant,
        )
    yield from _not_in_the_graph(plan)


def _not_in_the_graph(plan: Plan) -> Iterator[str]:
    """Types and nodes asked for that the graph does not have, each with the closest that it has."""
    graph = plan.wanted.graph
    if graph is None or not (plan.wanted.types or plan.wanted.nodes):
        return
    from cannlint.graphs.tables import type_meant
    from cannlint.nearest import Names

    nodes = [*graph.nodes, *(node.parsed for node in graph.nodes if node.parsed is not None)]
    types = {node.op_type for node in nodes}
    names = {node.name for node in nodes}
    asked = [(_NO_TYPE, one) for one in plan.wanted.types if one not in types]
    asked += [(_NO_NAME, name) for _, name in plan.wanted.nodes if name not in names]
    for template, one in asked:
        sentence = said(template, asked=printable(one))
        is_type = template == _NO_TYPE
        meant = type_meant(one, types) if is_type else Names(names).nearest_type(one)
        more = said("; did you mean `{meant}`?", meant=printable(meant)) if meant else ""
        yield sentence + more


_NO_TYPE = Phrase("no operator of this graph has the type `{asked}`")
_NO_NAME = Phrase("no operator of this graph is named `{asked}`")


def _misspelt_types(plan: Plan) -> Iterator[tuple[str, str]]:
    """Operator types asked for that the library lacks, each with the closest known type."""
    unknown = {row.op_type for row in plan.rows if row.colour is None}.intersection(
        plan.wanted.types
    )
    if unknown:
        from cannlint.graphs.tables import type_meant

        known = {*plan.target.op_types()}
        for op_type in sorted(unknown):
            meant = type_meant(op_type, known)
            if meant is not None:
                yield op_type, meant


def refusal_remarks(plan: Plan) -> Iterator[tuple[str, str]]:
    """A sentence for each refusal and for each part left out, with its style; then what to do."""
    for refusal in plan.refusals:
        yield "error", refused(refusal)
    told = {str(refusal.cause) for refusal in plan.refusals}
    for part in plan.left_out:
        yield "warning", _left_out(part, told)
    if plan.refusals and not plan.rows:
        yield from _next_steps(plan)


def refused(refusal: Refusal) -> str:
    """What CANN refuses, with its codes, where it stands, and the rule that reports it.

    The finding about an option says all of this; that about a line of a file not whose file it is.
    """
    codes = ", ".join(refusal.codes) or translated("without a code")
    cause = refusal.cause
    if cause is not None and refusal.origin.kind == "option" and not refusal.is_of_model:
        return said("refused, {codes}: {message}", codes=codes, message=cause)
    told = said(
        "refused, {codes}: {message} ({origin})",
        codes=codes,
        message=refusal.message,
        origin=origin_text(refusal.origin),
    )
    if cause is None:
        return told
    if str(cause.values["message"]) == str(refusal.message):
        return told + translated("; ") + str(cause.values["rule"])
    return told + translated("; ") + str(cause)


def _left_out(part: LeftOut, told: Container[str]) -> str:
    """What is left out and why, if that is not told; of a file as a whole, its name."""
    place = origin_text(part.origin)
    sentence = (
        said("left out: all of {file} ({option})", file=place, option=part.option)
        if part.what is None
        else said("left out: `{what}` ({place})", what=quoted(part.what), place=place)
    )
    if part.cause is None:
        return sentence
    why = part.cause.values["rule"] if str(part.cause) in told else part.cause
    return sentence + translated("; ") + str(why)


def _next_steps(plan: Plan) -> Iterator[tuple[str, str]]:
    commands = dict.fromkeys(filter(None, (_command(plan, one) for one in plan.refusals)))
    for command in commands:
        yield "quiet", said("to see how to fix this: {command}", command=command)
    if not plan.left_out:
        yield "quiet", translated("to see the plan without what CANN refuses, add --assume-fixed")


def _command(plan: Plan, refusal: Refusal) -> str | None:
    """The command that says what to write instead; None where the options are not in a file."""
    source = refusal.origin.source
    if source is None or source.is_outside:
        return None
    if source.path == COMMAND_LINE:
        return None if plan.job.source.text.startswith("-O ") else "cannlint check -- atc …"
    linked = plan.job.files.get(refusal.option)
    kind = linked.reading.kind if linked is not None and refusal.origin.kind == "file" else None
    is_clear = kind is None or kind_of(source.path, source.data, loosely=True) is kind
    option = "" if is_clear or kind is None else f"--kind {kind.value} "
    return f"cannlint check {option}{printable(source.path)}"

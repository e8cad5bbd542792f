"""The finding and the rules about operator types that the library does not have."""

from __future__ import annotations

from copy import copy

from cannlint.diagnostics import Message, Severity
from cannlint.formats.customize_dtypes.lines import TYPE_PREFIX
from cannlint.rules.rule import FixKind, Rule
from cannlint.rules.unmatched import GraphSearch
from cannlint.text.edits import replace
from cannlint.text.source import UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeVar

    from cannlint.diagnostics import Diagnostic
    from cannlint.graphs.model import Census
    from cannlint.kinds import Kind
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups, UnknownType
    from cannlint.reading.base import Reading
    from cannlint.resolve.job_use import JobUse
    from cannlint.text.span import Span

    R = TypeVar("R", bound=Reading)
    Entry = tuple[Sequence[Span], str, bool]
    """The places of a name, the first of which a finding is about; the name; is it a type."""

_MOST_FOLDERS = 5
"""The most SoC folders that a finding names; it gives the number of the others."""

_BETWEEN_SCOPES = "/"
"""Characters that frameworks write into nested node names; no operator type has them."""

_NOWHERE = "unknown operator type `{op}`"
_MADE = "no operator has the type `{op}`: CANN makes {made} of it"
_MADE_HERE = "no operator has the type `{op}`: CANN makes {made} of it ({number} in {graphs})"
_KEPT = "the operator library does not have `{op}`, which CANN's parser makes"
_MADE_OF_ONNX = "remove it, or write what CANN makes of it in an ONNX model: {parsed}"
_EMPTY = "an empty name is not an operator type"
_PREFIXED = "`OpType::` is part of the type here, and no operator has the type `{op}`"
_PADDED = "the type `{op}` starts or ends with whitespace, and no operator has it"
_NOT_HERE = "`{op}` is not in the operator library of {missing}"
_NOT_KNOWN = "`{op}` is not among the operators of CANN {release} that are known"
_CHECK_IT = (
    "check the spelling, or list custom operators under `extra-ops` in cannlint.toml; an install "
    "of the release tells for certain"
)
_NO_SUCH = (
    "write the type as in the operator library, or list custom operators under `extra-ops` "
    "in cannlint.toml"
)
_OF_A_NODE = "write the operator type of the node; `{op}` looks like the name of one"
_NAMED_ALREADY = "remove it: the file already names `{meant}`"
_ONLY_THERE = "remove it, or keep it for the SoCs that have it: {there}"
_THERE_AND_MORE = "remove it, or keep it for the SoCs that have it: {there} and {more} more"

_SILENT = "CANN accepts unknown names without a message; from {where}"


def unknown_type_rule(
    code: str,
    kind: Kind,
    unknown: Callable[[R, Lookups], Iterator[tuple[Sequence[Span], UnknownType]]],
    entries: Callable[[R], Iterator[Entry]],
    types: Callable[[R], set[str]],
    stage: str,
    unmatched: str,
    note: str = _SILENT,
    originals: bool = False,
    spelled: Callable[[str], str] = str,
) -> Rule:
    """A rule about one format.

    `unknown` gives the types that the library lacks, `entries` all names that CANN looks up in the
    graph of a `stage`, `types` the types that the file names, and `spelled` writes one.
    """
    rule = Rule(
        code,
        "unknown-op-type",
        Severity.WARNING,
        (kind,),
        about=("unknown-type",),
        fix=FixKind.UNSAFE,
        needs_library=True,
    )

    @rule.check
    def unknown_op_type(reading: R, lookups: Lookups) -> Iterator[Diagnostic]:
        """Report every operator type that the library of the given SoCs does not have."""
        taken = types(reading)
        for spans, found in unknown(reading, lookups):
            finding = unknown_type(rule, spans[0], found, lookups.operators, note)
            offer_meant(_everywhere(finding, spans), taken, spans, spelled)
            yield finding

    @rule.revises
    def not_in_the_model(
        reading: R, uses: Sequence[JobUse], found: list[Diagnostic]
    ) -> Iterator[Diagnostic]:
        """Report also every type and name that no operator of the model has."""
        search, taken = GraphSearch(uses, stage, originals), types(reading)
        for finding in found:
            op_type = str(finding.values["op"])
            if finding.values.get("made") == (op_type,) and search.is_unmatched(op_type, True):
                of_model = search.finding(rule, finding.span, op_type, True, unmatched)
                of_model.severity, of_model.related = finding.severity, finding.related
                yield of_model
            else:
                yield in_the_model(finding, search.censuses, taken, spelled)
        reported = {finding.span for finding in found}
        for spans, name, is_type in entries(reading):
            if spans[0] not in reported and search.is_unmatched(name, is_type):
                finding = search.finding(rule, spans[0], name, is_type, unmatched)
                yield _everywhere(finding, spans)

    return rule


def _everywhere(finding: Diagnostic, spans: Sequence[Span]) -> Diagnostic:
    for span in spans[1:]:
        finding.also(span, "here again")
    return finding


def unknown_type(
    rule: Rule, span: Span, unknown: UnknownType, operators: Operators, note: str
) -> Diagnostic:
    """Return a finding about a type that the selected SoCs do not have.

    Its value `meant` is the type that the user may have meant, or "".
    """
    op_type, there = unknown.name, unknown.elsewhere
    found, is_made = ((), False) if there else _meant_types(op_type, operators)
    is_kept = found == (op_type,)
    meant, made = found[0] if len(found) == 1 and not is_kept else "", found if is_made else ()
    if op_type != _bare(op_type):  # no framework has such a name
        made = ()
    if not unknown.is_certain:
        return rule.at(
            span,
            _NOT_KNOWN,
            label=_label(op_type, meant, made, there) if meant or made else None,
            help=_CHECK_IT,
            note=note,
            severity=Severity.INFO,
            op=op_type,
            meant=meant,
            made=made,
            release=operators.library.cann,
            where=operators.where,
        )
    parsed = _parsed(op_type, operators) if is_kept else ()
    values: dict[str, Any] = {
        "op": op_type,
        "parsed": parsed,
        "meant": meant,
        "made": made,
        "missing": unknown.missing,
        "there": there[:_MOST_FOLDERS],
        "more": len(there) - _MOST_FOLDERS,
        "where": operators.where,
    }
    return rule.at(
        span,
        _message(op_type, made, there),
        label=_label(op_type, meant, made, there),
        help=_MADE_OF_ONNX if parsed else _help(op_type, meant, made, there),
        note=note,
        **values,
    )


def offer_meant(
    finding: Diagnostic,
    names: set[str],
    spans: Iterable[Span],
    spelled: Callable[[str], str] = str,
) -> None:
    """Add an unsafe fix that writes the meant type at these places.

    `names` are the types in the file. The fix never writes one of them, because CANN would join
    the two entries. If two typos mean the same type, only the first has a fix;
    the help of the other says to remove it.
    """
    meant = str(finding.values["meant"])
    if finding.severity is Severity.INFO:  # the type may be one that is not known
        return
    if meant and meant not in names:
        names.add(meant)
        edits = [replace(span, spelled(meant)) for span in spans]
        finding.with_fix("write `{meant}`", *edits, safe=False)
    elif meant:
        finding.help = Message(_NAMED_ALREADY, finding.values)


def in_the_model(
    finding: Diagnostic,
    censuses: Sequence[Census],
    names: set[str],
    spelled: Callable[[str], str] = str,
) -> Diagnostic:
    """Return a finding about a type of a framework with what CANN makes of it in these models.

    It is as it was where the models have none of these operators, or several.
    """
    made = finding.values.get("made")
    if made == (finding.values["op"],):
        return finding
    counts = {
        one: sum(len(census.by_type.get(one, ())) for census in censuses)
        for one in (made if isinstance(made, tuple) else ())
    }
    there = [one for one, number in counts.items() if number]
    if len(there) != 1 or finding.severity is Severity.INFO:
        return finding
    found = copy(finding)
    graphs = tuple(dict.fromkeys(census.path for census in censuses))
    values = {"made": tuple(there), "meant": there[0], "number": counts[there[0]], "graphs": graphs}
    found.values = {**finding.values, **values}
    found.message = Message(_MADE_HERE, found.values)
    found.help, found.fix = Message("write `{meant}`", found.values), None
    again = (label.span for label in found.related if label.source is None)
    offer_meant(found, names, [found.span, *again], spelled)
    return found


def _meant_types(op_type: str, operators: Operators) -> tuple[tuple[str, ...], bool]:
    """Return what the user may have meant and every SoC has, and whether CANN's parsers make it.

    A name of ONNX or TensorFlow comes before a typo, and that before a layer of Caffe.
    """
    from cannlint.graphs.tables import keeps_name, made_of, made_of_layer

    bare = _bare(op_type)
    if bare and keeps_name(bare):  # CANN has it, and removes it or runs it elsewhere
        return (bare,), True
    typo = operators.nearest(bare)
    for names, is_made in ((made_of(bare), True), ((typo,), False), (made_of_layer(bare), True)):
        known = tuple(one for one in names if one and operators.entries(one))
        meant = tuple(one for one in known if not operators.missing_from(one))
        if meant:
            return meant, is_made
    return (), False


def _parsed(op_type: str, operators: Operators) -> tuple[str, ...]:
    from cannlint.graphs.tables import parsed_as

    return tuple(one for one in parsed_as(op_type) if not operators.missing_from(one))


def _bare(op_type: str) -> str:
    """The name without what surrounds a type in other files."""
    return op_type.strip(UNSEEN).removeprefix(TYPE_PREFIX).strip(UNSEEN)


def _message(op_type: str, made: tuple[str, ...], there: tuple[str, ...]) -> str:
    if there:
        return _NOT_HERE
    if made:
        return _KEPT if made == (op_type,) else _MADE
    if op_type.strip(UNSEEN).startswith(TYPE_PREFIX):
        return _PREFIXED
    if op_type != _bare(op_type):
        return _PADDED if _bare(op_type) else _EMPTY
    return _NOWHERE if op_type else _EMPTY


def _label(op_type: str, meant: str, made: tuple[str, ...], there: tuple[str, ...]) -> str:
    if there:
        return "other SoCs have it"
    if made:
        return "no operator of the AI Core" if made == (op_type,) else "a type of a framework"
    return "did you mean `{meant}`?" if meant else "not in the library"


def _help(op_type: str, meant: str, made: tuple[str, ...], there: tuple[str, ...]) -> str:
    if there:
        return _THERE_AND_MORE if len(there) > _MOST_FOLDERS else _ONLY_THERE
    if meant:
        return "write `{meant}`"
    if made == (op_type,):
        return "remove it: CANN removes the operator, or does not run it on the AI Core"
    if made:
        return "write the one that it becomes in the model: {made}"
    if not _bare(op_type):
        return "write an operator type, or remove it"
    return _OF_A_NODE if _BETWEEN_SCOPES in op_type else _NO_SUCH

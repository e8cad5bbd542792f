"""Combination of dtypes that the operator does not support.

The operator leaves the AI Core or does not compile. The operator library lists the combinations of
dtypes that an operator supports, one column for each. All dtypes of an entry must be in the same
column. An empty position matches any dtype. Write one of the supported combinations.

Some operators list no combinations: their kernel chooses the dtypes during the compile. For these
the rule uses the combinations that the operators of CANN 8.1.RC1 gave when they were run, if the
operator has the same library entry in your release. It reports a combination that the operator
supports for no node; see CD205 for the others.
With the graph of the model, the rule also checks entries for node names, and the finding says what
the operator takes, or, where it does not compile, what happens to it step by step.

## Example

```customize_dtypes
OpType::Sub:InputDtype:float16,float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::Sub:InputDtype:float32,float32,OutputDtype:float32
```

## What CANN does

CANN does not run the operator on the AI Core. It writes the dtypes onto the tensors, whether or
not the other engine supports them; if no engine takes it, the compile stops with EZ3002 or EZ3003.
When CANN finds the conflict only in a later step, the operator does not compile. A dtype for an
optional tensor counts only when the node has this tensor.

Source: manual/customize-dtypes.md#effect, manual/operator-libraries.md#columns
"""

from __future__ import annotations

from cannlint.diagnostics import Label
from cannlint.formats.customize_dtypes.lines import DtypeEntry
from cannlint.formats.customize_dtypes.lookup import NO_SUCH_COLUMN
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, has_concrete_dtype
from cannlint.formats.ops_info.operator import Operator
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    Kind,
    Lookups,
    Message,
    Rule,
    Sequence,
    Severity,
)
from cannlint.rules.cd.columns import (
    clear_entries,
    clear_records,
    combination,
    combinations,
    lists_span,
    nearest_columns,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.graphs.model import Node
    from cannlint.resolve.job_use import JobUse
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.provenance import Step

RULE = Rule(
    "CD204",
    "unsupported-combination",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(NO_SUCH_COLUMN,),
    needs_library=True,
)

_HELP = (
    "write `{first}`",
    "write `{first}` or `{second}`",
    "write `{first}`, `{second}` or `{third}`",
)
_NO_COLUMN = "remove the entry"
_NAMES = ("first", "second", "third")
_NOTE = "the operator leaves the AI Core, or the compile fails; from {where}"
_RECORDED = (
    "the operator leaves the AI Core, or the compile fails; from runs of op_select_format of CANN "
    "{release}"
)


@RULE.check
def unsupported_combination(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every entry whose dtypes are in no column, on all SoCs or on a given one."""
    for found in clear_entries(reading, lookups, NO_SUCH_COLUMN):
        entry, failing = found.entry, found.folders_without_column
        help, combinations = _help([found.operators[folder] for folder in failing], entry)
        yield RULE.at(
            lists_span(entry),
            _message(len(failing), len(found.operators)),
            label="no such combination",
            help=help,
            note=_NOTE if found.recorded is None else _RECORDED,
            op=entry.name,
            folders=tuple(failing),
            where=lookups.operators.where,
            release=found.recorded,
            **combinations,
        )


@RULE.revises
def unmet_in_the_model(
    reading: CustomizeDtypes, uses: Sequence[JobUse], found: list[Diagnostic]
) -> Findings:
    """Report also every entry that CANN cannot apply to an operator of the model, and why."""
    reported = set()
    for _, entry in clear_records(reading) if reading.accepted else ():
        unmet = _unmet(entry, uses) if has_concrete_dtype(entry) else None
        if unmet is not None:
            reported.add(unmet.span)
            yield unmet
    yield from (finding for finding in found if finding.span not in reported)


def _unmet(entry: DtypeEntry, uses: Sequence[JobUse]) -> Diagnostic | None:
    """Return the finding about the first operator that cannot have the dtypes."""
    for use in uses:
        if use.effects is not None:
            unmet = list(use.effects.unmet(entry.name, entry.is_type))
            if unmet:
                return _in_the_model(entry, use, *unmet[0], len(unmet))
    return None


def _in_the_model(
    entry: DtypeEntry, use: JobUse, node: Node, dtypes: Dtypes, number: int
) -> Diagnostic:
    from cannlint.resolve.outcome import FAILS

    assert use.graph is not None
    operators = _as_it_runs(node, use)
    help, nearest = _help(operators, entry)
    takes = combinations((entry.inputs, entry.outputs), operators)
    steps = [step for step in dtypes.steps if use.job.complete or step.name not in _OF_THE_JOB]
    is_lost = dtypes.status != FAILS
    finding = RULE.at(
        lists_span(entry),
        "`{node}` of {graph} leaves the AI Core: {reason}"
        if is_lost
        else "`{node}` of {graph} does not compile: {reason}",
        label="CANN cannot use these dtypes"
        if number == 1
        else "CANN cannot use these dtypes for {number} operators",
        help=help,
        note="{op} on {soc} takes {columns}, and not {asked}"
        if is_lost and takes
        else "steps: {chain}",
        node=node.name,
        op=node.op_type,
        soc=use.target.soc if use.target is not None else "",
        columns=(_shown(takes),),
        asked=(combination((entry.inputs, entry.outputs)),),
        number=number,
        graph=use.graph.path,
        reason=dtypes.reason,
        chain=_chain(steps),
        **nearest,
    )
    for step in [] if is_lost else steps:  # where no column has the dtypes, no option matters
        origin = step.origin
        if origin.kind == "option" and origin.source is not None and origin.span is not None:
            finding.related.append(Label(origin.span, step.effect, origin.source))
    return finding


def _as_it_runs(node: Node, use: JobUse) -> list[Operator]:
    """Return the operator of a node with the columns that this node has."""
    assert use.target is not None and use.effects is not None
    for store in use.target.stores(node.op_type):
        if store.recorded is None:
            return [store.operator]
        from cannlint.library.recorded import ListedOperator

        listed, cases = ListedOperator(store.operator, store.recorded), use.effects.cases(node)
        return [listed.by_case[cases[0]] if len(cases) == 1 else listed]
    return []


_MOST_COMBINATIONS = 4


def _shown(takes: list[str]) -> str:
    """Return combinations in one text, of many the first ones."""
    more = ["…"] if len(takes) > _MOST_COMBINATIONS else []
    return "; ".join([*takes[:_MOST_COMBINATIONS], *more])


_OF_THE_JOB = ("P1", "C2")
"""Steps that depend on options, which are unknown for a file without a complete job."""


def _chain(steps: list[Step]) -> Message:
    chain, *others = (step.effect for step in steps)
    for effect in others:
        chain = Message("{chain}; {step}", {"chain": chain, "step": effect})
    return chain


def _help(operators: list[Operator], entry: DtypeEntry) -> tuple[str, dict[str, Any]]:
    """Return the help text and its values."""
    combinations = nearest_columns((entry.inputs, entry.outputs), operators, len(_HELP))
    if not any(combinations):
        return _NO_COLUMN, {}
    values: dict[str, Any] = {  # a tuple, which reports do not shorten
        name: (text,) for name, text in zip(_NAMES, (*combinations, "", ""), strict=False)
    }
    return _HELP[len(combinations) - 1], values


def _message(failing: int, considered: int) -> str:
    if failing < considered:
        return "`{op}` has no kernel with these dtypes on {folders}"
    return "`{op}` has no kernel with these dtypes"

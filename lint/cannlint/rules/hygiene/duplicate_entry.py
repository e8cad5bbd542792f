"""An entry for an operator that has one already: CANN keeps the first, or refuses the file.

# CD104

Duplicate entry: CANN uses only the first one.

CANN ignores a second entry for the same operator type or the same node name. Types and names are
separate: an entry for the type `Relu` and an entry for a node named `Relu` are not duplicates. For
that node, the entry for the name wins.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
OpType::Relu:InputDtype:float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN keeps the first entry. It writes a warning only to its log.

Source: manual/customize-dtypes.md#duplicate-entries

# FS008

Two lines of the text format name the same pass, and CANN refuses the whole file.

In the text format, each name may appear only once, even if both lines have the same value. This
also applies to `ALL`. (In the JSON format, the last entry counts: see FS102.)

## Example

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
SoftmaxFusionPass:on
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN stops with E20003 and "pass name X is duplicate".

Source: manual/fusion-switch.md#text

# KD104

Duplicate entry: the second one has no effect.

The first entry already keeps the dtypes of the operator. Remove the second one, or write the
operator that you meant.

## Example

```keep_dtype
layer1/Add
layer2/Add
layer1/Add
```

## Write instead

```keep_dtype
layer1/Add
layer2/Add
```

## What CANN does

CANN marks the same nodes twice, which changes nothing.

Source: manual/keep-dtype.md#lines

# OP105

Duplicate entry: CANN uses only the first valid one.

CANN ignores a second entry for the same operator in a section. Operator types and node names are
separate: `Gelu` below `[ByOpType]` and `Gelu` below `[ByNodeName]` are not duplicates. An entry
that CANN ignores, for example because of an unknown mode, does not count as the first one.

## Example

```op_precision
Gelu=high_precision
Gelu=high_performance
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN keeps the first valid entry. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete_line,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.fusion_switch.reading import FusionSwitch
    from cannlint.formats.keep_dtype.reading import KeepDtype
    from cannlint.formats.op_precision.reading import OpPrecision

_ABOUT = ("duplicate-entry",)
CD104 = Rule(
    "CD104",
    "duplicate-entry",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=_ABOUT,
    fix=FixKind.SAFE,
)
FS008 = Rule(
    "FS008",
    "duplicate-text-entry",
    Severity.ERROR,
    (Kind.FUSION_SWITCH,),
    about=_ABOUT,
    cann="E20003",
)
KD104 = Rule(
    "KD104", "duplicate-entry", Severity.INFO, (Kind.KEEP_DTYPE,), about=_ABOUT, fix=FixKind.SAFE
)
OP105 = Rule(
    "OP105",
    "duplicate-entry",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=_ABOUT,
    fix=FixKind.SAFE,
)
RULES = (CD104, FS008, KD104, OP105)

_REMOVE = "remove this line, or change the first one"
_WORDS = {
    CD104: (
        "duplicate entry for `{name}`; CANN keeps the first one",
        "ignored",
        _REMOVE,
        "CANN writes a warning only to its log",
        "CANN uses this entry",
    ),
    KD104: (
        "duplicate node name `{name}`",
        "has no effect",
        "remove this line, or write the operator that you meant",
        "CANN marks the same nodes twice, which changes nothing",
        "first named here",
    ),
    OP105: (
        "duplicate entry for `{name}`; CANN keeps the first valid one",
        "ignored",
        _REMOVE,
        "CANN ignores the line without a message",
        "CANN uses this entry",
    ),
}
"""The message, the label, the help, the note, and the label of the first entry."""

_TYPE = "duplicate operator type `{name}`"


def _finding(
    rule: Rule, key: Span, name: str, first: Span, message: str | None = None
) -> Diagnostic:
    words, label, help, note, counts = _WORDS[rule]
    finding = rule.at(key, message or words, label=label, help=help, note=note, name=name)
    return finding.also(first, counts)


@CD104.check
def in_customize_dtypes(reading: CustomizeDtypes) -> Findings:
    """Report every entry whose operator already has an entry.

    When two keys are equal only because CANN misreads them, other rules report them.
    """
    from cannlint.formats.customize_dtypes.reading import DUPLICATE_ENTRY, has_concrete_dtype
    from cannlint.rules.cd.names import is_misread

    source = reading.source
    for record, entry in reading.entries_with(DUPLICATE_ENTRY):
        first = record.first
        if first is None or first.entry is None or is_misread(source, record, entry):
            continue
        if is_misread(source, first, first.entry):
            continue
        finding = _finding(CD104, entry.key, entry.name, first.entry.key)
        if has_concrete_dtype(first.entry):
            finding.with_fix("remove the line", delete_line(source, record.line))
        yield finding


@OP105.check
def in_op_precision(reading: OpPrecision) -> Findings:
    """Report every entry whose operator already has a mode."""
    from cannlint.formats.op_precision.reading import DUPLICATE_ENTRY

    for record in reading.parts_with(DUPLICATE_ENTRY):
        line, first = record.line, record.first
        if line.comment_mark or line.is_header_like or line.key is None:
            continue
        if first is not None and first.line.key is not None:
            finding = _finding(OP105, line.key, line.name, first.line.key)
            yield finding.with_fix("remove the line", delete_line(reading.source, line.line))


@KD104.check
def in_keep_dtype(reading: KeepDtype) -> Findings:
    """Report every entry that repeats an earlier line."""
    from cannlint.formats.keep_dtype.reading import DUPLICATE_ENTRY

    for record in reading.parts_with(DUPLICATE_ENTRY):
        line, first = record.line, record.first
        if first is not None and record.is_plain:
            message = _TYPE if line.is_type else None
            finding = _finding(KD104, line.text, line.name, first.line.text, message)
            yield finding.with_fix("remove the line", delete_line(reading.source, line.line))


@FS008.check
def in_fusion_switch(reading: FusionSwitch) -> Findings:
    """Report every second line for the same pass."""
    from cannlint.formats.fusion_switch.facts import DUPLICATE_ENTRY

    for record in reading.parts_with(DUPLICATE_ENTRY):
        first = record.first.line if record.first is not None else None
        if record.line.is_comment or first is None or first.key is None or record.line.key is None:
            continue
        same = first.switch == record.line.switch
        yield FS008.at(
            record.line.key,
            "a second line sets `{name}` to `{switch}` again; CANN refuses the whole file"
            if same
            else "a second line sets `{name}` to `{switch}`, the first to `{before}`; CANN "
            "refuses the whole file",
            label="second line for this pass",
            help="remove one of the two lines",
            note="CANN stops with E20003, even if both lines have the same value",
            name=record.line.name,
            switch=record.line.switch,
            before=first.switch,
        ).also(first.key, "the first line")

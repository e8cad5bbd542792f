"""An operator type that is not in the operator library, or that no operator of the model has.

# CD201

Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. A type is then only advice while fusion may still create
an operator of this type.

## Example

```customize_dtypes
OpType::Gellu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Gelu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN accepts any name without a message. An entry that matches no node of the model has no effect.
For an operator that does not run on the AI Core, CANN writes the dtypes onto its tensors, whether
or not its kernel supports them.

Source: manual/customize-dtypes.md#effect, manual/operator-libraries.md#releases

# KD201

Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. This is only advice when fusion may create or remove the
operator.

## Example

```keep_dtype
OpType::Xlog1pi
```

## Write instead

```keep_dtype
OpType::Xlog1py
```

## What CANN does

CANN accepts any type in PascalCase. When no node of the model has the type, CANN writes a warning
only to its log.

Source: manual/keep-dtype.md#which-nodes-match, manual/operator-libraries.md#releases

# MX201

The operator library does not have this operator type.

The library of a CANN release lists the operators of each SoC. An unknown type may be a typo, an
operator of another SoC or release, or a custom operator. List custom operators under `extra-ops`
in cannlint.toml. Without `--soc`, a type is unknown only if no SoC has it. The names in a mixlist
are operator types, never nodes, and whitespace in them counts.

If you give the graph of the model (`--model`, or `graph` of a job), cannlint also reports the
types that no operator of the graph has. This is only advice as long as fusion may create such an
operator.

## Example

```mixlist
{"black-list": {"to-add": ["SoftmaxV2", "MatMu1V2"]}}
```

## Write instead

```mixlist
{"black-list": {"to-add": ["SoftmaxV2", "MatMulV2"]}}
```

## What CANN does

CANN accepts any name without a message. The entry has no effect if no node of the model has the
type.

Source: manual/mixed-precision-list.md#the-file, manual/operator-libraries.md#releases

# OP201

Operator type that is not in the operator library.

The library of a CANN release lists the operators of each SoC. A type that is not in it is a
misspelt type, an operator of another SoC or release, or a custom operator. Correct a misspelt
type, and list custom operators under `extra-ops` in cannlint.toml. Without `--soc`, a type is
unknown when no SoC has it. OP205 reports keys that look like node names.

With the graph of the model (`--model`, or `graph` of a job), the rule also reports types and node
names that match no operator of the graph. This is only advice when fusion may create or remove the
operator.

## Example

```op_precision
MatMu1V2=high_precision
```

## Write instead

```op_precision
MatMulV2=high_precision
```

## What CANN does

CANN accepts any name without a message. An entry that matches no node of the model has no effect.

Source: manual/implementation-modes.md#lines-of-an-ini-file, manual/operator-libraries.md#releases
"""

from __future__ import annotations

import json

from cannlint.rules.api import Iterator, Kind, Lookups, Sequence, Span
from cannlint.rules.unknown_type import unknown_type_rule
from cannlint.rules.unmatched import AFTER_FUSION, BEFORE_FUSION, BOTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.keep_dtype.reading import KeepDtype
    from cannlint.formats.mixlist.reading import Mixlist
    from cannlint.formats.op_precision.reading import OpPrecision
    from cannlint.lookup import UnknownType
    from cannlint.rules.unknown_type import Entry


def _unknown_in_customize_dtypes(
    reading: CustomizeDtypes, lookups: Lookups
) -> Iterator[tuple[Sequence[Span], UnknownType]]:
    from cannlint.formats.customize_dtypes.lookup import UNKNOWN_TYPE
    from cannlint.rules.cd.columns import is_clear

    for unknown, found in lookups.parts_with(UNKNOWN_TYPE):
        if is_clear(reading, found):
            yield (found.entry.key,), unknown


def _in_customize_dtypes(reading: CustomizeDtypes) -> Iterator[Entry]:
    from cannlint.rules.cd.columns import clear_records

    return (((entry.key,), entry.name, entry.is_type) for _, entry in clear_records(reading))


def _unknown_in_keep_dtype(
    _: KeepDtype, lookups: Lookups
) -> Iterator[tuple[Sequence[Span], UnknownType]]:
    """Those in PascalCase."""
    from cannlint.formats.keep_dtype.lookup import UNKNOWN_TYPE

    for unknown, record in lookups.parts_with(UNKNOWN_TYPE):
        if record.is_plain:
            yield (record.line.key,), unknown


def _in_keep_dtype(reading: KeepDtype) -> Iterator[Entry]:
    for record in reading.records:
        line = record.line
        if record.first is None and record.is_plain:
            yield (line.key,), line.name, line.is_type


def _unknown_in_mixlist(
    _: Mixlist, lookups: Lookups
) -> Iterator[tuple[Sequence[Span], UnknownType]]:
    from cannlint.formats.mixlist.lookup import UNKNOWN_TYPE

    for unknown, mentions in lookups.parts_with(UNKNOWN_TYPE):
        yield [mention.node.span for mention in mentions], unknown


def _in_mixlist(reading: Mixlist) -> Iterator[Entry]:
    for op_type, mentions in reading.requests().items() if reading.accepted else ():
        yield [mention.node.span for mention in mentions], op_type, True


def _unknown_in_op_precision(
    reading: OpPrecision, lookups: Lookups
) -> Iterator[tuple[Sequence[Span], UnknownType]]:
    from cannlint.formats.op_precision.lookup import UNKNOWN_TYPE
    from cannlint.rules.op.sound import is_sound

    for unknown, record in lookups.parts_with(UNKNOWN_TYPE):
        if record.line.key is not None and is_sound(reading, record):
            yield (record.line.key,), unknown


def _in_op_precision(reading: OpPrecision) -> Iterator[Entry]:
    from cannlint.formats.op_precision.lookup import looks_like_node
    from cannlint.rules.op.sound import sound_entries

    for record in sound_entries(reading):
        name, key = record.line.name, record.line.key
        if key is not None and not (record.is_type and looks_like_node(name)):
            yield (key,), name, record.is_type


RULES = (
    unknown_type_rule(
        "CD201",
        Kind.CUSTOMIZE_DTYPES,
        _unknown_in_customize_dtypes,
        _in_customize_dtypes,
        lambda reading: {entry.name for _, entry in reading.entries() if entry.is_type},
        AFTER_FUSION,
        "CANN looks up the entry after fusion, and gives no message when no operator matches",
    ),
    unknown_type_rule(
        "KD201",
        Kind.KEEP_DTYPE,
        _unknown_in_keep_dtype,
        _in_keep_dtype,
        lambda reading: {record.line.name for record in reading.records if record.line.is_type},
        BEFORE_FUSION,
        "CANN writes a warning only to its log when no operator matches",
        note="CANN accepts unknown names, and writes a warning only to its log; from {where}",
        originals=True,
    ),
    unknown_type_rule(
        "MX201",
        Kind.MIXLIST,
        _unknown_in_mixlist,
        _in_mixlist,
        lambda reading: set(reading.requests()),
        AFTER_FUSION,
        "CANN looks up the type after fusion, and prints no message if no operator has it",
        spelled=json.dumps,
    ),
    unknown_type_rule(
        "OP201",
        Kind.OP_PRECISION,
        _unknown_in_op_precision,
        _in_op_precision,
        lambda reading: {record.line.name for record in reading.records if record.is_type},
        BOTH,
        "CANN looks up the entry before fusion, and gives no message when no operator matches",
        originals=True,
    ),
)

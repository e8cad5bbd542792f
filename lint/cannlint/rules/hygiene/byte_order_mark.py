"""A byte order mark: in a format of lines, CANN reads it as part of the first one.

# CD109

Byte order mark before a node name: the name matches nothing.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it, so it becomes the first character of the first name. Save the file without a byte order mark.
For a mark before `OpType::`, see CD102.

## Example

```customize_dtypes
<BOM>conv1/Relu::InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
conv1/Relu::InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores the entry for a node whose name starts with the mark. It gives no message.

Source: manual/customize-dtypes.md#keys

# FS105

A byte order mark becomes part of the first name, so the name matches no pass.

Some editors write this invisible mark at the beginning of a UTF-8 file. CANN skips it in the JSON
format. In the text format, it becomes the first character of the first name.

## Example

```fusion_switch
<BOM>SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the file and stores a switch for a pass whose name begins with the mark. It prints no
message.

Source: manual/fusion-switch.md#text

# KD105

Byte order mark: CANN reads it as part of the first name.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it. With a mark before `OpType::`, CANN also reads the whole line as a node name. Save the file
without a byte order mark.

## Example

```keep_dtype
<BOM>OpType::Relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

CANN looks for a node whose name starts with the mark. It finds none and writes a warning only to
its log.

Source: manual/keep-dtype.md#lines

# OP108

Byte order mark: CANN reads it as part of the first line.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it, so the first line starts with the mark. An operator in this line matches nothing, a section
header is unknown, and a comment is not a comment. Save the file without a byte order mark.

## Example

```op_precision
<BOM>Gelu=high_precision
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN stores a mode for an operator type whose name starts with the mark. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.op_precision.reading import OpPrecision, Record
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    UNSEEN,
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete,
)

CD109, FS105, KD105, OP108 = RULES = tuple(
    Rule(
        code,
        "byte-order-mark",
        Severity.WARNING,
        kinds,
        about=("byte-order-mark",),
        fix=FixKind.SAFE,
    )
    for code, kinds in (
        ("CD109", (Kind.CUSTOMIZE_DTYPES,)),
        ("FS105", (Kind.FUSION_SWITCH,)),
        ("KD105", (Kind.KEEP_DTYPE,)),
        ("OP108", (Kind.OP_PRECISION, Kind.IMPL_MODE)),
    )
)
_NAME = "the byte order mark is part of the name `{name}`, which matches nothing"
_TYPE = "byte order mark before `OpType::`; CANN reads a node named `{name}`"
_COMMENT = "because of the byte order mark, CANN reads this comment as an entry for `{name}`"
_SECTION = "because of the byte order mark, `{section}` is not a section"
_WORDS = {
    CD109: (_NAME, "invisible, and part of the name", "CANN does not remove the mark"),
    FS105: (
        "the byte order mark is part of the name `{name}`, which matches no pass",
        "invisible, and part of the name",
        "CANN skips the mark only in the JSON format",
    ),
    KD105: (
        _NAME,
        "invisible, and part of the name",
        "no node has this name; CANN writes a warning only to its log",
    ),
    OP108: (_NAME, "invisible, and read as text", "CANN gives no message"),
}
"""The message, the label and the note."""


def _finding(
    rule: Rule, marks: Span, name: str, message: str | None = None, section: str = ""
) -> Diagnostic:
    words, label, note = _WORDS[rule]
    return rule.at(
        marks,
        message or words,
        label=label,
        help="save the file as UTF-8 without a byte order mark",
        note=note,
        name=name,
        section=section,
    )


def _without(finding: Diagnostic, safe: bool = True) -> Diagnostic:
    """A finding with the fix."""
    return finding.with_fix("remove the byte order mark", delete(finding.span), safe=safe)


@CD109.check
def in_customize_dtypes(reading: CustomizeDtypes) -> Findings:
    """Report every node name that starts with a byte order mark."""
    from cannlint.formats.customize_dtypes.reading import LEADING_MARK
    from cannlint.rules.cd.names import MeantKeys, meant_prefix

    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(LEADING_MARK):
        if not record.is_comment and not meant_prefix(reading.source, entry):
            mark = Span(entry.key.start, entry.key.start + 1)
            finding = _finding(CD109, mark, entry.name)
            yield _without(finding) if keys.may_count(entry) else finding


@FS105.check
def in_fusion_switch(reading: FusionSwitch) -> Findings:
    """Report a first name that begins with the mark."""
    from cannlint.formats.fusion_switch.facts import LEADING_MARK
    from cannlint.formats.fusion_switch.lines import Fate

    for first in reading.parts_with(LEADING_MARK):
        bare = first.line.name.removeprefix(BYTE_ORDER_MARK)
        if bare.strip() and not first.line.is_comment:
            finding = _finding(FS105, Span(0, 1), first.line.name)
            is_taken = any(record.line.name == bare for record in reading.having(Fate.KEPT))
            yield finding if is_taken else _without(finding)


@KD105.check
def in_keep_dtype(reading: KeepDtype) -> Findings:
    """Report every byte order mark at the start of a name."""
    from cannlint.formats.keep_dtype.lines import TYPE_PREFIX
    from cannlint.formats.keep_dtype.reading import LEADING_MARK, PASCAL_CASE
    from cannlint.rules.kd.padding import without_padding

    for record in reading.parts_with(LEADING_MARK):
        line = record.line
        body = reading.source.slice(without_padding(reading.source, line.body))
        if line.prefix_slip or not body:
            continue
        is_type = line.is_type_without_marks
        finding = _finding(KD105, line.marks, line.name, _TYPE if is_type else None)
        meant = body.lstrip(UNSEEN).removeprefix(TYPE_PREFIX)
        is_sound = not is_type or PASCAL_CASE.fullmatch(meant) is not None
        yield _without(finding) if is_sound else finding


@OP108.check
def in_op_precision(reading: OpPrecision) -> Findings:
    """Report every byte order mark that changes how CANN reads its line."""
    from cannlint.formats.op_precision.reading import LEADING_MARK, Fate

    counting: set[tuple[bool, str]] | None = None
    for record in reading.parts_with(LEADING_MARK):
        line = record.line
        message = _message(record)
        if message:
            if counting is None:
                kept = reading.having(Fate.KEPT)
                counting = {(other.is_type, other.line.name) for other in kept}
            # without the mark this entry would replace another one that CANN uses now
            is_new = (record.is_type, line.name.lstrip(BYTE_ORDER_MARK)) not in counting
            finding = _finding(OP108, line.marks, line.name, message, line.bare)
            yield _without(finding, safe=is_new)


def _message(record: Record) -> str | None:
    """Return the message about the mark of a line; None when it changes nothing."""
    from cannlint.formats.op_precision.reading import Fate

    line = record.line
    if line.alternative == "marked_section":
        return _SECTION
    if record.fate not in (Fate.KEPT, Fate.SHADOWED) or line.is_header_like:
        return None
    if line.comment_mark == "#" and line.marks.end == line.visible.start:
        return _COMMENT
    named = not line.has_only_marks and not line.comment_mark  # else OP106, OP103 or OP104
    return _NAME if named and record.fate is Fate.KEPT else None

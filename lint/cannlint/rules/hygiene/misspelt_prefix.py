"""A misspelt `OpType::`: CANN reads the name of a node.

# CD108

Misspelt `OpType::`: CANN reads a node name.

The entry has no effect when its prefix is not exactly `OpType::`. The prefix is case-sensitive and
has two colons, neither of them full-width. CANN reads anything else as a node name that ends at
the first colon.

## Example

```customize_dtypes
optype::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores an entry for a node named `optype`, which matches nothing. It gives no message.

Source: manual/customize-dtypes.md#keys

# KD106

Misspelt `OpType::`: CANN reads a node name.

The entry has no effect when its prefix is not exactly `OpType::`. The prefix is case-sensitive,
has two colons and contains no whitespace. CANN reads anything else as the start of a node name.

## Example

```keep_dtype
optype::Relu
OpType:Add
```

## Write instead

```keep_dtype
OpType::Relu
OpType::Add
```

## What CANN does

CANN looks for a node named `optype::Relu`. It finds none and writes a warning only to its log.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

import re

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.rules.api import Diagnostic, Findings, FixKind, Kind, Rule, Severity, Span, replace

_PREFIX = "OpType::"
CD108, KD106 = RULES = tuple(
    Rule(
        code,
        "wrong-case-optype",
        Severity.WARNING,
        (kind,),
        about=("similar-prefix",),
        fix=FixKind.SAFE,
    )
    for code, kind in (("CD108", Kind.CUSTOMIZE_DTYPES), ("KD106", Kind.KEEP_DTYPE))
)
_LIKE_PREFIX = re.compile(r"(?i:op[ \t_-]?type)[ \t]*[:：][ \t:：]*", re.ASCII)
"""What has the one meaning `OpType::`: characters that nobody sees may stand for others."""
_OTHER = "`{written}` is not `OpType::`; CANN reads a node named `{name}`"
_PADDED = "CANN does not remove the whitespace before `OpType::`; it reads a node named `{name}`"
_NOTES = {
    CD108: "CANN accepts the entry, which matches no node",
    KD106: "no node has this name; CANN writes a warning only to its log",
}


def _finding(rule: Rule, prefix: Span, written: str, name: str) -> Diagnostic:
    return rule.at(
        prefix,
        _PADDED if written.endswith(_PREFIX) and rule is KD106 else _OTHER,
        label="CANN reads a node name",
        help="write `OpType::`",
        note=_NOTES[rule],
        written=written,
        name=name,
    )


@CD108.check
def in_customize_dtypes(reading: CustomizeDtypes) -> Findings:
    """Report every misspelt `OpType::`."""
    from cannlint.formats.customize_dtypes.reading import SIMILAR_PREFIX
    from cannlint.rules.cd.names import MeantKeys, meant_prefix

    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(SIMILAR_PREFIX):
        prefix = meant_prefix(reading.source, entry)
        written = reading.source.slice(prefix) if prefix else _PREFIX
        if prefix is None or written == _PREFIX or record.is_comment:
            continue
        finding = _finding(CD108, prefix, written, entry.name)
        if keys.may_count(entry):
            edit = replace(Span(record.line.start, prefix.end), _PREFIX)
            is_same_word = _LIKE_PREFIX.fullmatch(written) is not None
            finding.with_fix("write `OpType::`", edit, safe=is_same_word)
        yield finding


@KD106.check
def in_keep_dtype(reading: KeepDtype) -> Findings:
    """Report every misspelt `OpType::`."""
    from cannlint.formats.keep_dtype.reading import PASCAL_CASE, SIMILAR_PREFIX
    from cannlint.rules.kd.padding import without_padding

    for record in reading.parts_with(SIMILAR_PREFIX):
        line, slip = record.line, record.line.prefix_slip
        if slip is None:
            continue
        written = reading.source.slice(slip)
        finding = _finding(KD106, slip, written, line.name)
        bare = without_padding(reading.source, Span(slip.end, line.body.end))
        if PASCAL_CASE.fullmatch(reading.source.slice(bare)) is not None:
            edit = replace(Span(slip.start, bare.start), _PREFIX)
            is_same_word = _LIKE_PREFIX.fullmatch(written.strip(" \t")) is not None
            finding.with_fix("write `OpType::`", edit, safe=is_same_word)
        yield finding

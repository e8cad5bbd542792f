"""Quotes around a name: they are part of it, so the name matches nothing.

# CD111

Quotes around a node name: the name matches nothing.

CANN takes the text before the first colon exactly as it stands, so the quotes become part of the
node name. Such names are often copied from JSON or Python. Remove the quotes. Quotes around an
operator type give a type that does not exist: see CD201.

## Example

```customize_dtypes
"head/Softmax":InputDtype:float32,OutputDtype:float32
```

## Write instead

```customize_dtypes
head/Softmax:InputDtype:float32,OutputDtype:float32
```

## What CANN does

CANN stores the entry for a node whose name contains the quotes. It gives no message.

Source: manual/customize-dtypes.md#keys

# FS110

Quotes in the text format are part of the name, so it matches no pass.

Quotes belong to the JSON format. In the text format, CANN keeps them as part of the name. (CANN
refuses the file if its first line begins with a double quote: see FS011. It also refuses quotes
around the switch: see FS006.)

## Example

```fusion_switch
SoftmaxFusionPass:off
"ConvConcatFusionPass":off
```

## Write instead

```fusion_switch
SoftmaxFusionPass:off
ConvConcatFusionPass:off
```

## What CANN does

CANN accepts the line as the switch of a pass whose name includes the quotes. It prints no message.

Source: manual/fusion-switch.md#text

# KD108

Quotes around a node name: the name matches nothing.

CANN compares each line as it stands with the names of the nodes, so the quotes become part of the
name. Such names are often copied from JSON or Python. Remove the quotes. A type with quotes after
`OpType::` is not in PascalCase: see KD001.

## Example

```keep_dtype
"head/Softmax"
```

## Write instead

```keep_dtype
head/Softmax
```

## What CANN does

CANN looks for a node whose name contains the quotes. It finds none and writes a warning only to
its log.

Source: manual/keep-dtype.md#lines

# OP109

Quotes around a node name: the name matches nothing.

CANN takes the text before `=`, without the whitespace around it, as the name. The quotes become
part of the node name. Such names are often copied from JSON or Python. Remove the quotes. Quotes
around an operator type give a type that does not exist: see OP201. With quotes around a mode, CANN
ignores the line: see OP101.

## Example

```op_precision
[ByNodeName]
"head/Softmax"=high_precision
```

## Write instead

```op_precision
[ByNodeName]
head/Softmax=high_precision
```

## What CANN does

CANN stores the mode for a node whose name contains the quotes. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

import re

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.rules.api import Diagnostic, Findings, FixKind, Kind, Rule, Severity, Span, replace
from cannlint.text.quotes import unquoted

CD111, FS110, KD108, OP109 = RULES = tuple(
    Rule(code, "quoted-name", Severity.WARNING, (kind,), about=("quoted-name",), fix=FixKind.SAFE)
    for code, kind in (
        ("CD111", Kind.CUSTOMIZE_DTYPES),
        ("FS110", Kind.FUSION_SWITCH),
        ("KD108", Kind.KEEP_DTYPE),
        ("OP109", Kind.OP_PRECISION),
    )
)
_NODE = "the quotes are part of the node name `{name}`, which matches nothing"
_FUSION = "the quotes are part of the name `{name}`, which matches no pass"
_WORDS = {
    CD111: (_NODE, "CANN stores the entry under this name, without a message"),
    FS110: (_FUSION, "CANN accepts the line, but it has no effect"),
    KD108: (_NODE, "no node has this name; CANN writes a warning only to its log"),
    OP109: (_NODE, "CANN stores the mode under this name, without a message"),
}
"""The message and the note."""

_PLAIN = {
    CD111: re.compile(r"(?!(?i:op_?type)\b)[\w./][^\s:,;\"']*", re.ASCII),
    KD108: re.compile(r"OpType::[A-Z][A-Za-z0-9]*|[\w./][^\s:,;#\"']*", re.ASCII),
    OP109: re.compile(r"[\w./][^\s=#;\"']*", re.ASCII),
}
"""A name that is safe without quotes: a plain name, or in keep_dtype a type in PascalCase."""


def _finding(
    rule: Rule, span: Span, name: str, bare: str, is_clear: bool, help: str = "write `{bare}`"
) -> Diagnostic:
    """A finding about a name; `is_clear` adds a fix that removes the quotes."""
    message, note = _WORDS[rule]
    label = "part of the name"
    finding = rule.at(span, message, label=label, help=help, note=note, name=name, bare=bare)
    return finding.with_fix("remove the quotes", replace(span, bare)) if is_clear else finding


@CD111.check
def in_customize_dtypes(reading: CustomizeDtypes) -> Findings:
    """Report every node name with quotes around it."""
    from cannlint.formats.customize_dtypes.reading import QUOTED_NAME, has_concrete_dtype
    from cannlint.rules.cd.names import is_misread, keyword_in

    taken = {entry.name for _, entry in reading.entries() if not entry.is_type}
    for record, entry in reading.entries_with(QUOTED_NAME):
        bare = unquoted(entry.name) if not entry.is_type else None
        if bare is None or is_misread(reading.source, record, entry):
            continue
        is_plain = _PLAIN[CD111].fullmatch(bare) is not None and keyword_in(bare) is None
        is_clear = is_plain and bare not in taken and has_concrete_dtype(entry)
        taken.update((bare,) if is_clear else ())
        yield _finding(CD111, entry.key, entry.name, bare, is_clear)


@OP109.check
def in_op_precision(reading: OpPrecision) -> Findings:
    """Report every node name with quotes around it."""
    from cannlint.formats.op_precision.reading import QUOTED_NAME

    taken = set(reading.effect(is_type=False))
    for record in reading.parts_with(QUOTED_NAME):
        line = record.line
        bare = unquoted(line.name)
        if bare is None or line.key is None:
            continue
        is_clear = bare not in taken and _PLAIN[OP109].fullmatch(bare) is not None
        taken.update((bare,) if is_clear else ())
        yield _finding(OP109, line.key, line.name, bare, is_clear)


@KD108.check
def in_keep_dtype(reading: KeepDtype) -> Findings:
    """Report every node name with quotes around it."""
    from cannlint.formats.keep_dtype.reading import QUOTED_NAME

    for record in reading.parts_with(QUOTED_NAME):
        line = record.line
        bare = unquoted(line.name) if line.comment is None else None
        if bare is not None:
            is_clear = _PLAIN[KD108].fullmatch(bare) is not None
            yield _finding(KD108, line.key, line.name, bare, is_clear)


@FS110.check
def in_fusion_switch(reading: FusionSwitch) -> Findings:
    """Report every line of the text format whose name is in quotes."""
    from cannlint.formats.fusion_switch.facts import QUOTED_NAME
    from cannlint.formats.fusion_switch.lines import Fate
    from cannlint.rules.fs.text_form import may_begin_a_file

    taken = {record.line.name for record in reading.having(Fate.KEPT)}
    for record in reading.parts_with(QUOTED_NAME):
        bare = unquoted(record.line.name)
        if bare is None or record.line.key is None:
            continue
        may_begin = may_begin_a_file(bare)
        help = "write `{bare}`" if may_begin else "write `{bare}` below another line"
        if bare in taken:
            help = "remove it: the file already names `{bare}`"
        is_clear = may_begin and bare not in taken
        taken.update((bare,) if is_clear else ())
        yield _finding(FS110, record.line.key, record.line.name, bare, is_clear, help)

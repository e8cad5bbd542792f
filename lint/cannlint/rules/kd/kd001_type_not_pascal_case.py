"""A type that is not PascalCase: ATC refuses the file when no node has it.

After `OpType::` stands the type of an operator as CANN's library names it: a capital letter,
then letters and digits. CANN compares it with the nodes of the model first; only an entry that
matches no node has to be PascalCase.

## Example

```keep_dtype
OpType::relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

When no node of the model has the type, ATC stops with E10003, unless ten other entries without
a node come before this one. So it depends on the model, and this is a warning as long as none
is given.

Source: options.md 3.1, atc-front-end.md 13 to 15
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.keep_dtype import PASCAL_CASE, UNMATCHED_WINDOW, KeepDtype
from cannlint.rules.kd.padding import without_padding
from cannlint.rules.rule import Rule
from cannlint.syntax.keep_dtype import TYPE_PREFIX

RULE = Rule("KD001", "type-not-pascal-case", Severity.WARNING, (Kind.KEEP_DTYPE,), cann="E10003")

_NODE_NAME = re.compile(r"\S*/\S*|\S+_\d+")
_SEPARATORS = re.compile(r"[\s,;，；]+")


@RULE.check
def type_not_pascal_case(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Every `OpType::` with something else than a type in PascalCase."""
    for record in reading.records:
        line = record.line
        span = without_padding(reading.source, line.body)
        name = reading.source.slice(span)
        if not line.is_type or PASCAL_CASE.fullmatch(name):
            continue
        yield RULE.at(
            span if name else line.text,
            "`{name}` is not PascalCase; ATC stops unless a node of the model has this type"
            if name
            else "`OpType::` without a type makes ATC stop",
            label="not PascalCase" if name else "no type",
            help=_help(name),
            note="ATC stops with E10003 when no node of the model has the type and the entry is "
            "among the first {window} unmatched ones",
            name=name,
            meant=_only_type(name),
            window=UNMATCHED_WINDOW,
        )


def _help(name: str) -> str:
    if not name:
        return "write the type behind `OpType::`, or remove the line"
    if _only_type(name):
        return "write `OpType::{meant}`"
    if len(_parts(name)) > 1:
        return "write each operator on a line of its own"
    if _NODE_NAME.fullmatch(name):
        return "write a node's name without `OpType::`"
    return "write the type as the operator library has it, like `Relu` or `MatMulV2`"


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATORS.split(name.replace(TYPE_PREFIX, " ")) if part]


def _only_type(name: str) -> str:
    """The one type in PascalCase that is left without signs around it; or ""."""
    parts = [part.strip(".:'\"") for part in _parts(name)]
    return parts[0] if len(parts) == 1 and PASCAL_CASE.fullmatch(parts[0]) else ""

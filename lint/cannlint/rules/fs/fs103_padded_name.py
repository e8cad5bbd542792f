"""Whitespace beside a name becomes part of it, so the name matches no pass.

In the JSON format, CANN does not remove whitespace from pass names, and no pass has whitespace in
its name. In the text format, CANN removes spaces and tabs. Other whitespace, such as a no-break
space, stays in the name.

CANN refuses an upper-level key with whitespace, such as `" Switch"` (see FS004), unless the same
object also has the key without whitespace. CANN then reads the key without whitespace and ignores
the other one.

## Example

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass ": "off"
    }
  }
}
```

## Write instead

```fusion_switch
{
  "Switch": {
    "GraphFusion": {
      "SoftmaxFusionPass": "off"
    }
  }
}
```

## What CANN does

CANN accepts the file without a message, but the entry has no effect.

Source: manual/fusion-switch.md#json
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from cannlint.formats.fusion_switch.facts import PADDED_KEY, PADDED_NAME, PADDED_NAME_OF_LINE
from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    C_BLANKS,
    Diagnostic,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    replace,
)
from cannlint.rules.fs.text_form import may_begin_a_file

if TYPE_CHECKING:
    from cannlint.schema import Path

RULE = Rule(
    "FS103",
    "padded-name",
    Severity.WARNING,
    (Kind.FUSION_SWITCH,),
    about=(PADDED_NAME, PADDED_NAME_OF_LINE, PADDED_KEY),
    fix=FixKind.SAFE,
)


@RULE.check
def padded_name(reading: FusionSwitch) -> Findings:
    """Report every name, in either format, that begins or ends with whitespace."""
    lines = Counter(record.line.name.strip() for record in reading.having(Fate.KEPT))
    beside: dict[Path, Counter[str]] = {}
    for record in reading.parts_with(PADDED_NAME_OF_LINE):
        if record.line.key is not None and not record.line.is_comment:
            yield _finding(record.line.name, record.line.key, lines, "")
    for path in reading.parts_with(PADDED_NAME):
        node = reading.places.name(path)
        if node is not None:
            if path[:-1] not in beside:
                names = reading.places.names_beside(path)
                beside[path[:-1]] = Counter(name.strip() for name in names)
            yield _finding(str(node.plain), node.span, beside[path[:-1]], '"')
    for path in reading.parts_with(PADDED_KEY):
        padded = reading.places.member(path)
        plain = reading.places.member((*path[:-1], str(path[-1]).strip(C_BLANKS)))
        if padded is None or plain is None:
            continue
        yield RULE.at(
            padded.key.span,
            "the whitespace makes `{name}` a different key, which CANN does not read",
            label="ignored",
            help="put everything into the key without whitespace",
            note="CANN reads only the key without whitespace",
            name=padded.name,
        ).also(plain.key.span, "the key that counts")


def _finding(name: str, span: Span, taken: Counter[str], quote: str) -> Diagnostic:
    bare = name.removeprefix(BYTE_ORDER_MARK).strip()
    finding = RULE.at(
        span,
        "the whitespace is part of the name `{name}`, which matches no pass",
        label="contains whitespace",
        help="write `{bare}`",
        note="CANN accepts the entry, but it has no effect",
        name=name,
        bare=bare,
    )
    is_alone = taken[bare] + taken[BYTE_ORDER_MARK + bare] <= 1
    if is_alone and (quote or may_begin_a_file(bare)):
        finding.with_fix("remove the whitespace", replace(span, _quoted(bare) if quote else bare))
    return finding


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)

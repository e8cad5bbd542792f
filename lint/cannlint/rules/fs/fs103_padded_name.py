"""A blank beside a name: it matches no pass.

CANN does not trim the names of the JSON form. A name with a blank before or after it is kept
with the blank, which no pass has in its name. In the text form CANN trims plain blanks and
tabs; others, such as the no-break space, stay in the name there too.

A padded key of an upper level, `" Switch"`, is refused (see FS004) unless the same key stands
beside it without the blanks: then CANN takes that one and never looks into the padded one.

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

It accepts the file, and the entry has no effect. No message.

Source: fusion-switch.md 1.1
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.fusion_lines import Fate
from cannlint.reading.fusion_nodes import pass_names, shadowed_keys
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.rules.fs.removal import may_begin_a_file
from cannlint.rules.rule import FixKind, Rule
from cannlint.text.edits import replace
from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Span

RULE = Rule("FS103", "padded-name", Severity.WARNING, (Kind.FUSION_SWITCH,), fix=FixKind.SAFE)


@RULE.check
def padded_name(reading: FusionSwitch) -> Iterator[Diagnostic]:
    """Every name, of either form, with a blank at one of its ends."""
    taken = Counter(record.line.name.strip() for record in reading.having(Fate.KEPT))
    for record in reading.having(Fate.KEPT):
        if record.line.key is not None and not record.is_comment:
            yield from _findings(record.line.name, record.line.key, taken, "")
    for nodes in pass_names(reading):
        taken = Counter(str(node.plain).strip() for node in nodes)
        for node in nodes:
            yield from _findings(str(node.plain), node.span, taken, '"')
    for padded, plain in shadowed_keys(reading):
        yield RULE.at(
            padded.key.span,
            "the blanks make `{name}` another key, which CANN never looks into",
            label="ignored",
            help="put everything into the key without blanks",
            note="CANN takes the key without blanks for both",
            name=padded.name,
        ).also(plain.key.span, "the key that counts")


def _findings(name: str, span: Span, taken: Counter[str], quote: str) -> Iterator[Diagnostic]:
    bare = name.removeprefix(BYTE_ORDER_MARK).strip()
    if not bare or name.removeprefix(BYTE_ORDER_MARK) == bare:
        return
    finding = RULE.at(
        span,
        "the blank beside the name is part of `{name}`, which matches no pass",
        label="has a blank in it",
        help="write `{bare}`",
        note="CANN accepts the entry, and it has no effect",
        name=name,
        bare=bare,
    )
    is_alone = taken[bare] + taken[BYTE_ORDER_MARK + bare] <= 1
    if is_alone and (quote or may_begin_a_file(bare)):
        finding.mend("remove the blank", replace(span, _quoted(bare) if quote else bare))
    yield finding


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)

"""Cases written as Markdown: an input block named by its kind, then what is due.

````
```customize_dtypes
OpType::Relu:InputDtype:fp16
```

```findings
1:25-1:29 error CD004 E20003
```

```fixed
OpType::Relu:InputDtype:float16
```
````

The kind may be followed by the SoCs asked for: ```fusion_switch soc=Ascend910B3,Ascend310P3

`findings` lists every finding of every rule as `line:column-line:column severity code
[CANN code]`, or `none`. `fixed`, where given, is the text after all fixes of the page's rule.

Characters that would not be seen are written so:
␠ blank, ␉ tab, ␍ carriage return, ␀ NUL, `<BOM>`, `<byte ff>` one raw byte,
`<pad 1024>` so many letters, ␄ at the end: no line feed after this line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cannlint.diagnostics import Diagnostic
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind
from cannlint.text.source import Source

RULE_PAGES = Path(__file__).parent / "rules"

_BLOCK = re.compile(r"^```(\w+(?: soc=[\w,]+)?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INVISIBLE = {"␠": b" ", "␉": b"\t", "␍": b"\r", "␀": b"\0", "<BOM>": b"\xef\xbb\xbf"}
_NOTATION = re.compile(r"[␠␉␍␀]|<BOM>|<byte ([0-9a-f]{2})>|<pad (\d+)>")


@dataclass(frozen=True)
class Case:
    """One input and what is due for it; `fixed` is None where the page does not say."""

    name: str
    kind: Kind
    data: bytes
    findings: list[str]
    fixed: bytes | None
    socs: tuple[str, ...] = ()


def decode(block: str) -> bytes:
    """The bytes that a block stands for."""
    if block.endswith("␄\n"):
        block = block[:-2]
    parts, last = [], 0
    for match in _NOTATION.finditer(block):
        parts.append(block[last : match.start()].encode())
        if match[1]:
            parts.append(bytes.fromhex(match[1]))
        elif match[2]:
            parts.append(b"x" * int(match[2]))
        else:
            parts.append(_INVISIBLE[match[0]])
        last = match.end()
    return b"".join([*parts, block[last:].encode()])


def blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """Each fenced block as (info word, text)."""
    yield from _BLOCK.findall(markdown)


def kind_and_socs(info: str) -> tuple[str, tuple[str, ...]]:
    """The kind that an info word names, and the SoCs asked for."""
    kind, _, socs = info.partition(" soc=")
    return kind, tuple(filter(None, socs.split(",")))


def cases_of(page: Path) -> Iterator[Case]:
    """The cases of a page."""
    kinds = {kind.value for kind in (*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS)}
    found = list(blocks(page.read_text(encoding="utf-8")))
    for index, (info, text) in enumerate(found):
        kind, socs = kind_and_socs(info)
        if kind not in kinds:
            continue
        after = found[index + 1 : index + 3]
        assert after and after[0][0] == "findings", f"{page.name}: block {index} has no findings"
        fixed = next((decode(block) for word, block in after[1:] if word == "fixed"), None)
        findings = [line for line in after[0][1].splitlines() if line != "none"]
        number = sum(1 for word, _ in found[:index] if kind_and_socs(word)[0] in kinds) + 1
        yield Case(f"{page.stem}-{number}", Kind(kind), decode(text), findings, fixed, socs)


def shown(source: Source, finding: Diagnostic) -> str:
    """A finding as the pages write it."""
    (line, column), (end_line, end_column) = (
        source.position(offset) for offset in (finding.span.start, finding.span.end)
    )
    place = f"{line}:{column}-{end_line}:{end_column}"
    code = f" {finding.cann_code}" if finding.cann_code else ""
    return f"{place} {finding.severity.value} {finding.code}{code}"

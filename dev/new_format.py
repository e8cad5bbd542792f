"""Starts a kind of file: `python dev/new_format.py TP trace_points`.

Writes the grammar of its lines, the folder of its format, a first rule with its page of cases, and
its lines in the table of kinds; then the files that are made of these. What is written works: a
line is `name=value`, and the rule reports what is no such line. Change it until it is your format;
CONTRIBUTING.md goes through the steps.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from new_rule import next_release

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "lint" / "cannlint"
KINDS = PACKAGE / "kinds.py"
GENERATORS = ("dev/rule_index.py", "dev/schemas.py", "docs/generate.py")
"""What makes other files of those that are written here: all of them name kinds or rules."""

GRAMMAR = r"""// The file of --{kind}: a name and its value on each line.
// Each line of any bytes, without its line feed, is one alternative of `line`: what CANN makes of
// it. `clean` has those of a file with nothing odd in it. `#` in column 1 begins a comment.

?line: clean | stray
?clean: blank | comment | entry

blank: [_BLANKS]
comment: COMMENT
entry: [_BLANKS] NAME [_BLANKS] EQUALS [_BLANKS] VALUE [_BLANKS]

// dropped
stray: [_BLANKS] STRAY [_BLANKS]

COMMENT.9: /#.*/
NAME.2: /[^= \t\r#](?:[^=]*[^= \t\r])?(?=[ \t\r]*=[ \t\r]*[^ \t\r])/
EQUALS: "="
VALUE: /[^ \t\r](?:.*[^ \t\r])?/
STRAY.1: /[^ \t\r](?:.*[^ \t\r])?/
_BLANKS: /[ \t\r]+/
"""

FORMAT = '''\
"""{kind}: a name and its value on each line."""

from __future__ import annotations

from cannlint.formats.format import Format, Rank
from cannlint.formats.scripts import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.shown import Account
    from cannlint.formats.{kind}.reading import {name}
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source


class {name}Format(Format):
    """A {kind} file."""

    option = "{kind}"
    rule_prefix = "{prefix}"
    has_lines = True
    grammar = "{kind}"
    signs = ((Rank.NAME, lambda look: "{kind}" in look.name),)
    key = r"[^=\\n]*"
    comments = Language.INI

    def read(self, source: Source) -> {name}:
        """CANN's reading of a file."""
        from cannlint.formats.{kind}.reading import read

        return read(source)

    def accounts(self, reading: {name}, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each entry."""
        from cannlint.formats.shown import Account
        from cannlint.language import translated

        for entry in reading.entries:
            what = f"{{entry.name}} = {{entry.value}}"
            yield Account(entry.number, what, translated("counts"), True)


FORMAT = {name}Format()
'''

READING = '''\
"""How CANN reads a {kind} file: it drops what is no entry."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.base import Reading, keep
from cannlint.syntax.grammar import line_reader
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source

STRAY_TEXT: Fact[Span] = Fact("stray-text")


class Entry:
    """A name with its value, and the line it stands on, from 1."""

    __slots__ = ("name", "number", "value")

    def __init__(self, name: str, value: str, number: int) -> None:
        self.name = name
        self.value = value
        self.number = number


class {name}(Reading):
    """A {kind} file as CANN reads it; `entries` are in the order of the file."""

    __slots__ = ("entries",)

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.{upper})
        self.entries: list[Entry] = []

    def effect(self, is_type: bool) -> dict[str, str]:
        """Operator type → value, the last one of each; no entry is about a node."""
        return {{entry.name: entry.value for entry in self.entries}} if is_type else {{}}


def read(source: Source) -> {name}:
    """Read a file as CANN does."""
    reading = {name}(source)
    read_line = line_reader("{kind}").read
    for number, start, end in source.lines():
        alternative, parts = read_line(source.text[start:end])
        if alternative == "entry":
            keep(Entry(parts["NAME"][1], parts["VALUE"][1], number), reading.entries, source)
        elif alternative == "stray":
            at, text = parts["STRAY"]
            reading.note(STRAY_TEXT, Span(start + at, start + at + len(text)))
    return reading
'''

RULE = '''\
"""Line that is no entry: CANN ignores it.

An entry has the form `name=value`.

## Example

```{kind}
Conv2D
```

## Write instead

```{kind}
Conv2D=1
```

## What CANN does

CANN ignores the line without a message.

Source: manual/index.md
"""

from __future__ import annotations

from cannlint.formats.{kind}.reading import STRAY_TEXT, {name}
from cannlint.rules.api import Findings, Kind, Rule, Severity

RULE = Rule(
    "{code}",
    "stray-text",
    Severity.WARNING,
    (Kind.{upper},),
    about=(STRAY_TEXT,),
    since="{since}",
)


@RULE.check
def stray_text(reading: {name}) -> Findings:
    """Report every line that is neither an entry nor a comment."""
    for span in reading.parts_with(STRAY_TEXT):
        yield RULE.at(
            span,
            "`{{written}}` is no entry; CANN ignores the line",
            label="not an entry",
            help="write `name=value`, or make it a comment with `#` in column 1",
            note="CANN ignores the line without a message",
            written=reading.source.slice(span),
        )
'''

PAGE = """\
# {code} stray-text

A line without a sign of equality.

```{kind}
Conv2D
```

```findings
1:1-1:7 warning {code}
```

Entries, a comment and a blank line.

```{kind}
# levels
Conv2D = 1

Relu=2
```

```findings
none
```
"""


def files(kind: str, prefix: str) -> dict[Path, str]:
    """The files of a format, by their paths."""
    code = f"{prefix}101"
    words = {
        "kind": kind,
        "prefix": prefix,
        "code": code,
        "upper": kind.upper(),
        "since": next_release(),
        "name": "".join(word.capitalize() for word in kind.split("_")),
    }
    folder = PACKAGE / "formats" / kind
    rule = PACKAGE / "rules" / "hygiene" / f"{code.lower()}_stray_text.py"
    return {
        ROOT / "grammars" / f"{kind}.lark": GRAMMAR.replace("{kind}", kind),
        folder / "__init__.py": FORMAT.format(**words),
        folder / "reading.py": READING.format(**words),
        rule: RULE.format(**words),
        ROOT / "tests" / "rules" / f"{code}.md": PAGE.format(**words),
        KINDS: with_kind(KINDS.read_text("utf-8"), kind),
    }


def with_kind(text: str, kind: str) -> str:
    """The table of kinds with a kind of config file more, behind the others of users."""
    upper = kind.upper()
    names = re.search(r"import \((.*?)\)", text, re.DOTALL)
    assert names is not None
    modules = sorted([*names[1].replace(",", " ").split(), kind])
    text = text.replace(names[1], "\n    " + ",\n    ".join(modules) + ",\n")
    last = re.findall(r"^    Kind\.(\w+): (\w+)\.FORMAT,$", text, re.MULTILINE)
    before = next(name for name, module in last if module == "ops_info")
    text = text.replace(f"    {before} = ", f'    {upper} = "{kind}"\n    {before} = ', 1)
    return text.replace(
        f"    Kind.{before}: ", f"    Kind.{upper}: {kind}.FORMAT,\n    Kind.{before}: ", 1
    )


def main() -> None:
    """Write them, or say why not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", help="two letters that no code of a rule begins with: TP")
    parser.add_argument("kind", help="what --kind calls it, small letters and `_`: trace_points")
    given = parser.parse_args()
    if not re.fullmatch(r"[A-Z]{2}", given.prefix):
        parser.error(f"{given.prefix} is not two capital letters")
    if list((ROOT / "tests" / "rules").glob(f"{given.prefix}*.md")):
        parser.error(f"{given.prefix} is taken")
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", given.kind):
        parser.error(f"{given.kind} is no name of small letters and `_`")
    if (PACKAGE / "formats" / given.kind).exists():
        parser.error(f"{given.kind} is there already")
    written = files(given.kind, given.prefix)
    for path, text in written.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))
    for generator in GENERATORS:
        subprocess.run([sys.executable, ROOT / generator], check=True, cwd=ROOT)
    ruff = shutil.which("ruff", path=Path(sys.executable).parent) or shutil.which("ruff")
    if ruff is not None:  # imports are sorted by the name of the kind
        subprocess.run(
            [ruff, "check", "-q", "--fix", *(path for path in written if path.suffix == ".py")],
            check=True,
            cwd=ROOT,
        )
    code = f"{given.prefix}101"
    print(f"now change them, and run: python -m pytest -q tests/test_rules.py -k {code}")


if __name__ == "__main__":
    main()

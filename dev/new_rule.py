"""Starts a rule: `python dev/new_rule.py CD999 some-name --kind customize_dtypes`.

Writes the rule's file, its page of cases and its line in the index. What is written works: it
reports one operator by name, and its page says so. Change it until it is your rule; CONTRIBUTING.md
goes through the steps.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

import rule_index

ROOT = Path(__file__).resolve().parent.parent
VERSION = ROOT / "lint" / "cannlint" / "version.py"


def next_release() -> str:
    """The minor release after that of the code, which is the first to have a new rule."""
    major, minor = re.findall(r'"(\d+)\.(\d+)', VERSION.read_text(encoding="utf-8"))[0]
    return f"{major}.{int(minor) + 1}.0"


class Start(NamedTuple):
    """What a rule about a kind begins with: its reading, a loop over it, and two files.

    `column` is where the place of the finding begins and ends in the first line of `hit`.
    """

    reading: str
    loop: str
    place: str
    name: str
    found: str
    hit: str
    miss: str
    column: tuple[int, int]


STARTS = {
    "customize_dtypes": Start(
        "CustomizeDtypes",
        "for _, entry in reading.entries():",
        "entry.key",
        "entry.name",
        "Erf",
        "OpType::Erf:InputDtype:float16,OutputDtype:float16",
        "OpType::Abs:InputDtype:float16,OutputDtype:float16",
        (9, 12),
    ),
    "op_precision": Start(
        "OpPrecision",
        "for record in reading.records:",
        "record.line.line",
        "record.line.name",
        "Gelu",
        "Gelu=high_precision",
        "Tanh=high_precision",
        (1, 20),
    ),
    "keep_dtype": Start(
        "KeepDtype",
        "for record in reading.records:",
        "record.line.text",
        "record.line.name",
        "Erf",
        "OpType::Erf",
        "OpType::Abs",
        (1, 12),
    ),
    "mixlist": Start(
        "Mixlist",
        "for mention in reading.mentions():",
        "mention.node.span",
        "mention.op_type",
        "Erf",
        '{"black-list": {"to-add": ["Erf"]}}',
        '{"black-list": {"to-add": ["Abs"]}}',
        (28, 33),
    ),
    "fusion_switch": Start(
        "FusionSwitch",
        "for switch in reading.json_switches():",
        "switch.member.key.span",
        "switch.member.name",
        "SoftmaxFusionPass",
        '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}',
        '{"Switch": {"GraphFusion": {"ConvConcatFusionPass": "off"}}}',
        (29, 48),
    ),
}
SEVERITIES = {"0": "ERROR", "9": "INFO"}

RULE = '''\
"""One line that says what is wrong, and ends in a full stop.

## Example

```{kind}
{hit}
```

## Write instead

```{kind}
{miss}
```

## What CANN does

What CANN does with such a file, and the code that it stops with, if it does.

Source: manual/index.md
"""

from __future__ import annotations

from cannlint.formats.{kind}.reading import {reading}
from cannlint.rules.api import {names}

RULE = Rule(
    "{code}",
    "{name}",
    Severity.{severity},
    (Kind.{upper},),
    about=(READ,),{needs}
    since="{since}",
)


@RULE.check
def {function}(reading: {reading}{argument}) -> Findings:
    """Every place where it is wrong."""
    {loop}
        if {named} == "{found}":
            yield RULE.at(
                {place},
                "`{{name}}` is not what it should be",
                label="three words",
                help="say the one thing to do",
                note="say what CANN does",
                name={named},
            )
'''

PAGE = """\
# {code} {name}

What is found.

```{kind}
{hit}
```

```findings
1:{start}-1:{end} {severity} {code}
```

What looks like it and is right.

```{kind}
{miss}
```

```findings
none
```
"""


def texts(code: str, name: str, kind: str, needs_library: bool) -> tuple[str, str]:
    """The rule's file and its page."""
    start = STARTS[kind]
    names = ["READ", "Findings", "Kind", "Rule", "Severity"]
    if needs_library:
        names.insert(3, "Lookups")
    severity = SEVERITIES.get(code[2], "WARNING")
    rule = RULE.format(
        **{**start._asdict(), "named": start.name, "name": name, "code": code, "kind": kind},
        names=", ".join(names),
        severity=severity,
        since=next_release(),
        upper=kind.upper(),
        function=name.replace("-", "_"),
        needs="\n    needs_library=True," if needs_library else "",
        argument=", lookups: Lookups" if needs_library else "",
    )
    page = PAGE.format(
        **{**start._asdict(), "name": name},
        code=code,
        kind=kind,
        severity=severity.lower(),
        start=start.column[0],
        end=start.column[1],
    )
    return rule, page


def main() -> None:
    """Write the three, or say why not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("code", help="two letters of the family and a free number: CD999")
    parser.add_argument("name", help="a short name of words and dashes: blank-line")
    parser.add_argument("--kind", required=True, choices=STARTS)
    parser.add_argument("--library", action="store_true", help="it needs the operator library")
    given = parser.parse_args()
    package = ROOT / "lint" / "cannlint" / "rules"
    family = package / given.code[:2].lower()
    if not re.fullmatch(r"[A-Z]{2}\d{3}", given.code) or not family.is_dir():
        parser.error(f"{given.code} is no code of a family: see docs/reference.md")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", given.name):
        parser.error(f"{given.name} is no name of lower-case words and dashes")
    if (ROOT / "tests" / "rules" / f"{given.code}.md").exists():
        parser.error(f"{given.code} is taken")
    stem = f"{given.code.lower()}_{given.name.replace('-', '_')}"
    rule, page = texts(given.code, given.name, given.kind, given.library)
    files = {
        family / f"{stem}.py": rule,
        ROOT / "tests" / "rules" / f"{given.code}.md": page,
    }
    for path, text in files.items():
        path.write_text(text, "utf-8")
        print(path.relative_to(ROOT))
    rule_index.write()
    print(rule_index.INDEX.relative_to(ROOT))
    print(f"now change them, and run: python -m pytest -q tests/test_rules.py -k {given.code}")


if __name__ == "__main__":
    sys.exit(main())

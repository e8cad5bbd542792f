"""Writes lint/cannlint/rules/index.py from the files of the rules: `python dev/rule_index.py`.

With `--check` it only says whether the index is current. A run imports a rule when the index says
that one of its facts was recorded, so a rule that is not in it is never asked.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "lint"))

from cannlint.facts import READ  # noqa: E402
from cannlint.rules.loading import rules_in  # noqa: E402
from cannlint.rules.rule import Rule, Subject  # noqa: E402

PACKAGE = ROOT / "lint" / "cannlint" / "rules"
INDEX = PACKAGE / "index.py"
ALWAYS = PACKAGE / "always.py"

HEAD = '''\
"""Which rules are asked about what. Written by dev/rule_index.py from the files of the rules.

Each code has the name of the rule, its module, the kinds of file, and the facts, options and front
ends that it is about. Plain texts: every run reads them.
"""

from __future__ import annotations

# fmt: off

'''
ALWAYS_HEAD = '''\
"""The kinds with a rule that is asked whatever a file has. Written by dev/rule_index.py.

For a file of another kind that has no fact, the index is not needed.
"""

from __future__ import annotations

'''
TABLES = {
    "FILE": "The rules about one file.",
    "LIBRARY": "The rules about one file and what a look-up in the operator library found.",
    "JOB": "The rules about one job and the files that it names.",
    "JOB_LIBRARY": "The rules about a job that need the operator library.",
    "FILE_OF_JOB": "The rules about a config file of a job that is not checked itself.",
    "PLANS": "The rules that only look at plans.",
    "INSTALL": "The rules about an installed library as a whole, for `cannlint library check`.",
    "RUN": "The rules about cannlint's own configuration and the paths to check.",
    "SUPPRESSION": "The rules about suppressions.",
}


def rules() -> dict[str, tuple[str, Rule]]:
    """The rules by their codes, each with the name of its module."""
    found: dict[str, tuple[str, Rule]] = {}
    for path in sorted(PACKAGE.glob("*/*.py")):
        name = f"{path.parent.name}.{path.stem}"
        module = import_module(f"cannlint.rules.{name}")
        if {"RULE", "RULES"} & vars(module).keys():
            found |= {rule.code: (name, rule) for rule in rules_in(module)}
    return dict(sorted(found.items()))


def table_of(rule: Rule) -> str:
    """The name of the table that a rule is in."""
    if not rule.needs_library:
        return rule.subject.name
    return {Subject.FILE: "LIBRARY", Subject.JOB: "JOB_LIBRARY"}[rule.subject]


def text() -> str:
    """The index as it should be."""
    found = rules()
    parts = []
    for table, about in TABLES.items():
        lines = [
            f'    "{code}": ("{rule.name}", "{module}", '
            f'"{" ".join(kind.value for kind in rule.kinds)}", "{" ".join(rule.about)}"),'
            for code, (module, rule) in found.items()
            if table_of(rule) == table
        ]
        parts.append("\n".join([f"{table} = {{", *lines, "}", f'"""{about}"""']))
    revising = [code for code, (_, rule) in found.items() if rule.is_revising]
    parts.append(
        f'REVISING = "{" ".join(revising)}".split()\n'
        '"""The rules that report more or other findings about a file if its jobs are planned."""'
    )
    return HEAD + "\n\n".join(parts) + "\n"


def always() -> str:
    """The kinds whose files are shown to a rule whatever is in them, as the module that says so."""
    read = [rule for _, rule in rules().values() if READ in rule.about]
    kinds = sorted({kind.value for rule in read for kind in rule.kinds})
    listed = str(tuple(kinds)).replace("'", '"')
    return f"{ALWAYS_HEAD}ASKED_OF_EVERY_FILE: tuple[str, ...] = {listed}\n"


def write() -> None:
    """Write the index, and beside it what is asked without it."""
    INDEX.write_text(text(), "utf-8")
    ALWAYS.write_text(always(), "utf-8")


def main() -> int:
    """Write the index, or say whether it is current."""
    if "--check" not in sys.argv[1:]:
        write()
        return 0
    if (INDEX.read_text("utf-8"), ALWAYS.read_text("utf-8")) == (text(), always()):
        return 0
    print(f"{INDEX.relative_to(ROOT)} is not current: run dev/rule_index.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())

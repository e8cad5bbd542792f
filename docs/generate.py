"""Writes docs/rules from the rules' docstrings, and docs/options from the option tables.

`--check` only says whether they are current.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "lint"))

from cannlint.jobs.tables import descriptions  # noqa: E402
from cannlint.report import option_page  # noqa: E402
from cannlint.report.rule_page import index_rows, page  # noqa: E402
from cannlint.rules.registry import rule_modules  # noqa: E402

FOLDERS = (ROOT / "docs" / "rules", ROOT / "docs" / "options")
"""The folders whose pages are all generated."""

FAMILIES = {
    "CD": "customize_dtypes",
    "CL": "any file, and cannlint's own",
    "FS": "fusion_switch",
    "JB": "compile jobs and their options",
    "KD": "keep_dtype",
    "LB": "operator libraries",
    "MX": "mixlist",
    "OP": "op_precision",
}


def index() -> str:
    """The page that lists all rules, by family."""
    lines = [
        "# Rules",
        "",
        "An error means that CANN refuses, a warning that it does something other than what is",
        "written, an info is advice. `cannlint rule CODE` prints a page.",
    ]
    family = ""
    for row in index_rows():
        code, severity, fix, name, summary = (cell.strip() for cell in row)
        if code[:2] != family:
            family = code[:2]
            lines += ["", f"## {family}: {FAMILIES[family]}", ""]
            lines += ["| code | name | severity | fix | |", "| --- | --- | --- | --- | --- |"]
        lines.append(f"| [{code}]({code}.md) | {name} | {severity} | {fix} | {summary} |")
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Every generated file and its text."""
    rules, options = FOLDERS
    found = {rules / f"{code}.md": page(code) for code in rule_modules()}
    found[rules / "index.md"] = index()
    found |= {options / f"{option}.md": option_page.page(option) for option in descriptions()}
    found[options / "index.md"] = option_page.index()
    return found


def main() -> int:
    """Write the pages, or compare them; 1 when one is not current."""
    wanted = pages()
    extra = {path for folder in FOLDERS for path in folder.glob("*.md")} - set(wanted)
    stale = {path for path, text in wanted.items() if not path.exists() or path.read_text() != text}
    if "--check" in sys.argv[1:]:
        for path in sorted(stale | extra):
            print(f"{path.relative_to(ROOT)} is not current: run docs/generate.py")
        return 1 if stale or extra else 0
    for folder in FOLDERS:
        folder.mkdir(exist_ok=True)
    for path in extra:
        path.unlink()
    for path in stale:
        path.write_text(wanted[path])
    print(f"{len(stale)} of {len(wanted)} pages written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Writes docs/rules and docs/zh-CN/rules from the rules, and docs/options from the option tables.

`--check` only says whether they are current.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "lint"))

from cannlint.jobs.tables import descriptions  # noqa: E402
from cannlint.language import ENGLISH, use  # noqa: E402
from cannlint.report import option_page  # noqa: E402
from cannlint.report.rule_page import index_rows, page  # noqa: E402
from cannlint.rules.loading import rule_modules  # noqa: E402

OPTIONS = ROOT / "docs" / "options"

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


HEADS = {
    "en": """\
# Rules

An error means that CANN refuses, a warning that it does something other than what is
written, an info is advice. `front_end` and `compiler` say who refuses or changes it: ATC or the
framework's adapter, which reads what you write, or the compiler after it; where it depends on the
option, each finding says so itself. `cannlint rule CODE` prints a page.
""",
    "zh-CN": """\
# 规则

error 表示 CANN 拒绝，warning 表示 CANN 的实际行为与所写的不同，info 是建议。
`front_end` 和 `compiler` 表示由谁拒绝或改变：读取命令行和脚本的前端（ATC 或框架适配器），
还是其后的编译器；因选项而异时，以每条结果自己的 stage 为准。
`cannlint rule CODE --lang zh-CN` 输出一条规则的说明。
""",
}
COLUMNS = {
    "en": "| code | name | severity | fix | |",
    "zh-CN": "| 编号 | 名称 | 级别 | 修复 | |",
}
FOLDERS = {"en": ROOT / "docs" / "rules", "zh-CN": ROOT / "docs" / "zh-CN" / "rules"}
"""Language → the folder of its rule pages; these and OPTIONS hold generated pages only."""


_CITED = re.compile(r"((?:manual|options)/[a-z-]+\.md)(?:#([\w-]+))?")


@cache
def headings(page: str) -> dict[str | None, str]:
    """Anchor → heading of a page below docs/; the title of the page has no anchor."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    found: dict[str | None, str] = {None: lines[0].removeprefix("# ")}
    for line in lines:
        if line.startswith("## "):
            text = line.removeprefix("## ")
            found[re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")] = text
    return found


def with_links(text: str, folder: Path) -> str:
    """A page whose last line cites pages of the manual, with links in place of their names."""
    head, marker, source = text.rpartition("\nSource: ")
    if not marker:
        head, marker, source = text.rpartition("\n来源：")
    to_docs = os.path.relpath(ROOT / "docs", folder)

    def link(match: re.Match[str]) -> str:
        page, anchor = match.groups()
        known = headings(page)
        name = known[None] if anchor is None else f"{known[None]}, {known[anchor]}"
        return f"[{name}]({to_docs}/{match.group()})"

    return head + marker + _CITED.sub(link, source)


def index(language: str) -> str:
    """The page that lists all rules, by family."""
    lines = [HEADS[language].rstrip()]
    family = ""
    for row in index_rows():
        code, severity, fix, name, summary = (cell.strip() for cell in row)
        if code[:2] != family:
            family = code[:2]
            lines += ["", f"## {family}: {FAMILIES[family]}", ""]
            lines += [COLUMNS[language], "| --- | --- | --- | --- | --- |"]
        lines.append(f"| [{code}]({code}.md) | {name} | {severity} | {fix} | {summary} |")
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Every generated file and its text."""
    found = {}
    for language, folder in FOLDERS.items():
        use(language)
        found |= {folder / f"{code}.md": with_links(page(code), folder) for code in rule_modules()}
        found[folder / "index.md"] = index(language)
    use(ENGLISH)
    found |= {
        OPTIONS / f"{option}.md": with_links(option_page.page(option), OPTIONS)
        for option in descriptions()
    }
    found[OPTIONS / "index.md"] = option_page.index()
    return found


def main() -> int:
    """Write the pages, or compare them; 1 when one is not current."""
    wanted = pages()
    folders = (*FOLDERS.values(), OPTIONS)
    extra = {path for folder in folders for path in folder.glob("*.md")} - set(wanted)
    stale = {
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    if "--check" in sys.argv[1:]:
        for path in sorted(stale | extra):
            print(f"{path.relative_to(ROOT)} is not current: run docs/generate.py")
        return 1 if stale or extra else 0
    for path in extra:
        path.unlink()
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    print(f"{len(stale)} of {len(wanted)} pages written")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What no person writes in the documentation.

`python docs/generate.py` writes docs/reference.md, which lists all rules and options with the files
that say more, and the table of packages in CONTRIBUTING.md; `--check` only says whether they are
current.

The pages of rules and options are not in git: `cannlint rule` prints them, and mkdocs calls the
functions below, which begin with `on_`, to put them into the site.
"""

from __future__ import annotations

import ast
import posixpath
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "lint"))

from cannlint.jobs.settings import FrontEnd  # noqa: E402
from cannlint.jobs.tables import descriptions  # noqa: E402
from cannlint.kinds import CONFIG_KINDS, FORMATS  # noqa: E402
from cannlint.language import ENGLISH, translated, use  # noqa: E402
from cannlint.report import option_page  # noqa: E402
from cannlint.report.rule_page import index_rows, page  # noqa: E402
from cannlint.rules.loading import module_of, rule_names  # noqa: E402
from cannlint.version import DOCS_URL  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

CONTRIBUTING = ROOT / "CONTRIBUTING.md"
REFERENCE = ROOT / "docs" / "reference.md"
PACKAGE = ROOT / "lint" / "cannlint"
TABLES = PACKAGE / "jobs" / "tables"

FAMILIES = {
    **{FORMATS[kind].rule_prefix: kind.value for kind in CONFIG_KINDS},
    "CL": "any file, and cannlint's own",
    "JB": "compile jobs and their options",
    "LB": "operator libraries",
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
FOLDERS = {"en": "", "zh-CN": "zh-CN/"}
"""Language → the folder of the site for its pages."""

REFERENCE_HEAD = """\
# All rules and options

<!-- Written by docs/generate.py: change the files that are named here, and run it. -->

`cannlint rule CODE` prints the page of a rule, `cannlint rule OPTION` that of an option, with its
names and values in each front end. The text of a rule is the docstring of the file that its code
leads to; the facts about an option are in the tables that are named beside it.

## Rules
"""

OPTIONS_HEADS = {
    "en": """\
# Options

All compile options, by the name of their ATC flag if they have one, with their names and
values in each front end.

| option | | front ends |
| --- | --- | --- |
""",
    "zh-CN": """\
# 选项

全部编译选项，按 ATC 选项名排列（如果有），以及它们在各前端中的名称和取值。

| 选项 | | 前端 |
| --- | --- | --- |
""",
}


def reference() -> str:
    """The page that is in git: one line for each rule and option, with an anchor."""
    lines = [REFERENCE_HEAD.rstrip(), *_by_family("### ", COLUMNS[ENGLISH], _file_of_rule)]
    lines += ["", "## Options", "", "| option | | tables |", "| --- | --- | --- |"]
    for option, about in descriptions().items():
        tables = (f"[{end.value}]({_from_docs(_table(end))})" for end in _front_ends(option))
        cells = (f'<a id="{option}"></a>{option}', _cell(about["summary"]), ", ".join(tables))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def options_index(language: str) -> str:
    """The page of the site that lists all options, in the language that is in use."""
    lines = [OPTIONS_HEADS[language].rstrip()]
    for option, about in descriptions().items():
        ends = ", ".join(option_page.NAMES[end] for end in _front_ends(option))
        lines.append(
            f"| [{option}]({option}.md) | {_cell(translated(about['summary']))} | {ends} |"
        )
    return "\n".join(lines) + "\n"


def _front_ends(option: str) -> list[FrontEnd]:
    return list(dict.fromkeys(spec.front_end for spec in option_page.specs_of(option)))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _file_of_rule(code: str) -> str:
    """The code with its anchor and a link to the rule's file."""
    path = Path(str(module_of(code).__file__))
    return f'<a id="{code}"></a>[{code}]({_from_docs(path)})'


def _table(front_end: FrontEnd) -> Path:
    [path] = TABLES.glob(f"{front_end.value}.*")
    return path


def _from_docs(path: Path) -> str:
    return "../" + path.relative_to(ROOT).as_posix()


def _by_family(heading: str, columns: str, code_cell: Callable[[str], str]) -> Iterator[str]:
    """The lines of a table of rules for each family."""
    family = ""
    for code, severity, fix, name, summary in index_rows(rule_names()):
        if code[:2] != family:
            family = code[:2]
            yield from ("", f"{heading}{family}: {FAMILIES[family]}", "")
            yield from (columns, "| --- | --- | --- | --- | --- |")
        yield f"| {code_cell(code)} | {name} | {severity} | {fix} | {summary} |"


def pages() -> dict[str, str]:
    """Every page of the site that is generated: its path below docs/, and its text."""
    found = {}
    for language, folder in FOLDERS.items():
        use(language)
        lines = _by_family("## ", COLUMNS[language], lambda code: f"[{code}]({code}.md)")
        found[f"{folder}rules/index.md"] = "\n".join([HEADS[language].rstrip(), *lines]) + "\n"
        found |= {f"{folder}rules/{code}.md": page(code) for code in rule_names()}
        found |= {
            f"{folder}options/{name}.md": option_page.page(name, as_list=True)
            for name in descriptions()
        }
        found[f"{folder}options/index.md"] = options_index(language)
    use(ENGLISH)
    return {path: with_links(text, path) for path, text in found.items()}


_CITED = re.compile(r"(manual/[a-z-]+\.md)(?:#([\w-]+))?")


@cache
def headings(page: str) -> list[tuple[str, str]]:
    """(Anchor, heading) of each section of a page below docs/; the title comes first, as ""."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    found = [("", lines[0].removeprefix("# "))]
    for line in lines:
        if line.startswith("## "):
            text = line.removeprefix("## ")
            found.append((re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-"), text))
    return found


def with_links(text: str, path: str) -> str:
    """A page whose last line cites pages of the manual, with links in place of their names.

    A Chinese page leads to the same sections of the Chinese manual.
    """
    folder = "zh-CN/" if path.startswith("zh-CN/") else ""
    head, marker, source = text.rpartition("\n来源：" if folder else "\nSource: ")

    def link(match: re.Match[str]) -> str:
        cited, anchor = match.groups()
        at = [each for each, _ in headings(cited)].index(anchor or "")
        sections = headings(f"{folder}{cited}")
        there, heading = sections[at]
        title = sections[0][1]
        name = f"{title}{'，' if folder else ', '}{heading}" if at else title
        target = posixpath.relpath(f"{folder}{cited}", posixpath.dirname(path))
        return f"[{name}]({target}{'#' * bool(at)}{there})"

    return head + marker + _CITED.sub(link, source)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Called by mkdocs: the site is where reports say it is."""
    config.site_url = f"{DOCS_URL}/" if DOCS_URL else config.site_url
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Called by mkdocs: the site has the generated pages and the schemas, too."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    for schema in sorted((ROOT / "schemas").glob("*.json")):
        name = schema.relative_to(ROOT).as_posix()
        files.append(File.generated(config, name, abs_src_path=str(schema)))
    return files


_TO_REFERENCE = re.compile(r"\((?:\.\./)*reference\.md#([\w.-]+)\)")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Called by mkdocs: a link to the reference, or out of docs/, leads to a page of the site."""
    uri = page.file.src_uri
    language = FOLDERS["zh-CN" if uri.startswith("zh-CN/") else ENGLISH]

    def link(match: re.Match[str]) -> str:
        name = match[1]
        folder = "rules" if name in {*rule_names(), "rules"} else "options"
        target = "index" if name in ("rules", "options") else name
        path = f"{language}{folder}/{target}.md"
        return f"({posixpath.relpath(path, posixpath.dirname(uri))})"

    text = _TO_REFERENCE.sub(link, markdown).replace("../schemas/", "schemas/")
    return text if language == FOLDERS[ENGLISH] else without_gaps(text)


def on_page_context(
    context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
) -> TemplateContext:
    """Called by mkdocs: a Chinese page says the theme's own words in Chinese, and that it is."""
    config.theme["language"] = "zh" if page.file.src_uri.startswith("zh-CN/") else ENGLISH
    return context


_WIDE = "[\u3001-\u9fff\uff01-\uff5e]"
_GAP = re.compile(f"(?<={_WIDE})\n *(?={_WIDE})")
_FENCED = re.compile(r"(^ *```.*?^ *```$)", re.DOTALL | re.MULTILINE)


def without_gaps(markdown: str) -> str:
    """A Chinese page without the blank that a browser shows for the end of a line in a sentence."""
    parts = _FENCED.split(markdown)
    return "".join(part if at % 2 else _GAP.sub("", part) for at, part in enumerate(parts))


_PACKAGES = re.compile(r"(<!-- packages: [^\n]*-->\n).*(<!-- end of packages -->)", re.DOTALL)


def contributing() -> str:
    """CONTRIBUTING.md with the table of packages as they are."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers: list[str] = [*contract["layers"], *contract["exhaustive_ignores"]]
    rows = ["| `lint/cannlint/` | |", "| --- | --- |"]
    for layer in layers:
        rows += [f"| `{name}` | {_about(name)} |" for name in layer.replace("|", " ").split()]
    table = "\n".join(rows) + "\n"
    return _PACKAGES.sub(
        lambda match: match[1] + table + match[2], CONTRIBUTING.read_text(encoding="utf-8")
    )


def _about(name: str) -> str:
    """The first line of the docstring of a package or module."""
    module = PACKAGE / f"{name}.py"
    path = module if module.exists() else PACKAGE / name / "__init__.py"
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    return str(docstring).splitlines()[0]


def main() -> int:
    """Write what is generated, or compare it; 1 when it is not current."""
    wanted = {REFERENCE: reference(), CONTRIBUTING: contributing()}
    stale = [path for path, text in wanted.items() if text != _current(path)]
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(f"{path.relative_to(ROOT)} is not current: run docs/generate.py")
        else:
            path.write_text(wanted[path], encoding="utf-8")
    return 1 if stale and "--check" in sys.argv[1:] else 0


def _current(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main())

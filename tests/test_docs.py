"""The console examples of the documentation, run; and the site, built where mkdocs is there."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from cannlint.jobs.tables import descriptions
from cannlint.rules.loading import rule_names
from conftest import ROOT

PAGES = [ROOT / "README.md", ROOT / "README.zh-CN.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```console\n(\$ cannlint .*?)^```$", re.MULTILINE | re.DOTALL)
_ANY_LINES = "(?:.*\n)*?"


def examples() -> list:
    """Each command of the pages with the output that stands below it."""
    found = []
    for page in PAGES:
        for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(pytest.param(command, output, id=f"{page.name}: {command}"))
    return found


def as_pattern(output: str) -> str:
    """A pattern of an expected output: a line `...` stands for any number of lines."""
    lines = output.splitlines(keepends=True)
    return "".join(_ANY_LINES if line == "...\n" else re.escape(line) for line in lines)


@pytest.mark.parametrize(("command", "output"), examples())
def test_console_examples(cannlint, tmp_path, command, output):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    result = cannlint(*command.split()[1:], ASCEND_OPP_PATH="", ASCEND_HOME_PATH="")
    assert result.status in (0, 1), result.err
    if output.strip() and not re.fullmatch(as_pattern(output), result.out):
        assert result.out == output


def test_there_are_examples():
    assert len(examples()) >= 5


LINKED = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "editors").glob("*/*.md")),
]


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page: those of its headings, and those that it names itself."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_section(page):
    for target, anchor in re.findall(
        r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", page.read_text(encoding="utf-8")
    ):
        if "://" not in target:
            linked = (page.parent / target) if target else page
            assert linked.exists(), target
            assert not anchor or anchor in anchors(linked), f"{target}#{anchor}"


GUIDES = {path.name for path in (ROOT / "docs").glob("*.md")} - {"reference.md"}
MANUAL = {f"manual/{path.name}" for path in (ROOT / "docs" / "manual").glob("*.md")}
TRANSLATED = sorted(GUIDES | MANUAL)
"""Every page: reference.md is written by docs/generate.py, and leads to files of the code."""


def outline(page: Path) -> list[str]:
    """The levels of the headings of a page, and its commands without comments, in order."""
    found = []
    for block in re.split(r"^(```.*?^```)$", page.read_text("utf-8"), flags=re.M | re.S):
        lines = block.splitlines()
        if not block.startswith("```"):
            found += [line.partition(" ")[0] for line in lines if line.startswith("#")]
        elif lines[0] == "```console":
            shown = [line for line in lines[1:-1] if line.startswith("$ ")] or lines[1:-1]
            found += [re.sub(r" +#.*", "", line) for line in shown]
    return found


@pytest.mark.parametrize("name", TRANSLATED)
def test_a_translation_has_the_sections_and_commands_of_its_page(name):
    """What a reader of Chinese finds is all that a reader of English does."""
    written = outline(ROOT / "docs" / name)
    wanted = [re.sub(r" --lang zh-CN$", "", line) for line in written]
    given = [
        re.sub(r" --lang zh-CN$", "", line) for line in outline(ROOT / "docs" / "zh-CN" / name)
    ]
    assert given == wanted


def test_a_chinese_sentence_of_several_lines_has_no_gaps_in_the_site():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    page = "一句话，\n分两行。\n\n* 一项\n  也是 ATC\n  的\n* 二\n\n```text\n甲\n乙\n```\n"
    wanted = "一句话，分两行。\n\n* 一项也是 ATC\n  的\n* 二\n\n```text\n甲\n乙\n```\n"
    assert generate.without_gaps(page) == wanted


CITING = [
    path
    for folder in ("lint", "grammars", "schemas", "tests", "dev", "benchmarks", "docs")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".lark", ".json", ".toml")
    and not {"lang", "kept", "golden"} & set(path.parts)
    and path.name != "test_table_checks.py"  # names a section that is not there
]
_CITED = re.compile(r"\b(?:docs/(?:[a-z-]+/)?|manual/)[a-z-]+\.md(?:#[\w-]+)?")
_ELSEWHERE = re.compile(r"\b[a-z-]+\.md,? [0-9X]|\bcontracts? [0-9]")
"""A section of a note by its number: the manual has sections with names."""


def test_every_citation_in_the_code_leads_to_a_page_and_a_section():
    wrong = []
    for path in CITING:
        text = path.read_text(encoding="utf-8", errors="replace")
        wrong += [(path.name, cited) for cited in _ELSEWHERE.findall(text)]
        for cited in _CITED.findall(text):
            name, _, anchor = cited.removeprefix("docs/").partition("#")
            page = ROOT / "docs" / name
            if not page.exists() or (anchor and anchor not in anchors(page)):
                wrong.append((path.name, cited))
    assert wrong == []


def test_what_is_generated_is_current():
    script = ROOT / "docs" / "generate.py"
    process = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout


def test_the_address_of_every_finding_is_a_line_of_the_reference():
    kept = json.loads((ROOT / "tests" / "report" / "golden" / "json.json").read_text("utf-8"))
    pages = {found["url"].replace(found["rule"], "") for found in kept["diagnostics"]}
    assert pages == {"docs/reference.md#"}
    assert anchors(ROOT / "docs" / "reference.md") >= {*rule_names(), *descriptions()}


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "manual").glob("*.md")), ids=lambda p: p.stem
)
def test_every_section_of_the_manual_says_how_it_is_known(page):
    text = page.read_text(encoding="utf-8")
    if page.stem == "index":
        text = text[text.index("## Bytes of a file") :]
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:] or [text]
    assert [part.split("\n")[0] for part in sections if "*Known by: " not in part] == []


def test_every_page_of_the_manual_is_in_the_nav():
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = (ROOT / "docs" / "manual").glob("*.md")
    assert [page.name for page in pages if f"manual/{page.name}" not in listed] == []


def test_every_page_of_the_nav_exists_and_every_guide_is_in_it():
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r"^ +- .*: (\S+\.md)$", text, re.MULTILINE))
    names = ("rules/index.md", "options/index.md")
    generated = {*names, *(f"zh-CN/{name}" for name in names)}
    assert all((ROOT / "docs" / page).exists() for page in listed - generated)
    assert {*TRANSLATED, *(f"zh-CN/{name}" for name in TRANSLATED)} <= listed


@pytest.mark.slow
def test_the_site_builds(tmp_path):
    """With the command that mkdocs.yml begins with, from the files that are in git."""
    pytest.importorskip("mkdocs", reason="mkdocs builds the site; the docs extra brings it")
    pytest.importorskip("material", reason="the theme of the site; the docs extra brings it")
    command = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").splitlines()[0]
    assert command == "# pip install '.[docs]' && mkdocs build --strict"
    for name in ("docs", "lint", "schemas", "grammars"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q"], cwd=tmp_path, check=True
    )
    site = tmp_path / "build" / "site"
    for name in [*rule_names(), *descriptions()]:
        folder = "rules" if name in rule_names() else "options"
        for language in (site, site / "zh-CN"):
            assert (language / folder / name / "index.html").exists(), name
    for page in site.rglob("index.html"):
        for link in re.findall(r'href="([^"#:]+)["#]', page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.relative_to(site)}: {link}"
    told = (site / "suppression" / "index.html").read_text(encoding="utf-8")
    assert 'href="../rules/CL002/"' in told
    in_chinese = (site / "zh-CN" / "rules" / "CD002" / "index.html").read_text(encoding="utf-8")
    link = 'href="../../manual/customize-dtypes/#行"'
    assert "空行" in in_chinese and link in in_chinese
    for page, language, words in ((in_chinese, "zh", "目录"), (told, "en", "Table of contents")):
        assert f'<html lang="{language}"' in page and words in page
    assert "Table of contents" not in in_chinese
    for page in (site / "rules").rglob("index.html"):
        assert "```" not in page.read_text(encoding="utf-8"), page.relative_to(site)

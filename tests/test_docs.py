"""The console examples of the documentation, run; and the site, built where mkdocs is there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_links_of_the_readmes_lead_somewhere():
    for page in PAGES[:2]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (ROOT / target).exists(), f"{page.name}: {target}"


def anchors(page: Path) -> set[str]:
    """The anchors of the sections of a page, as mkdocs makes them."""
    titles = re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "manual").glob("*.md")), ids=lambda p: p.stem
)
def test_links_within_the_manual_lead_to_a_section(page):
    for target, anchor in re.findall(
        r"\]\(([^)#]*)(?:#([\w-]+))?\)", page.read_text(encoding="utf-8")
    ):
        linked = (page.parent / target) if target else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), anchor


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
    listed = set(re.findall(r"^  - .*: (\S+\.md)$", text, re.MULTILINE))
    assert all((ROOT / "docs" / page).exists() for page in listed)
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= listed


@pytest.mark.slow
def test_the_site_builds(tmp_path):
    pytest.importorskip("mkdocs", reason="mkdocs builds the site; the docs extra brings it")
    pytest.importorskip("material", reason="the theme of the site; the docs extra brings it")
    folder = Path(shutil.copytree(ROOT / "docs", tmp_path / "docs")).parent
    shutil.copy(ROOT / "mkdocs.yml", folder)
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q"], cwd=folder, check=True
    )

"""Chinese: every text for people is marked, and a translation changes text only."""

from __future__ import annotations

import json
import os
import re
import warnings

import pytest

from cannlint import language
from cannlint.cann.error_codes import ERROR_CODE
from cannlint.diagnostics import Diagnostic, Message, Phrase
from cannlint.engine.baseline import values_of
from cannlint.language import (
    catalogue,
    joined,
    language_of_locale,
    paragraphs,
    translated_page,
)
from cases import RULE_PAGES, Case, cases_of, shown
from templates import (
    LOCALE_FREE,
    OTHER_SOURCES,
    PACKAGE,
    constants,
    docstrings,
    lacking,
    marked,
    stale,
)
from test_rules import check

MESSAGES = catalogue("zh-CN", "messages")
PAGES = catalogue("zh-CN", "rules")
CODES = re.compile(r"\b(?:E\d{5}|[A-Z]{2}\d{3})\b")
LACKING = lacking()
HAN = re.compile("[\u4e00-\u9fff]")
QUOTED = re.compile(r"`+[^`]*`+")


@pytest.fixture
def chinese():
    language.use("zh-CN")
    yield
    language.use(language.ENGLISH)


@pytest.mark.slow  # it can fail only at a release
def test_translations_are_complete():
    """At a release; before, CONTRIBUTING.md says, it is a warning what a translator has to do."""
    left = {"to translate": LACKING, "no longer said": stale()}
    count = sum(len(texts) for found in left.values() for texts in found.values())
    told = f"{count} texts for tests/templates.py:\n{json.dumps(left, indent=1)}"
    if os.environ.get("CANNLINT_RELEASE"):
        assert count == 0, told
    elif count:
        warnings.warn(told, stacklevel=1)


NOT_SAID = {
    "__init__.py",
    "data.py",
    "discovery/detect.py",
    "explain/log.py",
    "graphs/inference/arrangement.py",
    "graphs/inference/dtypes.py",
    "graphs/inference/walk.py",
    "graphs/onnx_faults.py",
    "rewriting/run.py",
    "jobs/atc/paths.py",
    "jobs/atc/job.py",
    "jobs/python/snippets.py",
    "jobs/verdicts.py",
    "library/network_ini.py",
    "report/fix_diff.py",
    "report/sarif.py",
    "report/styles.py",
    "schema.py",
    "syntax/grammar.py",
    "syntax/grammar_file.py",
    "syntax/json_nodes.py",
    "syntax/json_outline.py",
    "text/toml_places.py",
    "resolve/dtypes/single.py",
    "rules/index.py",
    "server/app.py",
    "text/span.py",
}
"""Modules with texts of several words that are no sentences for people: names, what programs and
CANN read, errors of our own, and the pages of options, which are in English."""

PROSE = re.compile(r"[A-Za-z`][\w.,;]* [A-Za-z`][\w`]* [A-Za-z`]")


@pytest.mark.parametrize(
    "path",
    [path for path in OTHER_SOURCES if str(path.relative_to(PACKAGE)) not in NOT_SAID],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_no_sentence_is_said_in_english_only(path):
    """A text of three words or more is help, a docstring, or marked as one that is translated."""
    ours = {**marked(path), **MESSAGES, **LACKING["messages"]}
    told = {text for text in constants(path) if PROSE.search(ERROR_CODE.sub("", text))}
    for text in told.difference(ours, docstrings(path)):
        assert all(part in ours for part in map(joined, paragraphs(text.strip()))), text


def fields(template: str) -> list[str]:
    """The values of a template with how each is written, e.g. `{count:,}`."""
    return sorted(BRACED.findall(template))


BRACED = re.compile(r"\{\w*(?:![rsa])?(?::[^{}]*)?\}")
"""A value in a template; a brace between code marks is none."""


def test_placeholders_and_codes_are_those_of_the_english():
    def kept(template: str) -> tuple[set[str], list[str]]:
        return set(fields(template)), CODES.findall(template)

    assert [text for text, chinese in MESSAGES.items() if kept(chinese) != kept(text)] == []


def test_codes_and_quoted_words_of_a_page_are_those_of_the_english():
    def kept(paragraph: str) -> tuple[list[str], set[str]]:
        return sorted(CODES.findall(paragraph)), set(QUOTED.findall(paragraph))

    assert [text for text, chinese in PAGES.items() if kept(chinese) != kept(text)] == []


def messages_of(finding: Diagnostic):
    """Every message of a finding, and those among their values."""
    found = [finding.message, finding.label, finding.help, finding.note]
    found += [label.message for label in finding.related]
    found += [finding.fix.title] if finding.fix is not None else []
    while found:
        message = found.pop()
        if message is not None:
            yield message
            found += [value for value in message.values.values() if isinstance(value, Message)]


OPERATION = re.compile(r"(black|white|gray)-list to-(add|remove)")
"""What a label of MX006 quotes from the file."""


def unmarked(message: Message) -> set[str]:
    """The texts of a message that are ours, and that no translator is asked for."""
    used = {value for value in message.values.values() if isinstance(value, Phrase)}
    used.add(message.template)
    ours = {text for text in used if not (LOCALE_FREE.fullmatch(text) or OPERATION.fullmatch(text))}
    return ours - set(MESSAGES) - set(LACKING["messages"])


@pytest.mark.parametrize("page", sorted(RULE_PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_findings_in_chinese(chinese, page):
    """Places and codes are those of the page, and every text that is used is one to translate."""
    for case in cases_of(page):
        check_in_chinese(case)


def check_in_chinese(case: Case) -> None:
    source, found = check(case.input, case.name[:5])
    assert [shown(source, finding) for finding in found] == case.findings
    for finding in found:
        for message in messages_of(finding):
            assert unmarked(message) == set()
            assert str(message)
        # a baseline is written in one language and read in another
        in_baseline = "".join(value for _, value in values_of(finding))
        assert set(HAN.findall(in_baseline)) <= set(HAN.findall(written_in(case)))


def written_in(case: Case) -> str:
    """All that a case has in its files."""
    files = [case.input.data, *case.input.files.values()]
    return b"".join(files).decode("utf-8", "replace")


def test_a_page_keeps_its_blocks_and_its_shape(chinese):
    page = "Blank line: CANN refuses the whole file.\n\n## Example\n\n```x\na\n\nb\n```\n\nNew."
    assert paragraphs(page)[2] == "```x\na\n\nb\n```"
    assert translated_page(page) == (
        "空行：CANN 拒绝整个文件。\n\n## 示例\n\n```x\na\n\nb\n```\n\nNew."
    )


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-CN"),
        ({"LANG": "zh_CN.GB18030", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LC_ALL": "zh_SG", "LC_MESSAGES": "en_US.UTF-8"}, "zh-CN"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh"}, "zh-CN"),
    ],
)
def test_the_locale_decides(monkeypatch, environment, expected):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_locale() == expected


BLANK = "OpType::Relu:InputDtype:float16\n\nOpType::Add:InputDtype:float16\n"


def test_a_report_in_chinese_has_the_layout_of_the_english_one(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    result = cannlint("check", "--select", "CD002", "a.cfg", "--lang", "zh-CN")
    assert result.status == 1
    assert result.out == (
        "error[CD002] blank-line: 空行使 CANN 拒绝整个文件\n"
        "  ┌─ a.cfg:2:1\n"
        "1 │ OpType::Relu:InputDtype:float16\n"
        "2 │\n"
        "  │ ^ CANN 读到此处停止\n"
        "3 │ OpType::Add:InputDtype:float16\n"
        "  = 建议：删除这一行（可自动修复）\n"
        "  = 说明：引擎初始化失败，报 E20101；此格式不允许空行和注释\n"
        "2 -\n"
        "\n"
        "已检查 1 个文件：1 个 error，1 个可用 --fix 修复 · CANN 8.1.RC1（内置）\n"
    )


def test_the_locale_is_for_people_and_lang_for_programs_too(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    arguments = ("check", "--select", "CD002", "a.cfg")
    assert "拒绝整个文件" in cannlint(*arguments, LANG="zh_CN.UTF-8").out
    assert "拒绝整个文件" in cannlint("check", "a.cfg", LANG="zh_CN.UTF-8").out  # without options
    assert "refuse" in cannlint(*arguments, "--lang", "en", LANG="zh_CN.UTF-8").out
    as_json = cannlint(*arguments, "--format", "json", LANG="zh_CN.UTF-8").out
    assert json.loads(as_json)["diagnostics"][0]["message"].startswith("a blank line")
    as_sarif = cannlint(*arguments, "--format", "sarif", "--lang", "zh-CN").out
    [log] = json.loads(as_sarif)["runs"]
    assert log["results"][0]["message"]["text"].startswith("空行")
    assert log["language"] == "zh-CN"
    assert "## CANN 的行为" in log["tool"]["driver"]["rules"][0]["help"]["markdown"]


def test_a_clean_run_in_chinese(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    assert cannlint("check", LANG="zh_CN.UTF-8").out == "已检查 1 个文件，没有问题\n"


def test_rule_pages_in_chinese(cannlint):
    page = cannlint("rule", "CD104", "--lang", "zh-CN").out
    assert page.startswith(
        "# CD104 duplicate-entry\n\n"
        "warning · compiler · 可自动修复 · customize_dtypes · 自 0.1.0 起\n\n"
        "重复的条目：CANN 只采用第一条。\n"
    )
    assert page.endswith("\n来源：manual/customize-dtypes.md#duplicate-entries\n\n")
    assert "空行：CANN 拒绝整个文件。" in cannlint("rule", LANG="zh_CN.UTF-8").out
    assert "safe fix" in cannlint("rule", "CD104").out

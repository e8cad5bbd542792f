"""The server speaks the editor's language, where it has it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

BLANK_LINE = "OpType::Relu:InputDtype:float16\n\nOpType::Add:InputDtype:float16,float16\n"


slow = partial(pytest.param, marks=pytest.mark.slow)


def blank_line(found):
    """The finding about the blank line."""
    return next(finding for finding in found if finding["code"] == "CD002")


@pytest.mark.parametrize(
    ("arguments", "hello", "is_chinese"),
    [
        ((), {"locale": "zh-cn"}, True),
        slow((), {"locale": "de"}, False),
        ((), {"locale": "zh-cn", "initializationOptions": {"language": "en"}}, False),
        slow(("--lang", "zh-CN"), {"locale": "en"}, True),
        slow((), {"locale": "zh_CN.UTF-8"}, True),
        slow((), {"locale": "zh-tw"}, False),
        slow((), {}, False),
        slow((), {"locale": "de", "initializationOptions": {"language": "zh-CN"}}, True),
        slow(("--lang", "en"), {"locale": "zh-cn"}, False),
    ],
)
def test_the_editors_locale_its_setting_or_lang_decides(tmp_path, arguments, hello, is_chinese):
    with Editor(tmp_path, arguments=arguments, **hello) as editor:
        found = editor.open((tmp_path / "customize_dtypes.cfg").as_uri(), BLANK_LINE)
    finding = blank_line(found)
    assert ("拒绝整个文件" in finding["message"]) == is_chinese
    assert ("建议：" in finding["message"]) == is_chinese


def test_hovers_and_actions_are_in_chinese(tmp_path):
    file = (tmp_path / "customize_dtypes.cfg").as_uri()
    with Editor(tmp_path, locale="zh-cn") as editor:
        finding = blank_line(editor.open(file, BLANK_LINE))
        place = {"textDocument": {"uri": file}, "position": {"line": 0, "character": 9}}
        about = editor.ask("textDocument/hover", place)["contents"]["value"]
        rule = editor.ask("textDocument/hover", {**place, "position": {"line": 1, "character": 0}})
        actions = editor.ask(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": file},
                "range": finding["range"],
                "context": {"diagnostics": []},
            },
        )
    assert about.startswith("**`Relu`** · 算子类型 · ")
    assert "空行：CANN 拒绝整个文件" in rule["contents"]["value"]
    assert [action["title"] for action in actions] == [
        "删除这一行",
        "在 customize_dtypes.cfg 中屏蔽 CD002（cannlint.toml）",
        "应用所有可自动进行的修复",
    ]


@pytest.mark.parametrize(("locale", "title"), [("en", "# CD002 "), ("zh-cn", "# CD002 ")])
def test_a_finding_links_to_the_page_of_its_rule_in_that_language(tmp_path, locale, title):
    with Editor(tmp_path, locale=locale) as editor:
        found = editor.open((tmp_path / "customize_dtypes.cfg").as_uri(), BLANK_LINE)
        page = Path(url2pathname(urlsplit(blank_line(found)["codeDescription"]["href"]).path))
        text = page.read_text(encoding="utf-8")
    assert text.startswith(title)
    assert ("空行" in text) is (locale == "zh-cn")

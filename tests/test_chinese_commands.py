"""Every command in Chinese: its help, its output and its errors leave no English sentence."""

from __future__ import annotations

import re
import shutil

import pytest

from cannlint.text.printable import display_width
from conftest import ROOT

pytestmark = pytest.mark.slow  # it starts many programs

EVERY_DAY = ((), ("check",), ("plan",), ("library",))
MORE = (
    ("verify",), ("suggest",), ("audit",), ("inspect",), ("rule",), ("init",), ("schema",),
    ("server",),
    ("library", "list"), ("library", "show"), ("library", "index"), ("library", "diff"),
    ("library", "check"),
)  # fmt: skip
COMMANDS = [*EVERY_DAY, *(pytest.param(command, marks=pytest.mark.slow) for command in MORE)]

MODE_FILE = ("-O", "op_precision_mode=examples/op_precision.ini", "--soc", "Ascend910B3")
RUNS = (
    ("check", "examples"),
    ("check", "examples", "--statistics"),
    ("check", "examples/op_precision.ini", "--diff"),
    ("check", "nowhere"),
    ("check", "--update-baseline"),
    ("check", "--select", "XX1"),
    ("plan", *MODE_FILE),
    ("plan", *MODE_FILE, "--why"),
    ("plan", *MODE_FILE, "--diff", "precision_mode=force_fp32"),
    ("plan", *MODE_FILE, "-O", "precision_mode=allow_mix_precision", "--op", "Conv2D", "--why"),
    ("plan", "--soc", "Ascend910B3", "-O", "customize_dtypes=examples/customize_dtypes.cfg"),
    ("plan", "--soc", "Ascend910B3", "-O", "precision_mode=fast"),
    ("plan", *MODE_FILE, "--node", "Gelu"),
    ("plan", "nothing"),
    ("plan",),
    (
        "suggest",
        "Relu=float32",
        "Gelu=high_precision",
        "--isolated",
        "--soc",
        "Ascend910B3",
        "--all",
    ),
    ("suggest", "Conv2D=float32", "MatMul*=keep", "--isolated", "--soc", "Ascend310P3", "--all"),
    ("suggest", "Rellu=float32", "--isolated", "--soc", "Ascend310P3"),
    ("suggest", "Relu=fp8", "--isolated", "--soc", "Ascend310P3"),
    ("audit", "examples"),
    ("audit", "examples", "--soc", "Ascend310P3,Ascend910B3"),
    ("inspect", "examples/customize_dtypes.cfg", "examples/op_precision.ini"),
    ("inspect", "examples/fusion_switch.cfg", "examples/keep_dtype.cfg", "examples/convert.sh"),
    ("library", "list"),
    ("library", "show", "Gelu"),
    ("library", "show", "MatMulV2", "--soc", "Ascend910B3"),
    ("library", "show", "Gelv"),
    ("library", "show", "--pass", "SoftmaxFusionPass"),
    ("library", "show"),
    ("library", "diff", "8.1.RC1", "9.0.0", "--for", "examples/op_precision.ini"),
    ("library", "index", "--opp", "nowhere", "-o", "x"),
    ("library", "check", "nowhere"),
    ("init",),
    ("init", "--from", "high_performance", "--set", "Gelu=fast", "-o", "x.ini"),
    ("rule",),
    ("schema", "nothing"),
    ("chek",),
    ("check", "--lnag"),
    ("check", "--fail-on", "all"),
    ("check", "--jobs", "many"),
    ("check", "--soc"),
)

CODE = re.compile(r"`[^`]*`|'[^']*'|cannlint(?: [a-z]+)+|^ *\d+ [│+-].*$|^ # .*$", re.MULTILINE)
"""What is no prose: code marks, quoted values, command lines, and the lines of a file."""

SENTENCE = re.compile(r"\b[A-Za-z]+(?: [a-z]+){2,}\b")


def english_in(text: str) -> list[str]:
    """Runs of three words or more of English that stand for themselves."""
    return SENTENCE.findall(CODE.sub("", text))


@pytest.fixture
def examples(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_in_chinese_with_the_layout_of_the_english(cannlint, command):
    english = cannlint(*command, "--help", COLUMNS="100")
    chinese = cannlint(*command, "--help", "--lang", "zh-CN", COLUMNS="100")
    assert (english.status, chinese.status) == (0, 0)
    assert english_in(chinese.out) == []
    assert "用法：cannlint" in chinese.out and "选项 ─" in chinese.out
    options = re.compile(r"--[a-z][a-z-]+(?=  )")
    assert set(options.findall(english.out)) == set(options.findall(chinese.out))
    assert {display_width(line) for line in chinese.out.splitlines() if line[:1] == "│"} == {100}
    assert "…" not in chinese.out


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("arguments", RUNS, ids=" ".join)
def test_no_english_is_left(cannlint, arguments):
    result = cannlint(*arguments, LANG="zh_CN.UTF-8")
    said = result.out + result.err
    assert said and english_in(said) == []
    assert re.search("[\u4e00-\u9fff]", said)


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("arguments", [("plan", *MODE_FILE), ("audit", "examples")])
def test_a_page_of_html_is_in_the_language_too(cannlint, arguments):
    page = cannlint(*arguments, "--format", "html", "--lang", "zh-CN").out
    body = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert "<html lang=zh-CN>" in page
    assert english_in(re.sub(r" +", " | ", body)) == []


def test_lang_may_stand_before_the_command(cannlint):
    assert "用法：" in cannlint("--lang", "zh-CN", "plan", "--help").out
    assert "用法：" in cannlint("library", "--lang=zh-CN", "list", "--help").out
    assert "Usage: " in cannlint("--lang", "en", "plan", "--help", LANG="zh_CN.UTF-8").out


def test_an_unknown_language_is_a_usage_error_that_lists_those_there_are(cannlint):
    result = cannlint("inspect", "--lang", "fr", "a.cfg")
    assert result.status == 2
    assert "'fr' is not one of 'en', 'zh-CN'" in result.err
    in_chinese = cannlint("plan", "--lang", "fr", LANG="zh_CN.UTF-8")
    assert "'--lang' 的值无效：'fr' 不是 'en', 'zh-CN' 之一" in in_chinese.err


def test_what_programs_read_is_english_unless_asked_for(cannlint, examples):
    arguments = ("plan", *MODE_FILE, "--format", "json")
    by_locale = cannlint(*arguments, LANG="zh_CN.UTF-8").out
    assert by_locale == cannlint(*arguments).out
    asked = cannlint(*arguments, "--lang", "zh-CN").out
    assert "第 2 行已有：第一个条目生效" in asked
    assert '"status": "determined"' in asked and '"status": "no effect"' in asked


def test_columns_line_up_whatever_the_width_of_their_characters(cannlint, examples):
    out = cannlint("plan", *MODE_FILE, "--lang", "zh-CN").out.splitlines()
    heading, row = out[2:4]
    assert heading.split("  ")[0] == "算子"
    before = row.index("high_precision")
    assert display_width(heading[: heading.index("实现模式")]) == display_width(row[:before])


def test_the_list_of_rules_lines_up(cannlint):
    lines = cannlint("rule", "--lang", "zh-CN").out.splitlines()
    names = [re.search(r"  ([a-z0-9]+(?:-[a-z0-9]+)+) ", line) for line in lines]
    assert (
        len({display_width(line[: name.start()]) for line, name in zip(lines, names, strict=True)})
        == 1
    )


def test_values_of_a_library_are_translated(cannlint):
    shown = cannlint("library", "show", "MatMulV2", "--soc", "Ascend910B3", "--lang", "zh-CN").out
    assert "x1（必选）" in shown and "bias（可选）" in shown
    changed = cannlint("library", "diff", "8.1.RC1", "9.0.0", "--lang", "zh-CN").out
    assert "→ 始终开启" in changed and "always on" not in changed

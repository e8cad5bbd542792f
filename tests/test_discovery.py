"""Which files a folder gives, and of what kind they are; .gitignore as git itself reads it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.config import glob
from cannlint.config.search import forget_configurations, repository_of
from cannlint.discovery.detect import kind_of
from cannlint.discovery.walk import CONFIG_SUFFIXES, files_in
from cannlint.formats.scripts import SCRIPT_SUFFIXES, Language, language_of
from cannlint.kinds import Kind
from conftest import ROOT
from strategies import examples

ENTRY = b"OpType::Relu:InputDtype:float16\n"
HOOKS = ROOT / ".pre-commit-hooks.yaml"
EDITORS = (
    ROOT / "editors" / "neovim" / "lua" / "cannlint.lua",
    ROOT / "editors" / "vscode" / "src" / "extension.ts",
)


def make(root, *names):
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(ENTRY)


def found(root):
    return [os.path.relpath(path, root) for path in files_in(str(root))]


def test_files_come_sorted_those_of_a_folder_before_its_folders(tmp_path):
    make(tmp_path, "b.cfg", "a/z.cfg", "a.cfg", "a/b/c.cfg")
    assert found(tmp_path) == ["a.cfg", "b.cfg", "a/z.cfg", "a/b/c.cfg"]


def test_what_cannot_be_a_config_file_is_not_opened(tmp_path):
    make(tmp_path, "model.onnx", "run.rs", "x.CFG", "noext", ".hidden.cfg", ".git/config.cfg")
    make(tmp_path, "node_modules/a.cfg", "impl_mode/high_precision.ini")
    assert found(tmp_path) == ["noext", "x.CFG"]


@pytest.mark.parametrize("suffix", [*sorted(CONFIG_SUFFIXES), *SCRIPT_SUFFIXES])
def test_endings_mean_the_same_everywhere(tmp_path, suffix):
    """In whatever case, in a folder, for the commit hooks and in the editors."""
    hooks = HOOKS.read_text()
    patterns = re.findall(r"files: (?:&files )?'(.*)'", hooks)
    assert len(patterns) == 2
    for name in (f"a{suffix}", f"A{suffix.upper()}"):
        (tmp_path / name).write_text("")
        assert found(tmp_path) == [name]
        (tmp_path / name).unlink()
        is_script = suffix in SCRIPT_SUFFIXES
        assert [bool(re.search(pattern, f"b/{name}")) for pattern in patterns] == [
            not is_script, True
        ]  # fmt: skip
        assert (language_of(name) is not None) == is_script
        if is_script and language_of(name) != Language.CPP:
            assert kind_of(name, b"    subprocess.run('atc --model=x')\n\n") is Kind.ATC_COMMANDS
    for editor in EDITORS if suffix else ():
        assert f"*{suffix}" in re.findall(r"\*\.\w+", editor.read_text())


def test_pages_are_found_in_folders(cannlint, tmp_path):
    (tmp_path / "a.rst").write_text(
        "Convert::\n\n    atc --model=a.onnx --framework=9 --output=b\n"
    )
    (tmp_path / "B.MD").write_text("```\natc --model=a.onnx --framework=9 --output=b\n```\n")
    out = cannlint("check", "--format", "concise", "--select", "JB002", ".").out
    assert [line.split(":")[:2] for line in out.splitlines()[:-1]] == [
        ["B.MD", "2"],
        ["a.rst", "3"],
    ]


def test_links_to_folders_are_not_followed(tmp_path):
    make(tmp_path, "a/a.cfg")
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "linked.cfg").symlink_to(tmp_path / "a" / "a.cfg")
    (tmp_path / "dangling.cfg").symlink_to(tmp_path / "nothing")
    assert found(tmp_path) == ["linked.cfg", "a/a.cfg"]


def test_a_pipe_in_a_folder_is_passed_over(tmp_path):
    os.mkfifo(tmp_path / "pipe.cfg")
    assert found(tmp_path) == []


def test_a_repository_is_the_closest_folder_with_a_git_folder_or_file(tmp_path, monkeypatch):
    inner = tmp_path / "a" / "work-tree" / "b"
    inner.mkdir(parents=True)
    assert repository_of(str(inner)) is None
    (tmp_path / "a" / ".git").mkdir()
    forget_configurations()
    assert repository_of(str(inner)) == str(tmp_path / "a")
    (tmp_path / "a" / "work-tree" / ".git").write_text("gitdir: elsewhere\n")
    forget_configurations()
    assert repository_of(str(inner)) == str(tmp_path / "a" / "work-tree")
    monkeypatch.chdir(inner)
    assert repository_of("") == repository_of("..") == str(tmp_path / "a" / "work-tree")


def test_gitignore_of_the_repository_and_of_folders(tmp_path):
    make(tmp_path, "a.cfg", "build/x.cfg", "sub/keep.cfg", "sub/drop.cfg", "sub/deep/x.cfg")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("build/\n*.txt\n")
    (tmp_path / "sub" / ".gitignore").write_text("*.cfg\n!keep.cfg\n")
    assert found(tmp_path) == ["a.cfg", "sub/keep.cfg"]
    assert found(tmp_path / "sub") == ["keep.cfg"]


NAMES = st.sampled_from(
    ["a", "b", "ab", "x.cfg", "y.cfg", "build", "A", "a b", "[x]", "!n", "#h", "a ", "-", "]", "7",
     "a\\"]
)  # fmt: skip
PATTERNS = st.lists(
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["", "", "!", "\\"]),
        st.sampled_from(["", "", "/", "**/", "*/", "a/"]),
        st.sampled_from(
            ["a", "b", "*", "*.cfg", "?", "a*", "[ab]", "[!a]", "**", "x.*", "ab", "[a-b]", "***",
             "\\a", "#h", "a\\ b", "[x", "[]x]", "[[:alpha:]]*", "[![:digit:]]*", "[[:x:]]*",
             "[[:a]*", "[a\\]]*", "[z-a]*", "[a-\\z]*", "[[:upper:]-]*", "[a-", "a\\\\", "[]-a]*",
             "[^a]*"]
        ),
        st.sampled_from(["", "", "/", "/**", " ", "\\ ", "\\  ", "\\", "/x.cfg", "\r", "\f"]),
    ),
    max_size=5,
)  # fmt: skip


@pytest.mark.skipif(shutil.which("git") is None, reason="git is the judge here")
@examples(60)
@given(paths=st.lists(st.lists(NAMES, min_size=1, max_size=3), max_size=8), patterns=PATTERNS)
def test_gitignore_is_read_as_git_reads_it(tmp_path_factory, paths, patterns):
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", root], check=True)
    for parts in paths:
        path = root.joinpath(*parts[:-1], parts[-1] + ".cfg")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(ENTRY)
    (root / ".gitignore").write_bytes("\n".join(patterns).encode() + b"\n")
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-oz", "--exclude-standard"],
        check=True,
        capture_output=True,
        env={**os.environ, "XDG_CONFIG_HOME": str(root), "GIT_CONFIG_GLOBAL": os.devnull},
    ).stdout.decode()
    expected = {name for name in listed.split("\0") if name.endswith(".cfg")}
    assert set(found(root)) == expected


@pytest.mark.parametrize(
    ("pattern", "matched"),
    [
        ("[ab].cfg", ["a.cfg", "b.cfg"]),
        ("[!ab].cfg", ["].cfg", "c.cfg", "z.cfg"]),
        ("[^b-z].cfg", ["].cfg", "a.cfg"]),
        ("[b-z].cfg", ["b.cfg", "c.cfg", "z.cfg"]),
        ("[]c].cfg", ["].cfg", "c.cfg"]),
        ("[[:digit:]c-].cfg", ["c.cfg"]),
        ("[z-a].cfg", ["z.cfg"]),  # backwards: its first character only
        ("[a\\]].cfg", ["].cfg", "a.cfg"]),
        ("[a-", []),
    ],
)
def test_characters_in_brackets(pattern, matched):
    names = ["].cfg", "a.cfg", "b.cfg", "c.cfg", "z.cfg"]
    assert [name for name in names if glob.path_pattern(pattern).match(name)] == matched


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("switch_config.txt", "OpType::Relu:InputDtype:float16\n", Kind.CUSTOMIZE_DTYPES),
        ("x.txt", "# by type\nconv1::OutputDtype:int8\n", Kind.CUSTOMIZE_DTYPES),
        ("x", "a:inputdtype:float16\n", Kind.CUSTOMIZE_DTYPES),
        ("fusion_config.txt", '{"black-list": {"to-add": ["Relu"]}}', Kind.MIXLIST),
        ("x.json", '// names\n{"blacklist": {"to_add": []}}', Kind.MIXLIST),
        ("x.cfg", '{"Switch": {"GraphFusion": {}}}', Kind.FUSION_SWITCH),
        ("config.cfg", "ALL:off\nSoftmaxFusionPass:on\n", Kind.FUSION_SWITCH),
        ("x", "Gelu = high_precision\n", Kind.OP_PRECISION),
        ("x.txt", "\n[ByNodeName]\nMul_1/Gelu=fast\n", Kind.OP_PRECISION),
        ("precision.cfg", "OpType::Relu\nOpType::Pow\n", Kind.KEEP_DTYPE),
        ("execeptionlist.cfg", "conv1\nconv2\n", Kind.KEEP_DTYPE),
        ("keep_dtype.list", "/merger/norm/Sub\n", Kind.KEEP_DTYPE),
        ("switch_config.txt", "OpType::Relu：InputDtype：float16\n", Kind.CUSTOMIZE_DTYPES),
        ("switch_config.txt", "OpType::Relu:InputDtype\n", Kind.CUSTOMIZE_DTYPES),
        ("x.cfg", "OpType::Relu:Input:float16,Output:float16\n", Kind.CUSTOMIZE_DTYPES),
        ("x.cfg", "OpType::Relu float16\n", Kind.CUSTOMIZE_DTYPES),
        ("customize_dtypes.cfg", "OpType::Relu\nOpType::Tanh\n", Kind.CUSTOMIZE_DTYPES),
        ("x.cfg", "OpType::OpType::Relu\nOpType:: Pow\nOpType::Int8Cast\n", Kind.KEEP_DTYPE),
        ("op_precision.ini", "Gelu=hihg\n", Kind.OP_PRECISION),
        ("op_precision.ini", "[high_precision]\nGelu\nTanh\n", Kind.OP_PRECISION),
        ("net.ini", "Gelu=high_precison\n", Kind.OP_PRECISION),
        ("net.ini", "Gelu = High-Precision\r\n", Kind.OP_PRECISION),
        ("f.cfg", '{"Switch":{"ALL":"off"}}', Kind.FUSION_SWITCH),
        ("f.cfg", '{"ALL":"off"}', Kind.FUSION_SWITCH),
        ("f6.cfg", "SoftmaxFusionPass=off\nReluFusionPass = on\n", Kind.FUSION_SWITCH),
        ("x.json", '{"black-list":["Gelu"]}', Kind.MIXLIST),
        ("x.json", '{"black_list":{"add":["Gelu"]}}', Kind.MIXLIST),
        ("notes.txt", "The option InputDtype: is described\nin a long\ntext\nof prose\n", None),
        ("run.txt", "atc --op_select_implmode=high_precision\n", Kind.ATC_COMMANDS),
        ("notes.txt", "set atc --op_select_implmode=high_precision\n", None),
        ("ge.txt", "ge.opSelectImplmode=high_precision\n", None),
        ("settings.conf", "debug: on\n", None),
        ("settings.ini", "[main]\nmode = high\n", None),
        ("keep_alive.conf", "60\n", None),
        ("package.json", '{"switch": "on"}', None),
        ("home.json", '{"Switch": {"kitchen": "off"}}', None),
        ("filter.json", '{"white-list": ["127.0.0.1", "example.org"]}', None),
        ("filter.json", '{"blacklist": ["Admin"]}', None),
        ("jobs.json", '{"jobs": ["to-remove"], "black-list": ["a"]}', None),
        ("power.ini", "[cpu]\ngovernor=high_perf\nProfile=performance\n", None),
        ("render.ini", "ShadowPass=off\nFusion=on\n", None),
        ("keep.json", "[]", None),
        ("aic-ascend910b-ops-info.json", '{"Abs": {"input0": {"name": "x"}}}', Kind.OPS_INFO),
    ],
)
def test_kinds(name, text, kind):
    assert kind_of(name, text.encode()) is kind
    assert kind_of(name, b"\xef\xbb\xbf" + text.encode()) is kind  # a byte order mark


def test_a_mark_hides_no_refused_type_behind_it(cannlint, tmp_path):
    """The mark makes a name of the first line, and the second stops ATC as without it."""
    (tmp_path / "types.cfg").write_bytes(b"\xef\xbb\xbfOpType::Relu\n")
    (tmp_path / "two.cfg").write_bytes(b"\xef\xbb\xbfrelu1\nOpType::relu\n")
    result = cannlint("check", ".", "--format", "concise")
    assert "types.cfg:1:1: warning KD105" in result.out
    assert "two.cfg:1:1: warning KD105" in result.out
    assert "two.cfg:2:9: warning KD001" in result.out


def test_a_name_that_no_rule_of_gitignore_is_about_is_compared_once(tmp_path):
    """With all rules at the same time: the pattern of a single rule is not even compiled."""
    (tmp_path / ".git").mkdir()
    rules = "".join(f"*.x{number}\nname{number}/\n" for number in range(50))
    (tmp_path / ".gitignore").write_text(rules)
    for number in range(20):
        (tmp_path / f"{number}.cfg").write_text("")
    before = glob._pattern.cache_info()
    assert len(list(files_in(str(tmp_path)))) == 20
    assert glob._pattern.cache_info() == before
    (tmp_path / "a.x7.cfg").write_text("")
    (tmp_path / ".gitignore").write_text("*.cfg\n!a.*\n")
    assert [os.path.basename(path) for path in files_in(str(tmp_path))] == ["a.x7.cfg"]

"""The work for hostile files grows as the files do: four times as long, at most five times as much.

Work is counted, not timed; see tests/work.py. What is bounded instead is in test_bounds.py.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path

import pytest

import cannlint
from cannlint.discovery.walk import MOST_RULES
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.graphs.read import read_graph
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import Kind
from cannlint.library.snapshot import embedded
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from graph_files import onnx_graph, onnx_model, onnx_node, onnx_value
from graphs.test_tensorflow import node as tensorflow_node
from graphs.test_tensorflow import of_type
from om_files import Desc, Op, om, recorded
from work import MOST, TIMES, grows_as_its_input, work_of

PACKAGE = Path(cannlint.__file__).parent
ATC = "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3"
CONFIG = "OpType::Relu:InputDtype:half\n"


FILES: dict[str, tuple[Kind, str, str, str]] = {
    # what it is: its kind, the beginning, what is repeated, the end
    "dtypes of nodes": (Kind.CUSTOMIZE_DTYPES, "", "n@:InputDtype:float16\n", ""),
    "dtypes of types": (Kind.CUSTOMIZE_DTYPES, "", "OpType::T@:InputDtype:float16\n", ""),
    "the same dtypes": (Kind.CUSTOMIZE_DTYPES, "", "OpType::Relu:InputDtype:float16\n", ""),
    "refused dtypes": (Kind.CUSTOMIZE_DTYPES, "", "OpType::T@:InputDtype:half@\n", ""),
    "many dtypes": (Kind.CUSTOMIZE_DTYPES, "a:InputDtype:int8", ",int8", "\n"),
    "modes": (Kind.OP_PRECISION, "", "T@=high_precision\n", ""),
    "modes of nodes": (Kind.OP_PRECISION, "[ByNodeName]\n", "n@=high_precision\n", ""),
    "bad modes": (Kind.OP_PRECISION, "", "T@=mode@\n", ""),
    "names": (Kind.KEEP_DTYPE, "", "n@\n", ""),
    "types": (Kind.KEEP_DTYPE, "", "OpType::T@\n", ""),
    "lists": (Kind.MIXLIST, '{"black-list":{"to-add":[', '"T@",', '"T"]}}'),
    "other keys": (Kind.MIXLIST, "{", '"k@":{},', '"k":{}}'),
    "deep lists": (Kind.MIXLIST, "", "[", ""),
    "switches": (Kind.FUSION_SWITCH, "", "P@:on\n", ""),
    "switches as JSON": (
        Kind.FUSION_SWITCH, '{"Switch":{"GraphFusion":{', '"P@":"on",', '"P":"on"}}}'
    ),
    "operators": (Kind.OPS_INFO, "{", '"T@":{"input0":{"name":"x","dtype":"float16"}},', '"T":{}}'),
    "bad operators": (Kind.OPS_INFO, "{", '"T@":{"input0":{"dtype":"float16,f@"}},', '"T":{}}'),
    "mode file": (Kind.IMPL_MODE, "", "T@=high_precision\n", ""),
    "commands": (Kind.ATC_COMMANDS, "", ATC + " --keep_dtype=k@.cfg --log=l@\n", ""),
    "commands in fences": (Kind.ATC_COMMANDS, "", f"```bash\n{ATC} --keep_dtype=k@\n```\n", ""),
    "words of a command": (Kind.ATC_COMMANDS, ATC, " --word@=1", "\n"),
    "the same option": (Kind.ATC_COMMANDS, ATC, " --log=l@", "\n"),
    "folders": (Kind.ATC_COMMANDS, "", "cd d@\n" + ATC + " --keep_dtype=k@.cfg\n", ""),
    "variables": (Kind.ATC_COMMANDS, "", "A@=$A@:x\n", ATC + " --log=$A1\n"),
    "one variable": (Kind.ATC_COMMANDS, "", "A=$A:@\n", ATC + " --log=$A\n"),
    "functions": (Kind.ATC_COMMANDS, "", "f@() { " + ATC + " --log=$1; }\nf@ x\n", ""),
    "files to read": (Kind.ATC_COMMANDS, "", "source s@.sh\n" + ATC + " --log=$A\n", ""),
    "conditions": (Kind.ATC_COMMANDS, "", "if [ $A = @ ]; then B=@; fi\n", ATC + " --log=$B\n"),
    "defaults": (Kind.ATC_COMMANDS, "", 'if [ -z "$A@" ]; then A@=@; fi\n', ATC + " --log=$A1\n"),
    "a default": (Kind.ATC_COMMANDS, "", 'if [ -z "$A" ]; then A=@; fi\n', ATC + " --log=$A\n"),
    "else": (Kind.ATC_COMMANDS, "if a; then A=1\n", 'elif [ "$A@" ]; then A@=@\n', "fi\n" + ATC),
    "steps": (Kind.ATC_COMMANDS, "", '[ -z "$A@" ] && A@=@\n', ATC + " --log=$A1\n"),
    "a chain": (Kind.ATC_COMMANDS, "true", " && A@=@", "\n" + ATC + "\n"),
    "arms": (Kind.ATC_COMMANDS, 'case "$A" in\n', "@) A@=@;;\n", "esac\n" + ATC + "\n"),
    "options of a loop": (
        Kind.ATC_COMMANDS,
        'while [ $# -gt 0 ]; do case "$1" in\n',
        '--a@) A@="$2"; shift 2;;\n',
        "esac; done\n" + ATC + "\n",
    ),
    "a list that grows": (Kind.ATC_COMMANDS, "", "A+=(--x@)\n", ATC + "\n"),
    "one default": (Kind.ATC_COMMANDS, "", 'if [ -z "$M" ]; then M=@; fi\n', ATC + " --log=$M\n"),
    "names to read": (Kind.ATC_COMMANDS, "read -r", " a@", "\n" + ATC + "\n"),
    "comments for a line each": (
        Kind.ATC_COMMANDS, "", ATC + " --keep_dtype=k@ # cannlint: ignore[JB004]\n", ""
    ),
    "comments for the file": (
        Kind.ATC_COMMANDS, "", "# cannlint: ignore-file[JB004]\n" + ATC + " --keep_dtype=k@\n", ""
    ),
    "comments about nothing": (
        Kind.ATC_COMMANDS, "", "# cannlint: ignore-file[CD001]\n" + ATC + " --keep_dtype=k@\n", ""
    ),
    "loops": (Kind.ATC_COMMANDS, "", "for i in a b@; do " + ATC + " --log=$i; done\n", ""),
    "here-documents": (Kind.ATC_COMMANDS, "", "cat > f@.cfg <<E\nx\nE\n", ATC + " --log=f@\n"),
    "lists of a command": (Kind.ATC_COMMANDS, ATC + " --input_shape='", "a@:1;", "b:1'\n"),
    "commands of Python": (
        Kind.ATC_COMMANDS, "import os\n", f"os.system('{ATC} --log=l@')\n", ""
    ),
    "settings of TensorFlow": (
        Kind.TF_SCRIPT,
        "import npu_device as npu\n",
        "npu.global_options().precision_mode = 'a@'\n",
        "",
    ),
    "dicts of MindSpore": (
        Kind.TORCH_MINDSPORE_SCRIPT,
        "import mindspore as ms\n",
        "a@ = {'precision_mode': 'x@'}\nms.set_context(ascend_config=a@)\n",
        "",
    ),
    "keys of a dict": (
        Kind.TORCH_MINDSPORE_SCRIPT,
        "import torch_npu\nd = {}\n",
        "d['k@'] = 1\n",
        "torch_npu.npu.set_option(d)\n",
    ),
    "settings of torch": (
        Kind.TORCH_MINDSPORE_SCRIPT,
        "import torch_npu\n",
        "torch_npu.npu.set_option({'ACL_PRECISION_MODE': 'm@'})\n",
        "",
    ),
}  # fmt: skip


MANY = ("defaults", "steps", "a chain")
"""What is not seen to grow too fast before there is more of it."""


TABLES: dict[str, tuple[str, str, str]] = {
    # what it is: the beginning of cannlint.toml, what is repeated, the end
    "exclude": ("exclude = [", '"x@*", "x@/**/y", ', "]\n"),
    "files": ("[files]\n", '"x@*" = "mixlist"\n', ""),
    "ignore": ("", '[[ignore]]\nrules = ["CD004"]\n', ""),
    "rules of ignore": ("[[ignore]]\nrules = [", '"CD00@", ', "]\n"),
    "paths of ignore": ('[[ignore]]\nrules = ["CD004"]\npaths = [', '"x@*", ', "]\n"),
    "keys of ignore": ('[[ignore]]\nrules = ["CD004"]\nkeys = [', '"x@*", ', "]\n"),
    "extra-ops": ("extra-ops = [", '"Op@", ', "]\n"),
    "unknown SoCs": ("soc = [", '"Ascend@", ', "]\n"),
    "unknown settings": ("", "s@ = 1\n", ""),
    "policy": ("", '[[policy]]\nforbid = "log"\nvalues = ["error"]\npaths = ["x@*"]\n', ""),
    "values of policy": ('[[policy]]\nallow = "precision_mode"\nvalues = [', '"x@", ', "]\n"),
    "front-end-version": ("[front-end-version]\n", 'f@ = "1"\n', ""),
    "jobs": ("", '[job.j@]\nsoc_version = "Ascend910B3"\nkeep_dtype = "k@.cfg"\n', ""),
    "jobs with one file": ("", '[job.j@]\ncustomize_dtypes = "1.cfg"\nsoc_version = "a@"\n', ""),
    "options of a job": ('[job.a]\nsoc_version = "Ascend910B3"\n', "option@ = 1\n", ""),
    "not TOML": ("", "[a@]\nb = @\n", "]"),
}


_numbers = count(1000)


def numbered(text: str, times: int) -> str:
    """A text so many times, with a number for each `@` that no text had before: nothing is known
    of it from an earlier run."""
    return "".join(text.replace("@", str(next(_numbers))) for _ in range(times))


def grows(paths: list[str], kind: Kind | None, write: Callable[[int], object], size: int) -> bool:
    """Whether the work to check some paths grows as what `write` writes for a number."""
    options = Options()
    options.jobs, options.kind = 1, kind

    def run(times: int) -> None:
        here = Path(f"{next(_numbers)}")  # a configuration is read once for each folder
        here.mkdir()
        os.chdir(here)
        write(times)
        check_paths(paths, options)
        os.chdir("..")

    run(TIMES * size)  # what is imported and read for many only
    return grows_as_its_input(run, size)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    os.mkdir(".git")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("what", FILES)
def test_a_file(folder, what):
    kind, head, piece, tail = FILES[what]
    name = "file.py" if head.startswith("import") else "file.sh"

    def write(times):
        Path(name).write_text(head + numbered(piece, times) + tail)

    assert grows([name], kind, write, 300 if what in MANY else 60)


@pytest.mark.slow
@pytest.mark.parametrize("what", TABLES)
def test_a_table_of_a_configuration(folder, what):
    head, piece, tail = TABLES[what]

    def write(times):
        Path("cannlint.toml").write_text(head + numbered(piece, times) + tail)
        for number in range(5):
            Path(f"{number}.cfg").write_text(CONFIG)

    assert grows(["."], None, write, 60)


RELU_OF_GE = """  op {
    name: "r@"
    type: "Relu"
    input: "r@:0"
    input_desc { name: "x" dtype: DT_FLOAT shape { dim: 4 } layout: "NCHW" }
    output_desc { name: "y" dtype: DT_FLOAT shape { dim: 4 } layout: "NCHW" }
  }
"""
RELU = '{"name": "r@", "type": "Relu", "inputs": [{"dtype": "float"}], "outputs": [{}]},'
GRAPH_TEXTS = {
    # the form: the beginning, what is repeated, the end
    "neutral": ('{"schema": "cannlint/graph/1", "nodes": [', RELU, RELU.rstrip(",") + "]}"),
    "ge_proto": ('graph {\n  name: "g"\n', RELU_OF_GE, "}\n"),
    "caffe": (
        'name: "n"\ninput: "d"\ninput_dim: 1\n',
        'layer { name: "r@" type: "ReLU" bottom: "d" top: "t@" }\n',
        "",
    ),
    "atc_json": (
        '{"graph": [{"name": "g", "op": [',
        '{"name": "r@", "type": "Relu", "input": ["r@:0"], "output_desc": [{"dtype": "DT_INT8"}]},',
        '{"name": "r", "type": "Relu"}]}]}',
    ),
}


def relus(times: int) -> dict[str, bytes]:
    """A chain of operators in each binary form."""
    names = ["x", *(str(next(_numbers)) for _ in range(times))]
    nodes = [onnx_node("Relu", [a], [b]) for a, b in pairwise(names)]
    ops = [
        Op(name, "Relu", [f"{before}:0"], [Desc("float16", "float")], [Desc("float16", "float")])
        for before, name in pairwise(names)
    ]
    frozen = [tensorflow_node("x", "Placeholder", dtype=of_type(1))]
    frozen += [tensorflow_node(b, "Relu", a, T=of_type(1)) for a, b in pairwise(names)]
    return {
        "onnx": onnx_model(onnx_graph(nodes, inputs=[onnx_value("x", 1, 4)])),
        "om": om([Op("x", "Data", outputs=[Desc("float")]), *ops], recorded()),
        "tensorflow": b"".join(frozen),
    }


@pytest.mark.slow
@pytest.mark.parametrize("form", [*GRAPH_TEXTS, "onnx", "om", "tensorflow"])
def test_a_graph_and_its_plan(tmp_path, form):
    job = job_of(FrontEnd.ATC, ["precision_mode=allow_mix_precision"])
    target = Target(embedded("8.1.RC1"), "Ascend910B3")
    counted: list[int] = []

    def run(times: int) -> None:
        path = tmp_path / f"{next(_numbers)}"
        if form in GRAPH_TEXTS:
            head, piece, tail = GRAPH_TEXTS[form]
            path.write_text(head + numbered(piece, times) + tail)
        else:
            path.write_bytes(relus(times)[form])
        wanted = Wanted()
        wanted.graph = read_graph(str(path))
        counted.append(len(wanted.graph.nodes))
        make_plan(job, target, wanted)

    assert grows_as_its_input(run, 60)
    assert counted[-1] >= 60


@pytest.mark.slow
def test_a_gitignore(folder):
    """Each file is compared with each rule: the work for a fixed number of files."""

    def write(times):
        Path(".gitignore").write_text(numbered("x@*/y\n", times))
        for number in range(5):
            Path(f"{number}.cfg").write_text(CONFIG)

    assert grows(["."], None, write, 60)


def work_of_patterns(count: int, depth: int, pattern: str) -> int:
    """The work to check a file below so many folders, with so many patterns to exclude."""
    here = Path(f"{next(_numbers)}")
    os.makedirs(here / ("a/" * depth))
    (here / ("a/" * depth) / "file.cfg").write_text(CONFIG)
    (here / "cannlint.toml").write_text(f"exclude = [{numbered(pattern, count)}]\n")
    options = Options()
    options.jobs = 1
    return work_of(lambda: check_paths([str(here)], options))


@pytest.mark.parametrize("pattern", ['"x@", ', '"x@/y", ', '"**/x@/**/y", '])
def test_patterns_and_folders_within_each_other(folder, pattern):
    """Each folder is compared once with each pattern, not once more for each folder below it."""

    def for_patterns(depth):
        return work_of_patterns(44, depth, pattern) - work_of_patterns(4, depth, pattern)

    work_of_patterns(4, 10, pattern)  # imports
    assert for_patterns(TIMES * 15) <= MOST * for_patterns(15)


@pytest.mark.slow
def test_more_rules_than_a_gitignore_has_are_refused(cannlint, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / ".gitignore").write_text(numbered("x@\n", MOST_RULES + 1))
    for folder in (".", "a"):
        (tmp_path / folder / "file.cfg").write_text(CONFIG)
    result = cannlint("check", "--format", "concise", ".")
    assert result.status == 2
    assert result.out.startswith(
        "a/.gitignore:1:1: error CL005 cannot be read: "
        "it has more than 10,000 rules, which is the limit\nfile.cfg:1:25: error CD004"
    )
    assert "a/file.cfg" not in result.out
    assert cannlint("check", "a").status == 2


def test_no_set_is_walked_through_with_the_keys_of_a_dict_that_grows():
    """Python looks at each key in `names - known.keys()`, however few names there are.

    No count of lines sees that. The keys of a table, whose name is in capitals, are not many.
    """
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Sub):
                right = ast.unparse(node.right if isinstance(node, ast.BinOp) else node.value)
                if right.endswith(".keys()") and not right.removesuffix(".keys()").isupper():
                    found.append(f"{path.relative_to(PACKAGE)}:{node.lineno} {ast.unparse(node)}")
    assert not found

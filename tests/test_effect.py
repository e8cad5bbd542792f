"""What `cannlint check` says about requests that come to nothing in a model."""

from __future__ import annotations

import json
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cannlint as library
from graph_files import node
from onnx_models import Model
from strategies import examples

SOC = "Ascend910B3"


GRAPH = [
    node("x", "Data"),
    node("net/relu", "Relu", "x"),
    node("net/log", "Xlog1py", "net/relu", "x"),
    node("net/gelu", "Gelu", "net/log"),
]
FLOAT16 = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"


@pytest.fixture
def project(tmp_path):
    """Writes the files of a project, whose graph is graph.json."""

    def write(nodes=GRAPH, **files):
        value = {"schema": "cannlint/graph/1", "nodes": nodes}
        (tmp_path / "graph.json").write_text(json.dumps(value))
        for name, text in files.items():
            (tmp_path / f"{name}.cfg").write_text(text)
        return tmp_path

    return write


def job(*options, name="net"):
    lines = [f"[job.{name}]", f'soc_version = "{SOC}"', 'graph = "graph.json"', *options]
    return "\n".join(lines) + "\n"


def found(cannlint, *arguments):
    """(file:line severity code) of each finding, in order."""
    result = cannlint("check", "--format", "json", "--exit-zero", *arguments)
    assert result.status == 0, result.err
    return [
        f"{d['file']}:{d['range']['start']['line']} {d['severity']} {d['rule']}"
        for d in json.loads(result.out)["diagnostics"]
    ]


def test_names_and_types_that_the_graph_lacks(cannlint, project):
    project(
        customize_dtypes="net/relu:InputDtype:float16\nnet/rellu:InputDtype:float16\n",
        keep_dtype="OpType::Gelu\nOpType::SoftmaxV2\nnet/gelu\nnet/gellu\n",
    )
    assert found(cannlint, "--isolated", "--model", "graph.json") == [
        "customize_dtypes.cfg:2 warning CD201",
        "keep_dtype.cfg:2 warning KD201",
        "keep_dtype.cfg:4 warning KD201",
    ]


def test_a_file_of_two_jobs_is_idle_only_where_it_is_in_both(cannlint, project):
    folder = project(
        customize_dtypes="net/relu:InputDtype:float16\nother/relu:InputDtype:float16\n"
    )
    other = {"schema": "cannlint/graph/1", "nodes": [node("other/relu", "Relu")]}
    (folder / "other.json").write_text(json.dumps(other))
    line = 'customize_dtypes = "customize_dtypes.cfg"\nprecision_mode = "force_fp32"'
    both = job(line) + job(line, name="other").replace("graph.json", "other.json")
    (folder / "cannlint.toml").write_text(both)
    assert [line for line in found(cannlint) if "CD201" in line] == []
    (folder / "cannlint.toml").write_text(job(line))
    assert [line for line in found(cannlint) if "CD201" in line] == [
        "customize_dtypes.cfg:2 warning CD201"
    ]


def test_a_dump_of_a_compile_is_no_evidence_that_a_type_is_missing(cannlint, project):
    """The compile may have fused the operator away."""
    folder = project(keep_dtype="OpType::relu\n")
    (folder / "dump.txt").write_text('graph {\n  name: "g"\n  op { name: "x" type: "Data" }\n}\n')
    arguments = ("--isolated", "--model", "dump.txt")
    assert "keep_dtype.cfg:1 warning KD001" in found(cannlint, *arguments)


@pytest.mark.parametrize("name", ["a.sh", "run.sh"])
def test_a_job_without_a_graph_does_not_hide_what_the_graph_of_another_shows(
    cannlint, project, name
):
    """Whichever of the two files with jobs comes first."""
    folder = project(keep_dtype="OpType::relu\n")
    (folder / "cannlint.toml").write_text(job('keep_dtype = "keep_dtype.cfg"'))
    command = f"atc --model=absent.onnx --framework=5 --output=o --soc_version={SOC}"
    (folder / name).write_text(f"{command} --keep_dtype=keep_dtype.cfg\n")
    assert "keep_dtype.cfg:1 error KD001" in found(cannlint)


def test_a_type_that_is_not_pascal_case_is_an_error_with_the_graph(cannlint, project):
    project(keep_dtype="OpType::relu\n")
    assert found(cannlint, "--isolated") == ["keep_dtype.cfg:1 warning KD001"]
    assert found(cannlint, "--isolated", "--model", "graph.json") == [
        "keep_dtype.cfg:1 error KD001"
    ]
    result = cannlint("check", "--isolated", "--model", "graph.json")
    assert result.status == 1
    assert "E10003" in result.out


def test_a_misspelt_node_has_a_suggestion_but_one_of_another_number_has_none(cannlint, project):
    nodes = [node("x", "Data"), node("block/Add_1", "Relu", "x")]
    project(nodes, keep_dtype="block/Ad_1\nblock/Add_2\n")
    arguments = ("--isolated", "--model", "graph.json", "--format", "json")
    one, other = json.loads(cannlint("check", *arguments).out)["diagnostics"]
    assert one["help"] == "write `block/Add_1`, or remove it"
    assert other["help"] == "remove it, or write an operator name of the graph"


def test_a_type_with_whitespace_is_not_called_wrongly_written(cannlint, project):
    project(keep_dtype="OpType:: Relu\n")
    arguments = ("--isolated", "--model", "graph.json", "--select", "KD001", "--format", "json")
    [finding] = json.loads(cannlint("check", *arguments).out)["diagnostics"]
    assert finding["severity"] == "error" and "PascalCase" not in finding["message"]
    assert finding["help"] == "write `OpType::Relu`"


def test_a_type_of_the_graph_need_not_be_pascal_case(cannlint, project):
    project([node("x", "Data"), node("a", "relu", "x")], keep_dtype="OpType::relu\n")
    assert found(cannlint, "--isolated", "--model", "graph.json") == []


def test_only_the_first_ten_unmatched_entries_are_looked_at(cannlint, project):
    lines = "".join(f"gone/{number}\n" for number in range(10))
    project(keep_dtype=lines + "OpType::relu\n")
    said = found(cannlint, "--isolated", "--model", "graph.json")
    assert [line for line in said if "KD001" in line] == []
    project(keep_dtype=lines.replace("gone/0\n", "net/relu\n") + "OpType::relu\n")
    said = found(cannlint, "--isolated", "--model", "graph.json")
    assert [line for line in said if "KD001" in line] == ["keep_dtype.cfg:11 error KD001"]


def test_what_a_graph_with_unknown_types_lacks_is_not_told(cannlint, project):
    graph = json.loads(
        (project(keep_dtype="OpType::relu\nOpType::SoftmaxV2\n") / "graph.json").read_text()
    )
    graph["nodes"][1]["engine"] = "AIcoreEngine"  # dumped after fusion: types may be gone
    (project(graph["nodes"], keep_dtype="OpType::relu\nOpType::SoftmaxV2\n"))
    assert found(cannlint, "--isolated", "--model", "graph.json") == [
        "keep_dtype.cfg:1 warning KD001",
        "keep_dtype.cfg:2 info KD201",
    ]


def test_a_request_that_cannot_be_met_has_the_chain(cannlint, project):
    folder = project(customize_dtypes="net/log:InputDtype:float16,float32,OutputDtype:float16\n")
    (folder / "cannlint.toml").write_text(
        job('precision_mode = "force_fp16"', 'customize_dtypes = "customize_dtypes.cfg"')
    )
    report = json.loads(cannlint("check", "--select", "CD204", "--format", "json").out)
    [finding] = report["diagnostics"]
    assert finding["message"] == (
        "`net/log` of graph.json leaves the AI Core: no column has the dtypes that "
        "customize_dtypes asks for"
    )
    assert "write `InputDtype:float16,float16,OutputDtype:float16`" in finding["help"]
    assert finding["note"] == (
        "Xlog1py on Ascend910B3 takes bfloat16, bfloat16 → bfloat16; float16, float16 → float16; "
        "float32, float32 → float32, and not float16, float32 → float16"
    )
    assert finding["related"] == []  # the entry alone is the cause: no option matters


def test_a_request_that_no_recorded_column_meets_has_columns_that_the_operator_gave(
    cannlint, project
):
    graph = [node("x", "Data"), node("net/matmul", "MatMulV2", "x", "x")]
    arguments = ("check", "--select", "CD204", "--format", "json")
    written = "net/matmul:InputDtype:float32,OutputDtype:float16\n"
    folder = project(graph, customize_dtypes=written)
    (folder / "cannlint.toml").write_text(
        job('precision_mode = "force_fp16"', 'customize_dtypes = "customize_dtypes.cfg"')
    )
    [finding] = json.loads(cannlint(*arguments).out)["diagnostics"]
    columns = re.findall("`(.*?)`", finding["help"])
    assert columns == [
        "InputDtype:float16,OutputDtype:float16",
        "InputDtype:float32,OutputDtype:float32",
    ]
    for column in columns:
        project(graph, customize_dtypes=f"net/matmul:{column}\n")
        assert json.loads(cannlint(*arguments).out)["diagnostics"] == []


@pytest.mark.slow  # a thousand findings
def test_no_rule_reports_more_of_a_model_than_of_a_file(cannlint, project):
    names = [f"net/log_{number}" for number in range(1001)]
    folder = project(
        [node("x", "Data"), *(node(name, "Xlog1py", "x", "x") for name in names)],
        customize_dtypes="".join(f"{name}:InputDtype:float16,float32\n" for name in names),
    )
    (folder / "cannlint.toml").write_text(
        job('precision_mode = "force_fp16"', 'customize_dtypes = "customize_dtypes.cfg"')
    )
    findings = json.loads(cannlint("check", "--select", "CD204", "--format", "json").out)
    assert len(findings["diagnostics"]) == 1000


def test_an_entry_without_effect_on_an_operator_of_unknown_columns_is_to_be_removed(
    cannlint, project
):
    """DynamicRNN lists no columns, and no run of its column selection is recorded."""
    folder = project(
        [node("x", "Data"), node("net/rnn", "DynamicRNN", "x", "x", "x")],
        customize_dtypes="net/rnn:InputDtype:" + "," * 20 + "float16\n",
    )
    (folder / "cannlint.toml").write_text(
        job('precision_mode = "force_fp16"', 'customize_dtypes = "customize_dtypes.cfg"')
    )
    arguments = ("check", "--select", "CD204", "--format", "json")
    [finding] = json.loads(cannlint(*arguments).out)["diagnostics"]
    assert finding["message"].startswith("`net/rnn` of graph.json does not compile")
    assert finding["help"] == "remove the entry"


def test_an_entry_of_a_type_is_for_the_nodes_without_an_entry_of_their_own(cannlint, project):
    files = {"customize_dtypes": "net/relu:InputDtype:bfloat16,OutputDtype:bfloat16\n" + FLOAT16}
    folder = project(**files)
    options = (
        'precision_mode = "must_keep_origin_dtype"',
        'customize_dtypes = "customize_dtypes.cfg"',
    )
    (folder / "cannlint.toml").write_text(job(*options))
    arguments = ("check", "--format", "json", "--select", "CD303")
    assert [found["message"] for found in json.loads(cannlint(*arguments).out)["diagnostics"]] == [
        "every `Relu` operator of graph.json has an entry for its name, which wins over this one"
    ]
    project([*GRAPH, node("net/relu_1", "Relu", "x")], **files)
    assert json.loads(cannlint(*arguments).out)["diagnostics"] == []


@pytest.mark.parametrize(
    ("graph", "kinds"),
    [
        ((), ["info CD205"]),
        (("--model", "m.onnx"), ["warning CD204"]),
    ],
)
def test_the_model_decides_what_the_library_leaves_open(cannlint, project, graph, kinds):
    model = Model()
    out = model.add("MatMul", model.input("x", 1, 16), model.weight(16, 80))
    entry = "OpType::BatchMatMulV2:InputDtype:float32,float32,OutputDtype:float32\n"
    (project(customize_dtypes=entry) / "m.onnx").write_bytes(model.bytes(out))
    said = found(cannlint, "--isolated", "--soc", "Ascend310P3", *graph)
    assert said == [f"customize_dtypes.cfg:1 {kind}" for kind in kinds]


def test_a_type_of_a_framework_is_what_the_model_has_of_it(cannlint, project):
    nodes = [node("x", "Data"), node("a", "Conv2D", "x", "x"), node("b", "Conv2D", "a", "x")]
    folder = project(nodes, customize_dtypes="OpType::Conv:InputDtype:float16\n")
    arguments = ("check", "--isolated", "--soc", SOC, "--format", "json")
    [alone] = json.loads(cannlint(*arguments).out)["diagnostics"]
    assert alone["message"] == "no operator has the type `Conv`: CANN makes Conv2D, Conv3D of it"
    assert alone["fix"] is None
    [finding] = json.loads(cannlint(*arguments, "--model", "graph.json").out)["diagnostics"]
    assert finding["message"] == (
        "no operator has the type `Conv`: CANN makes Conv2D of it (2 in graph.json)"
    )
    assert finding["fix"]["title"] == "write `Conv2D`"
    cannlint(*arguments[:4], "--model", "graph.json", "--fix", "--unsafe-fixes")
    assert (folder / "customize_dtypes.cfg").read_text() == "OpType::Conv2D:InputDtype:float16\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("SplitVD", "SplitV"),  # what a pass makes of it later
        ("Where", "SelectV2"),  # of TensorFlow and, otherwise, of ONNX
        ("Resize", None),  # which of its forms is not in the model
        ("Softmax", None),
    ],
)
def test_a_type_that_the_model_has_in_another_version(cannlint, project, written, meant):
    nodes = [node("x", "Data"), node("a", "SplitV", "x"), node("b", "SelectV2", "a", "x", "x")]
    project([*nodes, node("c", "Mul", "b", "b")], keep_dtype=f"OpType::{written}\n")
    arguments = ("check", "--isolated", "--soc", SOC, "--model", "graph.json", "--format", "json")
    [finding] = json.loads(cannlint(*arguments).out)["diagnostics"]
    assert (finding["rule"], finding["severity"]) == ("KD201", "warning")
    assert (f"write `{meant}`" in finding["help"]) == (meant is not None)
    assert "`Mul`" not in finding["help"]


def test_a_type_that_is_made_of_one_of_onnx_in_another_way(cannlint, project):
    project(keep_dtype="OpType::Where\n")
    arguments = ("check", "keep_dtype.cfg", "--isolated", "--soc", SOC, "--format", "json")
    [finding] = json.loads(cannlint(*arguments).out)["diagnostics"]
    assert finding["help"].endswith("in an ONNX model: SelectV2")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("OpType::Gelu", "`OpType::` is part of the type here"),
        ("OpType::", "`OpType::` is part of the type here"),
        (" Softmax", "starts or ends with whitespace"),
        (" ", "an empty name"),
    ],
)
def test_cann_makes_no_operator_of_a_name_with_more_around_it(cannlint, project, written, message):
    folder = project()
    (folder / "m.json").write_text(json.dumps({"black-list": {"to-add": [written]}}))
    arguments = ("check", "m.json", "--isolated", "--soc", SOC, "--format", "json")
    [finding] = json.loads(cannlint(*arguments).out)["diagnostics"]
    assert message in finding["message"]
    assert "CANN makes" not in finding["message"]


def test_positions_beyond_the_tensors_of_a_node(cannlint, project):
    project(customize_dtypes="net/relu:InputDtype:,float16\n")
    result = cannlint(
        "check", "--isolated", "--soc", SOC, "--model", "graph.json", "--select", "CD204"
    )
    assert "`net/relu` of graph.json does not compile" in result.out


def test_the_graph_of_a_job_is_that_of_its_plan(cannlint, project):
    folder = project(keep_dtype="net/relu\n")
    (folder / "cannlint.toml").write_text(
        job('precision_mode = "force_fp16"', 'keep_dtype = "keep_dtype.cfg"')
    )
    planned = json.loads(cannlint("plan", "net", "--format", "json").out)
    assert [op["node"] for op in planned["ops"]] == [each["name"] for each in GRAPH]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema": "cannlint/graph/1"}', "\0\1"])
def test_a_graph_that_is_none(cannlint, project, text):
    folder = project(keep_dtype="net/relu\n")
    (folder / "graph.json").write_text(text)
    result = cannlint("check", "--isolated", "--model", "graph.json")
    assert result.status == 2
    assert result.err.count("graph.json") == 1


def test_no_graph_no_resolver(project, tmp_path):
    project(
        customize_dtypes=FLOAT16 + "OpType::Gellu:InputDtype:fp16\n", keep_dtype="OpType::relu\n"
    )
    probe = (
        "import sys; sys.argv[1:] = ['check', '--isolated', '-q', '--exit-zero', "
        f"{str(tmp_path)!r}]\n"
        "from cannlint.__main__ import main; main()\n"
        "print([name for name in sys.modules if name.startswith(('cannlint.resolve', "
        "'cannlint.graphs', 'cannlint.plan'))])"
    )
    import subprocess

    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    # the tables of frameworks tell what an unknown type is
    assert done.stdout.splitlines()[-1] == "['cannlint.graphs', 'cannlint.graphs.tables']"


DTYPES = st.sampled_from(["float16", "float32", "bfloat16"])
MODES = ["force_fp16", "allow_fp32_to_fp16", "allow_mix_precision", "must_keep_origin_dtype"]
TYPES = {"Relu": 1, "Xlog1py": 2, "Sqrt": 1, "Abs": 1}


@st.composite
def graphs(draw):
    """Nodes of a few types in a row, with float tensors."""
    nodes = [{**node("x", "Data"), "outputs": [{"dtype": draw(DTYPES).replace("32", "")}]}]
    for number in range(draw(st.integers(1, 5))):
        op_type = draw(st.sampled_from([*TYPES]))
        dtype = draw(DTYPES).replace("32", "")
        before = [draw(st.sampled_from(nodes))["name"] for _ in range(TYPES[op_type])]
        made = node(f"n{number}", op_type, *before)
        made["outputs"] = [{"dtype": dtype}]
        for tensor in made["inputs"]:
            tensor["dtype"] = dtype
        nodes.append(made)
    return nodes


@st.composite
def entries(draw):
    """Entries for types and names of such a graph, each key once."""
    keys = [*(f"OpType::{op_type}" for op_type in TYPES), *(f"n{number}" for number in range(5))]
    chosen = draw(st.lists(st.sampled_from(keys), unique=True, min_size=1, max_size=4))
    return [f"{key}:InputDtype:{draw(DTYPES)},OutputDtype:{draw(DTYPES)}" for key in chosen]


def outcomes(folder, lines, mode):
    (folder / "c.cfg").write_text("".join(f"{line}\n" for line in lines))
    made = library.plan(
        options={"precision_mode": mode, "customize_dtypes": str(folder / "c.cfg")},
        model=str(folder / "graph.json"),
        soc=SOC,
        isolated=True,
    )
    return [
        [op["dtypes"][key] for key in ("status", "inputs", "outputs", "column")]
        for op in made["ops"]
    ]


@examples(40)
@given(graphs(), entries(), st.sampled_from(MODES))
def test_what_is_reported_leaves_the_plan_and_what_is_not_changes_it(
    tmp_path_factory, nodes, lines, mode
):
    folder = tmp_path_factory.mktemp("effect")
    (folder / "graph.json").write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": nodes}))
    (folder / "cannlint.toml").write_text(
        job(f'precision_mode = "{mode}"', 'customize_dtypes = "c.cfg"')
    )
    whole = outcomes(folder, lines, mode)
    report = library.check(str(folder / "c.cfg"), config=None)
    idle = {
        finding["range"]["start"]["line"] - 1
        for finding in report["diagnostics"]
        if finding["rule"] in ("CD303", "CD201")
    }
    for number in range(len(lines)):
        left = [line for at, line in enumerate(lines) if at != number]
        is_same = outcomes(folder, left, mode) == whole
        assert is_same or number not in idle, lines[number]
        if is_same and number not in idle:
            assert any(status in ("refused", "fails") for status, *_ in whole), lines[number]

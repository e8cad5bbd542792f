"""What is read besides the kinds of files: how it is read, what must hold, and examples.

A reader takes bytes and an empty folder. It raises nothing but what its reader declares, which is
caught here; any other exception is a fault.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from cannlint.bisect.progress import opened, reset
from cannlint.bisect.search import Answer
from cannlint.engine.file_checks import check_reading
from cannlint.engine.pipeline import check_paths
from cannlint.engine.read import read
from cannlint.engine.run import Options, Run
from cannlint.errors import CannlintError
from cannlint.explain.causes import explain
from cannlint.explain.log import read_log
from cannlint.graphs.read import read_graph
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import Kind
from cannlint.library.caches import clear_caches
from cannlint.library.choose import named
from cannlint.library.compact import dump
from cannlint.library.install import load
from cannlint.library.operators import operators
from cannlint.library.snapshot import EMBEDDED, embedded
from cannlint.report import plan_dot, plan_html, plan_json
from cannlint.report.annotated_model import write_annotated
from cannlint.report.formats import FORMATS, render
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from cannlint.suggest.comparison import Limit, read_comparison
from cannlint.text.source import Source
from cannlint.verify.fusion_result import read_fusion_result
from explain import test_log
from graphs.test_any_bytes import DATA as GRAPHS
from graphs.test_any_bytes import graph_or_sentence
from graphs.test_tensorflow import NETWORK, field
from hostile.holders import FILES
from verify.test_any_model import MODELS, verified_or_sentence

SOC = "Ascend910B3"
BAD_CONFIG = "OpType::Relu:InputDtype:half\n\na/b:OutputDtype:int8\n"
BAD_SCRIPT = f"atc --model=a.onnx --keep_dtype=k.cfg --soc_version={SOC} --precision_mode=fp33\n"
_PICTURES = (plan_html.text, lambda plan: [*plan_dot.lines(plan)])
_GRAPH_MODES = ("force_fp16", "allow_mix_precision", "must_keep_origin_dtype", "force_fp32")
_SAVED_MODEL = field(1, 1) + field(2, field(1, field(1, "")) + field(2, NETWORK))


@dataclass(frozen=True)
class Reader:
    """How bytes are read, and examples of them."""

    hold: Callable[[bytes, Path], None]
    examples: tuple[bytes, ...]


def _graph(data: bytes, folder: Path) -> None:
    """A graph with a plan, or a sentence; see tests/graphs/test_any_bytes.py."""
    path = folder / "graph"
    graph_or_sentence(path, data)
    try:
        wanted = Wanted()
        wanted.graph = read_graph(str(path))
        target = Target(embedded(EMBEDDED[len(data) % len(EMBEDDED)]), SOC)
        mode = _GRAPH_MODES[len(data) % len(_GRAPH_MODES)]
        job = job_of(FrontEnd.ATC, [f"precision_mode={mode}", f"soc_version={SOC}"])
        plan = make_plan(job, target, wanted)
        [*plan_json.lines(plan)]
        assert _PICTURES[len(data) % len(_PICTURES)](plan)
    except CannlintError as error:
        assert "\n" not in str(error)


def _annotated(data: bytes, folder: Path) -> None:
    """A model of ONNX with its plan in its nodes, or a sentence."""
    path, written = folder / "model.onnx", folder / "annotated.onnx"
    path.write_bytes(data)
    written.unlink(missing_ok=True)
    try:
        wanted = Wanted()
        wanted.graph = read_graph(str(path))
        job = job_of(FrontEnd.ATC, ["precision_mode=force_fp16", f"soc_version={SOC}"])
        plan = make_plan(job, Target(embedded(EMBEDDED[0]), SOC), wanted)
        write_annotated(plan, str(written), overwrite=False)
    except CannlintError as error:
        assert "\n" not in str(error)
        assert not written.exists()
    else:
        again = read_graph(str(written))
        assert [node.name for node in again.nodes] == [node.name for node in wanted.graph.nodes]


def _compiled(data: bytes, folder: Path) -> None:
    verified_or_sentence(folder / "model.om", data)


def _fusion_result(data: bytes, folder: Path) -> None:
    path = folder / "fusion_result.json"
    path.write_bytes(data)
    try:
        result = read_fusion_result(str(path))
    except CannlintError as error:
        assert "\n" not in str(error)
    else:
        assert all(min(times) >= 0 for times in result.times.values())


def _checked(folder: Path, options: Options | None = None) -> Run | None:
    """The check of a folder, with every report; None where a sentence says why there is none."""
    clear_caches()
    options = options or Options()
    options.jobs = 1
    try:
        run = check_paths([str(folder)], options)
    except CannlintError as error:
        assert "\n" not in str(error)
        return None
    for finding in run.findings:
        assert finding.source is not None
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.source.text)
    for name in FORMATS:
        render(run, name)
    return run


def _project(name: str) -> Callable[[bytes, Path], None]:
    """What checks a small project in which one file has these bytes."""

    def hold(data: bytes, folder: Path) -> None:
        files = {"a.cfg": BAD_CONFIG.encode(), "b/run.sh": BAD_SCRIPT.encode(), name: data}
        (folder / "b").mkdir(exist_ok=True)
        (folder / ".git").mkdir(exist_ok=True)
        for path, content in files.items():
            (folder / path).write_bytes(content)
        _checked(folder)

    return hold


def _baseline(data: bytes, folder: Path) -> None:
    (folder / "a.cfg").write_text(BAD_CONFIG)
    path = folder / "baseline"
    path.write_bytes(data)
    options = Options()
    options.baseline = str(path)
    _checked(folder, options)


def _log(data: bytes, folder: Path) -> None:
    (folder / "run.sh").write_text(BAD_SCRIPT)
    log = read_log(io.BytesIO(data))
    assert log.omitted >= 0 and all(message.line >= 1 for message in log.messages)
    if log.messages and len(data) % 8 == 0:
        run = _checked(folder)
        assert run is not None
        assert len(explain(log.messages, run)) == len(log.messages)


_ABOUT_OPERATORS = {
    Kind.CUSTOMIZE_DTYPES: b"OpType::Relu:InputDtype:int8\nOpType::Own:OutputDtype:float\n",
    Kind.OP_PRECISION: b"Relu=high_precision\nOwn=high_performance\n",
    Kind.MIXLIST: b'{"black-list": {"to-add": ["Relu", "Own"]}}',
    Kind.FUSION_SWITCH: b"APass:off\nALL:on\n",
}


def _used(path: Path) -> None:
    """Take all from a library; what stands in it may be anything."""
    clear_caches()
    try:
        library = named(str(path)) if path.is_file() else load(str(path))
        for name in library.names():
            library.operator(name)
        soc = next(iter(library.socs), SOC)
        for kind, text in _ABOUT_OPERATORS.items():
            check_reading(read(Source("file", text), kind), operators((soc,), library))
        wanted = Wanted()
        wanted.types = ["Relu", "Own"]
        job = job_of(FrontEnd.ATC, ["precision_mode=force_fp16"])
        [*plan_json.lines(make_plan(job, Target(library, soc), wanted))]
    except CannlintError as error:
        assert "\n" not in str(error)


def _indexed(data: bytes, folder: Path) -> None:
    """A library file of ours, whose checksum anybody can compute."""
    head, _, body = data.partition(b"\n")
    try:
        header = json.loads(head)
    except (ValueError, RecursionError):
        header = None
    if isinstance(header, dict):
        header.pop("crc32", None)
        head = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )
        header["crc32"] = crc32(head + b"\n" + body)
        head = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )
    path = folder / "own.ops"
    path.write_bytes(head + b"\n" + body)
    _used(path)


_PARTS = (
    "vendors/config.ini",
    "version.info",
    "vendors/a/op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json",
    "built-in/op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json",
    "built-in/op_impl/ai_core/tbe/impl_mode/all_ops_impl_mode.ini",
    "built-in/op_impl/ai_core/tbe/impl_mode/high_precision.ini",
    "built-in/fusion_pass/config/fusion_config.json",
    "data/platform_config/Ascend910B3.ini",
)
_BETWEEN = b"\n====\n"


def _install(data: bytes, folder: Path) -> None:
    """An installed CANN: its files, one after the other."""
    opp = folder / "opp"
    parts = data.split(_BETWEEN)
    for name, part in zip(_PARTS, parts + [b""] * len(_PARTS), strict=False):
        path = opp / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(part)
    _used(opp)


def _example_install() -> bytes:
    tensor = {"name": "x", "paramType": "required", "dtype": "float16,float", "format": "ND,ND"}
    operators = {"Relu": {"input0": tensor, "output0": {**tensor, "name": "y"}}}
    parts = (
        "load_priority=a,b",
        "Version=8.1.RC1\nversion_dir=8.1.RC1\n",
        json.dumps({"Own": operators["Relu"]}),
        json.dumps(operators),
        "Relu=high_precision,high_performance\n",
        "Relu=high_precision\n",
        '{"Switch": {"GraphFusion": {"APass": "on"}, "UBFusion": {"ALL": "off"}}}',
        "[version]\nSoC_version=Ascend910B3\nShort_SoC_version=Ascend910B\n",
    )
    return _BETWEEN.join(part.encode() for part in parts)


def _small_index() -> bytes:
    """The library of a release with three of its operators."""
    head, *lines = dump(embedded("8.1.RC1")).split("\n")
    header = json.loads(head)
    for name in ("modes", "mode_files", "mode_lines", "switches"):
        header[name] = dict([*header.get(name, {}).items()][:1])
    header["mode_files"] = {"high_precision": {"Relu": "high_precision"}}
    header["switches"] = {"GraphFusion": {"APass": 1}}
    header["exceptional"], header["socs"] = [], {SOC: header["socs"][SOC]}
    kept = [line for line in lines if line.startswith(("Abs\t", "Relu\t", "Add\t"))]
    return "\n".join([json.dumps(header, separators=(",", ":")), *kept, ""]).encode()


def _entry(rule: str, path: str, values: dict[str, str]) -> dict[str, object]:
    return {"rule": rule, "path": path, "key": ["Relu"], "values": values, "count": 1}


_BASELINE = json.dumps(
    {
        "schema": "cannlint/baseline/1",
        "findings": [_entry("CD004", "a.cfg", {"dtype": "half"}), _entry("CD001", "gone.cfg", {})],
    }
).encode()

_CONFIGURATION = b"""soc = ["Ascend910B3"]
library = "8.1.RC1"
exclude = ["old", "**/x*/[a-z]?.cfg"]
extra-ops = ["Own"]
front-end-version = { torch = "2.1" }
[files]
"*.cfg" = "customize_dtypes"
[[ignore]]
rules = ["CD004", "JB"]
paths = ["b/**", "*.cfg"]
keys = ["Re*"]
[job.a]
keep_dtype = "a.cfg"
soc_version = "Ascend910B3"
precision_mode = 'allow_mix_precision'
"""

_COMMENTS = (
    BAD_SCRIPT + "# cannlint: ignore[JB002]\n" + BAD_SCRIPT.rstrip() + " # cannlint: ignore\n"
    "# cannlint: ignore-file[JB004, CD1]\n# cannlint: ignore-next[JB]\n" + BAD_SCRIPT
)

_IGNORE = rb"""# comment
*.log
!b/
/a.c?g
b/**/x
**/y[a-c]*
foo\ """

_PAGE = f"""# Convert

Run `{BAD_SCRIPT.strip()}` here:

```bash
$ {BAD_SCRIPT}```

1. a step
   ~~~
   {BAD_SCRIPT}
   ~~~
> ```sh
> {BAD_SCRIPT}> ```

    {BAD_SCRIPT}
<!-- {BAD_SCRIPT} -->
"""

_PYTHON = f"""import os, subprocess
A = "{SOC}"
def convert(model, *rest):
    cmd = f"atc --model={{model}} --framework=5 --soc_version={{A}} --precision_mode=fp33"
    os.system(cmd + " --keep_dtype=k.cfg")
    subprocess.run(["atc", "--model", model, *rest], check=True)
for m in ["a.onnx", "b.onnx"]:
    convert(m, "--output=o")
"""

_FUSION_RESULT = (
    b'[{"session_and_graph_id_0_0": {"graph_fusion": {"APass": {"effect_times": "1", '
    b'"match_times": "2"}}, "ub_fusion": {"BPass": {"effect_times": 3, "match_times": 3}}}}]'
)
_LOGS = tuple(
    text.encode()
    for text in (
        test_log.CONSOLE_OF_ATC,
        test_log.PLOG,
        test_log.OF_TORCH,
        test_log.OF_MINDSPORE,
        test_log.OF_TENSORFLOW,
    )
)

_OF_NODES = {
    "schema": "cannlint/bisect-state/1",
    "start": ["-O", "soc_version=Ascend910B3"],
    "job": {"name": "", "key": "--keep_dtype", "command": ["atc"]},
    "sort": "nodes",
    "form": "keep_dtype",
    "base": "OpType::Relu\n",
    "ends_known": False,
    "candidates": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "left_out": {"d": "no-effect"},
    "steps": [{"held": "", "answer": "bad"}, {"held": "1-3", "answer": None}],
    "written": [],
}
_OF_PASSES = _OF_NODES | {
    "sort": "passes",
    "form": "fusion_switch",
    "base": '{"Switch": {"GraphFusion": {"A": "off"}}}',
    "candidates": [{"name": "B", "group": "GraphFusion"}, {"name": "C", "group": "UBFusion"}],
    "steps": [{"held": "", "answer": "bad"}, {"held": "1-2", "answer": None}],
}
_STATES = (json.dumps(_OF_NODES).encode(), json.dumps(_OF_PASSES).encode())


def _comparison(data: bytes, folder: Path) -> None:
    path = folder / "compare.csv"
    path.write_bytes(data)
    try:
        limits = [Limit("cosine=0.99", True), Limit("max-error=1", False)]
        found = read_comparison(str(path), limits)
    except CannlintError as error:
        assert "\n" not in str(error)
    else:
        nodes = [*found.beyond, *found.unknown]
        assert all(name for node in nodes for names in node for name in names)


def _bisect(data: bytes, folder: Path) -> None:
    """A state that goes on, or a sentence; no file but those of the bisect."""
    path = folder / "cannlint-bisect.json"
    path.write_bytes(data)
    try:
        bisect = opened(str(path))
        bisect.write_file()
        for answer in (Answer.GOOD, Answer.SKIP, Answer.BAD):
            if bisect.question is not None:
                bisect.answer(answer)
        opened(str(path))
        assert all(file.name.startswith("cannlint-bisect.") for file in folder.iterdir())
        reset(str(path))
    except CannlintError as error:
        assert "\n" not in str(error)
    else:
        assert not path.exists()


_POLICY = b"""soc = ["Ascend910B3"]
[[policy]]
# no debug modes
forbid = "op_select_implmode"
severity = "warning"
message = "ask first"
[[policy]]
require = "precision_mode"
values = ["allow_mix_precision", "must_keep_origin_dtype"]
paths = ["b/**"]
soc = "Ascend910*"
front-end = ["atc", "tf1"]
[[policy]]
allow = "log"
values = ["error"]
[job.a]
precision_mode = "force_fp16"
"""

_COMPARISON = b"""Index,OpType,NPUDump,DataType,GroundTruth,DataType,TensorIndex,CosineSimilarity,\
MaxAbsoluteError
1,Conv2D,"a,b",float16,A,float32,a:output:0,0.5,3
2,Relu,b,float16,*,float32,b:input:0,NaN,inf
""".replace(b"\\\n", b"")

READERS = {
    **{form.replace(" ", "_"): Reader(_graph, (data,)) for form, data in GRAPHS.items()},
    "saved_model": Reader(_graph, (_SAVED_MODEL,)),
    "compiled": Reader(_compiled, tuple(MODELS)),
    "fusion_result": Reader(_fusion_result, (_FUSION_RESULT,)),
    "configuration": Reader(_project("cannlint.toml"), (_CONFIGURATION,)),
    "pyproject": Reader(
        _project("pyproject.toml"), (b'[tool.cannlint]\nsoc = "a"\n[tool.cannlint.job.a]\n',)
    ),
    "gitignore": Reader(_project(".gitignore"), (_IGNORE,)),
    "comments": Reader(_project("c.sh"), (_COMMENTS.encode(),)),
    "page": Reader(_project("README.md"), (_PAGE.encode(),)),
    "python": Reader(_project("convert.py"), (_PYTHON.encode(),)),
    "baseline": Reader(_baseline, (_BASELINE,)),
    "log": Reader(_log, _LOGS),
    "policy": Reader(_project("cannlint.toml"), (_POLICY,)),
    "comparison": Reader(_comparison, (_COMPARISON,)),
    "bisect": Reader(_bisect, _STATES),
    "index": Reader(_indexed, (_small_index(),)),
    "install": Reader(_install, (_example_install(),)),
    "annotated": Reader(_annotated, (GRAPHS["onnx"],)),
    **{name: Reader(_project(file), (data,)) for name, (file, data) in FILES.items()},
}


def examples() -> Iterator[tuple[str, str, bytes]]:
    """What to begin with, each as its name, its subject and its bytes."""
    for name, reader in READERS.items():
        for number, data in enumerate(reader.examples):
            yield f"{name}-{number}", name, data

"""Outputs of the commands in many forms, by the name of their schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graph_files import FLOAT, node, onnx_graph, onnx_model, onnx_node, onnx_value
from installs import TODAY, built_in, custom, entry, modes, platform
from om_files import Op, om, recorded, relu_model
from report.project import FILES, write_project

Print = Callable[..., str]
"""Runs a command in the folder of the project: what it prints."""

TOML = """\
soc = "Ascend910B3"

[job.mixed]
front-end = "atc"
precision_mode = "allow_mix_precision"
modify_mixlist = "conf/mixlist.json"
op_precision_mode = "conf/modes.ini"
op_select_implmode = "high_precision"
fusion_switch_file = "conf/fusion.json"

[job.lowered]
precision_mode = "force_fp16"
customize_dtypes = "conf/dtypes.cfg"
keep_dtype = "conf/keep.cfg"

[job.refused]
precision_mode = "force_fp16"
modify_mixlist = "conf/mixlist.json"
"""

CONF = {
    "mixlist.json": '{"white-list": {"to-add": ["Xlog1py"]}}',
    "modes.ini": "Gelu=high_precision\n[ByNodeName]\nencoder/gelu=keep_fp16\nlost=high_precision\n",
    "fusion.json": '{"Switch": {"GraphFusion": {"ALL": "off", "MyPass": "on"}, '
    '"UBFusion": {"TbePool2dQuantFusionPass": "off"}}}',
    "dtypes.cfg": "OpType::Xlog1py:InputDtype:float32,float32,OutputDtype:float32\n"
    "fp32_vars/Relu:InputDtype:float16,,OutputDtype:int8\n",
    "keep.cfg": "OpType::Relu\nlayer/conv\n",
    "other.cfg": "OpType::Gelu\n",
    "refused.json": '{"white-list": {"to-add": "Relu"}}',
    "refused.ini": "Gelu=fast\n",
    "refused.cfg": "\n\n",
    "crash.cfg": "OpType::Relu:InputDtype\n",
}

LARGE = 25
"""Keys of an object that are not named by a schema: it has at most half as many."""

LIBRARY = f"one/opp/{TODAY}/config/ascend910b/aic-ascend910b-ops-info.json"

FUSION_RESULT = {"graph_fusion": {"SomePass": {"match_times": "2", "effect_times": "1"}}}

LOG = """ATC run failed, Please check the detail log, Try 'atc --help' for more information
E10001: Value [fast] for parameter [--precision_mode] is invalid. Reason: not in the list.
E19010: No parser is registered for Op [a, optype [ai.onnx::11::B]].
EC0010: x
"""

STALE = {
    "schema": "cannlint/baseline/1",
    "findings": [
        {"rule": "CD104", "path": "a,b:100%.cfg", "key": ["x"], "values": {"op": "x"}, "count": 2}
    ],
}

ATC = ["atc", "--model=m.onnx", "--framework=5", "--output=m", "--soc_version=Ascend910B3"]


GRAPH = {
    "schema": "cannlint/graph/1",
    "nodes": [
        node("x", "Data"),
        node("encoder/gelu", "Gelu", "x"),
        node("log", "Xlog1py", "encoder/gelu", "x"),
        node("relu", "Relu", "log", attrs={"_keep_dtype": 1}),
        node("heir", "Add", "relu", "x", attrs={"_inherit_dtype_from_predecessor": 1}),
        node("own", "MyOperator", "heir", later=1),
        node("cast", "Cast", "own"),
    ],
}


def write_all(folder: Path) -> None:
    """A project with findings, one with jobs, and installs of CANN."""
    write_project(folder)
    (folder / "conf").mkdir()
    for name, text in CONF.items():
        (folder / "conf" / name).write_text(text)
    (folder / "cannlint.toml").write_text(TOML)
    (folder / "graph.json").write_text(json.dumps(GRAPH))
    model = onnx_graph([onnx_node("Mul", ["x", "x"], ["y"])], [onnx_value("x", FLOAT, 2)])
    (folder / "model.onnx").write_bytes(onnx_model(model))
    (folder / "stale.json").write_text(json.dumps(STALE))
    options = (
        "--keep_dtype=conf/keep.cfg --customize_dtypes=conf/dtypes.cfg --modify_mixlist=no.json"
    )
    (folder / "m.om").write_bytes(om(relu_model(_op_impl_mode_enum=4), recorded(options)))
    aicpu = {"_lxfusion_engine_name": "DNN_VM_AICPU"}
    (folder / "cpu.om").write_bytes(om([*relu_model(), Op("top", "TopK", attrs=aicpu)], recorded()))
    (folder / "fusion_result.json").write_text(json.dumps(FUSION_RESULT))
    (folder / "run.sh").write_text(" ".join([*ATC, "--keep_dtype=conf/keep.cfg"]) + "\n")
    (folder / "broken.sh").write_text("atc --precision_mode=fast --modify_mixlist=conf/gone.json\n")
    (folder / "build.log").write_text(LOG)
    (folder / "below").mkdir()
    (folder / "below" / "cannlint.toml").write_text("socs = 1\n")
    for name, dtypes, flag in (("one", "float16", "true"), ("two", "float16,float", "false")):
        home = folder / name
        listed = entry(precision_reduce={"flag": flag})
        built_in(home / "opp", Relu=entry(dtypes), Add=listed, **{name.title(): entry()})
        custom(home / "opp", "me", Mine=entry())
        modes(home / "opp", f"{name}.ini", "Relu=high_precision\n")
        platform(home / "data/platform_config", "Ascend910B3", "Ascend910B")


def documents(run: Print) -> dict[str, list[Any]]:
    """What the commands print, by the name of the schema."""
    paths = sorted([*FILES, "conf"])
    (one, two), soc = ("one/opp", "two/opp"), ("--soc", "Ascend910B3")
    run("check", *paths, "--isolated", "--baseline", "base.json", "--update-baseline")
    graph = ("--model", "graph.json")
    commands: dict[str, list[tuple[str, ...]]] = {
        "report": [
            ("check", *paths, "--isolated"),
            ("check", paths[0], "--isolated", *soc, "--library", one),
            ("check", paths[0], "--isolated", "--baseline", "base.json"),
            ("check", paths[0], "--isolated", "--baseline", "stale.json"),
            ("check", "--", *ATC, "--precision_mode=fast"),
            ("check", "run.sh", "conf", "--show-files"),
        ],
        "inspect": [
            ("inspect", *(f"conf/{name}" for name in CONF), *soc),
            ("inspect", f"one/opp/{TODAY}/impl_mode/one.ini", *soc),
            (
                "inspect",
                "one/opp/built-in/op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json",
                "--kind",
                "ops_info",
            ),
        ],
        "library-list": [("library", "list"), ("library", "list", "--library", one)],
        "library-show": [
            ("library", "show", "Relu", *soc),
            ("library", "show", "Add", *soc),
            ("library", "show", "Relu", "--library", one, "--all-socs"),
            ("library", "show", "--pass", "SoftmaxFusionPass"),
            ("library", "show", "--pass", "TbePool2dQuantFusionPass"),
        ],
        "library-diff": [
            ("library", "diff", one, two),
            ("library", "diff", "8.1.RC1", "9.1.0", "--soc", "Ascend910B3:Ascend910B3"),
            ("library", "diff", "8.1.RC1", "9.1.0", *soc, "--for", "conf"),
        ],
        "plan": [
            ("plan", "--isolated", *soc, "--model", "model.onnx", "--format", "json"),
            ("plan", "mixed", *graph),
            ("plan", "lowered", *graph),
            ("plan", "mixed", "--op", "Conv2D", "--op", "Gelu", "--op", "Nonsense"),
            ("plan", "lowered", "--op", "Relu", "--library", one),
            ("plan", "refused", "--op", "Relu"),
            ("plan", "refused", "--op", "Relu", "--assume-fixed"),
            ("plan", "run.sh", "--op", "Relu", "--op", "Add"),
        ],
        "plan-diff": [
            ("plan", "mixed", *graph, "--diff", "lowered"),
            ("plan", "mixed", "--diff", "library=9.1.0", "--op", "Gelu", "--op", "Conv2D"),
            ("plan", "lowered", "--diff", "refused", "--op", "Relu"),
            ("plan", "lowered", "--diff", "refused", "--op", "Relu", "--assume-fixed"),
            ("plan", "lowered", *graph, "--diff", "keep_dtype=conf/other.cfg"),
        ],
        "verify": [
            ("verify", "m.om", "--isolated"),
            ("verify", "cpu.om", "--fusion-result", "fusion_result.json"),
            ("verify", "m.om", "refused"),
        ],
        "suggest": [
            ("suggest", "Add=float32", "--job", "lowered", *graph),
            ("suggest", "Relu=float16", "--job", "mixed", *graph),
            ("suggest", "Conv2D=high_precision", "GatherV2=keep", "--isolated", *soc),
            ("suggest", "Conv2D=float32", "--isolated", "--soc", "Ascend310P3"),
        ],
        "audit": [
            ("audit", ".", "--soc", "Ascend910B3,Ascend310P3"),
            ("audit", ".", "--soc", "Ascend910B3", "--library", "8.1.RC1,9.1.0"),
        ],
        "log": [("rule", "--log", "build.log", "--isolated")],
        "bisect": [
            ("bisect", "start", "--job", "lowered", *graph),
            ("bisect", "bad"),
            ("bisect", "run", "true"),
        ],
    }
    return {
        name: [short(json.loads(run(*formatted(line)))) for line in lines]
        for name, lines in commands.items()
    }


def short(value: Any) -> Any:
    """A document with two members of each large map: passes by name, and the like."""
    if isinstance(value, dict):
        members = list(value.items())
        return {key: short(held) for key, held in members[: 2 if len(members) > LARGE else None]}
    return [short(item) for item in value] if isinstance(value, list) else value


def formatted(line: tuple[str, ...]) -> tuple[str, ...]:
    """A command that prints JSON: the option comes behind the names of commands."""
    names = 2 if line[0] in ("library", "bisect") else 1
    return (*line[:names], "--format", "json", *line[names:])

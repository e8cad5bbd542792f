"""Scripts as people write them: the same options in every form, with the same findings.

The options are sets that public scripts use together; the forms are those that they are written
in. Only errors and warnings are compared: what a line does must not depend on how it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from cannlint.diagnostics import Severity
from cannlint.discovery.detect import kind_of, python_kind
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.text.source import Source

Found = set[tuple[str, ...]]


def findings_of(path: str, text: str) -> Found:
    """The errors and warnings of a script, without those about files that are not there."""
    source = Source(path, text.encode())
    kind = python_kind(text.encode()) if path.endswith(".py") else kind_of(path, text.encode())
    assert kind in (Kind.ATC_COMMANDS, Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT), text
    found = check_reading(read(source, kind), operators(()))
    return {
        (finding.code, *filter(None, [finding.cann_code]))
        for finding in found
        if finding.severity is not Severity.INFO
    }


SHAPE = "input_shape=input_ids:8,512;token_type_ids:8,512"
ATC_OPTIONS: list[tuple[str, list[str], Found]] = [
    ("onnx", ["framework=5", "input_format=NCHW", "input_shape=x:1,3,224,224"], set()),
    ("tensorflow", ["framework=3", "output_type=FP32", "input_shape=test:1,256,256,3"], set()),
    ("mindir", ["framework=1", "op_select_implmode=high_precision"], set()),
    ("caffe", ["framework=0", "weight=net.caffemodel"], set()),
    ("caffe without weights", ["framework=0"], {("JB013", "E10008")}),
    ("gelu", ["framework=5", SHAPE, "optypelist_for_implmode=Gelu",
              "op_select_implmode=high_performance"], set()),
    ("only the list", ["framework=5", "optypelist_for_implmode=Gelu"], {("JB008", "E10001")}),
    ("mixlist", ["framework=5", "precision_mode=allow_mix_precision",
                 "modify_mixlist=ops_info.json"], set()),
    ("mixlist without a mode", ["framework=5", "modify_mixlist=ops_info.json"],
     {("JB303", "E10001")}),
    ("keep_dtype", ["framework=3", "keep_dtype=./keeptype.cfg", "precision_mode=force_fp16"],
     set()),
    ("tuning", ["framework=5", "auto_tune_mode=RL,GA"], {("JB002", "E10001")}),
    ("small channel", ["framework=5", "enable_small_channel=1", "buffer_optimize=off_optimize"],
     set()),
    ("gears", ["framework=5", "input_shape=feats:1,-1,80;mask:1,-1",
               "dynamic_dims=259,64;387,96;515,128"], set()),
    ("gears that do not fit", ["framework=5", "input_shape=feats:1,-1,80;mask:1,-1",
                               "dynamic_dims=259;387"], {("JB009", "E10003")}),
    ("range", ["framework=5", "input_shape=x:1~8,3,-1,-1"], set()),
    ("both modes", ["framework=5", "precision_mode=force_fp32", "precision_mode_v2=origin"],
     {("JB302", "E10056")}),
    ("second mode", ["framework=5", "precision_mode_v2=cube_fp16in_fp32out"], set()),
    ("spelling of a flag", ["framework=5", "precesion_mode=force_fp16"], {("JB001",)}),
    ("another", ["framework=5", "insert_op_config=aipp.cfg"], {("JB001",)}),
    ("and another", ["framework=5", "enable_small_channl=1"], {("JB001",)}),
    ("spelling of a mode", ["framework=5", "op_select_implmode=high_preformance"],
     {("JB002", "E10001")}),
    ("and of another", ["framework=5", "precision_mode=all_mix_precision"],
     {("JB002", "E10001")}),
    ("cache", ["framework=5", "op_debug_level=1", "op_compiler_cache_mode=enable"], {("JB308",)}),
    ("outputs", ["framework=5", "out_nodes=Conv_250:0;Conv_266:0", "output_type=Conv_1:0:FP16"],
     set()),
]  # fmt: skip

Options = list[str]
GO = " \\\n"
"""The end of a line that goes on."""


def _line(options: Options, quote: str = '"', sign: str = "=", gap: str = " ") -> str:
    words = (option.partition("=") for option in options)
    return gap.join(f"--{name}{sign}{quote}{value}{quote}" for name, _, value in words)


ATC_FORMS: dict[str, tuple[str, Callable[[Options], str]]] = {
    "one line": ("run.sh", lambda o: f"#!/bin/bash\natc {_line(o)}\n"),
    "continued": ("run.sh", lambda o: f"set -e\natc \\\n    {_line(o, gap=GO)}"),
    "carriage returns": ("run.sh", lambda o: (
        f"atc {_line(o, gap=GO)}\n".replace("\n", "\r\n"))),
    "tabs": ("run.sh", lambda o: f"\tatc\t{_line(o, gap=chr(9))}\t\n"),
    "values as words": ("run.sh", lambda o: f"atc {_line(o, quote=chr(39), sign=' ')}\n"),
    "one dash": ("run.sh", lambda o: f"atc {_line(o).replace('--', '-')}\n"),
    "byte order mark": ("run.sh", lambda o: f"\ufeffatc {_line(o)}\n"),
    "function": ("run.sh", lambda o: (
        f"convert() {{\n  local name=$1\n  atc {_line(o)} --log=error || return 1\n}}\n"
        "for bs in 1 4 8; do\n  convert model_bs${bs}\ndone\n")),
    "case": ("run.sh", lambda o: (
        'while getopts "m:h" opt; do\n  case $opt in\n    m) model=$OPTARG ;;\n'
        f'    *) echo "usage: atc --foo"; exit 1 ;;\n  esac\ndone\n'
        f"[[ -f $model ]] && atc {_line(o)}\n")),
    "chain": ("run.sh", lambda o: (
        f"python export.py --input-shape 1,3 &&{GO}atc {_line(o)} 2>&1 | tee log && echo done\n")),
    "variables": ("run.sh", lambda o: (
        "".join(f"V{i}='{v.partition('=')[2]}'\n" for i, v in enumerate(o))
        + "atc"
        + "".join(f' --{v.partition("=")[0]}="${{V{i}}}"' for i, v in enumerate(o)) + "\n")),
    "container": ("run.sh", lambda o: f"docker exec -i npu bash -c 'atc {_line(o)}'\n"),
    "background": ("run.sh", lambda o: f"nohup sudo -E atc {_line(o)} > atc.log 2>&1 &\nwait\n"),
    "comments": ("run.sh", lambda o: (
        f"# atc --precesion_mode=x\natc {_line(o)} # 注释: --foo\ncat <<EOF\natc --foo\nEOF\n")),
    "page": ("README.md", lambda o: (
        f"# 转换\n\n执行`atc --foo=1`\n\n```bash\natc {_line(o)}\n```\n\n参数：\n- --foo：模型\n")),
    "list in a page": ("README.md", lambda o: (
        f"1. 转换\n\n   ```\n   $ atc {_line(o, gap=GO + '       ')}\n"
        "   ATC run success\n   ```\n")),
    "terminal in a page": ("README.md", lambda o: (
        f"~~~console\n(base) root@host:~/m# atc {_line(o, gap=GO + '> ')}\n~~~\n")),
    "quotation": ("README.md", lambda o: (
        f"> ```shell\n> atc {_line(o, gap=GO + '>   ')}\n> ```\n")),
    "indented": ("README.md", lambda o: f"Run:\n\n    atc {_line(o)}\n\nThen:\n"),
}  # fmt: skip


@pytest.mark.parametrize("form", ATC_FORMS)
@pytest.mark.parametrize(("name", "options", "expected"), ATC_OPTIONS)
def test_command_lines(form: str, name: str, options: Options, expected: Found) -> None:
    path, write = ATC_FORMS[form]
    sound = ["model=net.onnx", "output=net", "soc_version=Ascend310P3"]
    text = write([*sound, *options])
    assert findings_of(path, text) == expected, text


@pytest.mark.parametrize(
    "line",
    [
        "atc --model=<model> --framework=5 --output=<out> --soc_version=<soc>",
        'atc --model="<model>" --framework=5 --output={out} --soc_version=Ascend${chip_name}',
        "atc --model=$1 --framework=5 --output=${2:-out} --soc_version=xxx --log=xxx",
        "atc --model=%s --framework=5 --output=%s --soc_version=%s",
        "atc --model=[model] --framework=[framework] --output=*** --soc_version=SOC_VERSION",
        "atc --model=MODEL --framework=FRAMEWORK --output=OUTPUT --soc_version=Ascend310",
        "atc --model=n.onnx --framework=5 ...",
        "atc --model=n.onnx --framework=0|3|5 --output=n --soc_version=Ascend310",
        "atc [options] --model=n.onnx",
        "atc --model=n.onnx $COMMON",
        'atc --model=n.onnx "${ARGS[@]}"',
        "atc --soc_version=s --model={the model} --framework=5 --output=o --log={log level}",
        "atc --soc_version=s --model={m} --framework={0: A, 5: B} --log={debug|info} --output=o",
        "atc --output=o --soc_version=s --model <the model> --framework=<its type> --log=<a level>",
        "atc --soc_version=s --model=[the model] --framework=[a type] --log=[a level] --output=o",
        "atc --output=o --soc_version=s --model={{ m }} --framework {{ k }} --log={% x %}",
        "atc --soc_version=s --model=@MODEL@ --framework=@TYPE@ --output=__OUT__ --log='%(log)s'",
        "atc --soc_version=s --model=YOUR_MODEL --framework=YOUR_TYPE --output=o --log=LOG_LEVEL",
        "atc --soc_version=s --model=${模型路径} --framework=框架 --output=【输出】 --log=《日志》",
        "atc --soc_version=s --model=n.onnx --framework=0/3/5 --output=o --allow_hf32='true|false'",
        "atc --model ~/n.onnx --framework=5 --output ~/out --soc_version=Ascend310",
        "atc --model *.onnx --framework=5 --output o --soc_version=Ascend310",
        "atc --model=$'n.onnx' --framework=5 --output=o --soc_version=Ascend310",
        "atc --model=n.onnx --framework=5 --output=o --soc_version=Ascend310 -- $MORE",
        "atc --help",
        "which atc --foo",
        "pip install atc --upgrade",
        "./atc.sh --model=x",
        "ERROR: atc: unknown command line flag",
    ],
)
def test_what_stands_for_something_else(line: str) -> None:
    assert findings_of("README.md", f"```\natc -h\n{line}\n```\n") == set()


SOUND = "atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend310"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("--precision_mode=FORCE_FP16", {("JB002", "E10001")}),
        ("--op_select_implmode=high_precision,high_performance", {("JB002", "E10001")}),
        ("--log=loud", {("JB002", "E10010")}),
        ("--log=info } ", {("JB014",)}),
        ("--check_report=~/n.json", {("JB005", "E10001")}),  # no shell expands `=~` in a flag
        ("--check_report=*.json", {("JB005", "E10001")}),
        ("--log=info < in.txt > out.txt", set()),
        ("--log=loud <in.txt 2> out.txt", {("JB002", "E10010")}),
    ],
)
def test_what_looks_like_a_template_and_is_none(more: str, expected: Found) -> None:
    assert findings_of("run.sh", f"{SOUND} {more}\n") == expected


TF1_OPTIONS: list[tuple[str, list[tuple[str, str, str]], Found]] = [
    ("usual", [("use_off_line", "b", "True"), ("hcom_parallel", "b", "True"),
               ("precision_mode", "s", "'allow_mix_precision'")], set()),
    ("tuning", [("auto_tune_mode", "s", "'RL,GA'")], {("JB002", "E10060")}),
    ("spelling", [("autotune_tune_mode", "s", "'RL,GA'")], {("JB001",)}),
    ("of other releases", [("enable_auto_mix_precision", "b", "False")], {("JB001",)}),
    ("field", [("jit_compile", "b", "False")], {("JB003",)}),
    ("text in a bool", [("precision_mode", "b", "True")], {("JB003",)}),
    ("unknown values", [("precision_mode", "s", "args.mode"), ("dump_path", "s", "FLAGS.dump"),
                        ("enable_dump", "b", "FLAGS.on"), ("op_debug_level", "i", "cfg.L")], set()),
    ("memory", [("graph_memory_max_size", "s", "str(26 * 1024 * 1024 * 1024)"),
                ("variable_memory_max_size", "s", "str(5 * 1024 * 1024 * 1024)")], {("JB352",)}),
]  # fmt: skip


def _sets(options: list[tuple[str, str, str]], name: str) -> list[str]:
    written = []
    for key, field, value in options:
        value = f"tf.compat.as_bytes({value})" if field == "s" else value
        written.append(f'{name}.parameter_map["{key}"].{field} = {value}')
    return written


def _optimizer(name: str) -> list[str]:
    add = "session_config.graph_options.rewrite_options.custom_optimizers.add()"
    return [f"{name} = {add}", f'{name}.name = "NpuOptimizer"']


def _indent(lines: Iterable[str], by: int) -> str:
    return "".join(" " * by + line + "\n" for line in lines)


HEAD = "import tensorflow as tf\nfrom npu_bridge.npu_init import *\n"
TF1_FORMS: dict[str, Callable[[list[tuple[str, str, str]]], str]] = {
    "session": lambda o: HEAD + _indent([*_optimizer("custom_op"), *_sets(o, "custom_op")], 0),
    "function": lambda o: (
        HEAD + "def session_config(args):\n"
        + _indent([*_optimizer("custom_op"), *_sets(o, "custom_op")], 4)
        + "    return session_config\n"),
    "class": lambda o: (
        HEAD + "class Trainer(object):\n    def __init__(self, args):\n"
        + _indent([*_optimizer("self.op"), "if args.npu:"], 8) + _indent(_sets(o, "self.op"), 12)),
    "loop": lambda o: (
        HEAD + "for opt in config.graph_options.rewrite_options.custom_optimizers:\n"
        "    if opt.name == 'NpuOptimizer':\n" + _indent(_sets(o, "opt"), 8)),
    "comments": lambda o: (
        HEAD + _indent([*_optimizer("custom_op"), *_sets(o, "custom_op")], 0)
        + '# custom_op.parameter_map["precison_mode"].s = b"x"\n'
        '"""\ncustom_op.parameter_map["precison_mode"].s = b"x"\n"""\n'),
}  # fmt: skip


@pytest.mark.parametrize("form", TF1_FORMS)
@pytest.mark.parametrize(("name", "options", "expected"), TF1_OPTIONS)
def test_session_configs(
    form: str, name: str, options: list[tuple[str, str, str]], expected: Found
) -> None:
    text = TF1_FORMS[form](options)
    assert findings_of("train.py", text) == expected, text


TORCH = "import torch\nimport torch_npu\n"
TF2 = "import npu_device as npu\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TF2 + "npu.global_options().precision_mode = 'allow_mix_precision'\n", set()),
        (TF2 + "npu.global_options().precison_mode = FLAGS.mode\nnpu.open()\n", {("JB001",)}),
        (TF2 + "npu.global_options().dump_config.enable_dump = False\n", set()),
        (TF2 + "npu.global_options().op_precision_mode = None\n", set()),
        (TF2 + "o = npu.global_options()\no.modify_mixlist = 'mix.json'\n", {("JB303", "E10001")}),
        (TF2 + "o = npu.global_options()\nfor k, v in vars(args).items():\n    setattr(o, k, v)\n"
         "o.modify_mixlist = 'mix.json'\n", set()),  # the loop may have set a mode
        (TF2 + "o = npu.global_options()\nset_one(o, 'precision_mode', args.mode)\n"
         "o.modify_mixlist = 'mix.json'\n", set()),  # the function may have done what it is called
        (TF2 + "o = npu.global_options()\nsetattr(o, 'jit_compile', 'true')\n"
         "o.modify_mixlist = 'mix.json'\n", {("JB303", "E10001")}),
        (TF2 + "setattr(npu.global_options(), 'jit_compile', 'Auto')\n", {("JB002",)}),
        (TF2 + "npu.global_options().allow_hf32 = True\n"
         "npu.global_options().op_select_implmode = 'high_precision'\n", {("JB001",)}),
        (TORCH + "torch.npu.set_option({'ACL_OP_COMPILER_CACHE_MODE': 'enable'})\n", set()),
        (TORCH + "o = {}\no['ACL_PRECISION_MODE'] = 'allow_mix_precision'\n"
         "torch.npu.set_option(o)\n", {("JB002",)}),
        (TORCH + "o = dict(ACL_PRECISION_MODE='must_keep_origin_dtype')\n"
         "o.update({'ACL_OP_COMPILER_CACHE_MODE': 'on'})\ntorch.npu.set_option(o)\n", {("JB002",)}),
        (TORCH + "o = {'ACL_OP_DEBUG_LEVEL': 9}\no.update(ACL_OP_DEBUG_LEVEL=0)\n"
         "torch.npu.set_option(option=o)\n", set()),
        (TORCH + "o = {'ACL_OP_DEBUG_LEVEL': 9}\no.update(read(args.options))\n"
         "torch.npu.set_option(o)\n", set()),  # the level may be another by now
        (TORCH + "torch.npu.set_option({'ACL_OP_PRECISION_MODE': 'op.ini'})\n", {("JB001",)}),
        (TORCH + "torch.npu.set_compile_mode(jit_compile=args.jit)\n", set()),
        (TORCH + "torch.npu.set_compile_mode(False)\n", set()),
        (TORCH + "torch.npu.set_compile_mode('false')\n", {("JB002",)}),
        (TORCH + "torch.npu.config.allow_internal_format = 'False'\n", {("JB002",)}),
        (TORCH + "torch.npu.conv.allow_hf32 = False\n", set()),
        ("import torchair\nc = torchair.CompilerConfig()\nc.mode = 'reduce-overhead'\n", set()),
        ("import mindspore as ms\nms.set_context(mode=ms.GRAPH_MODE, device_target='Ascend',\n"
         "    ascend_config={'precision_mode': 'force_fp32'}, max_device_memory='30GB')\n", set()),
        ("from mindspore import context\ncontext.set_context(ascend_config="
         "{'precision_mode': 'fp16'})\n", {("JB002",)}),
        ("import mindspore as ms\nge = {'ge.opSelectImplmode': 'high_precision'}\n"
         "ms.set_context(ascend_config={'ge_options': {'global': ge}})\n", set()),
        ("import mindspore as ms\n"
         "ms.set_context(ascend_config={'ge_options': {'graph': {}}})\n", {("JB001",)}),
        ("import mindspore as ms\nms.set_context(ascend_config="
         "{'ge_options': {'session': {'ge.exec.atomicCleanPolicy': 1}}})\n", {("JB002",)}),
        ("from mindspore.device_context.ascend import op_tuning\n"
         "op_tuning.op_compile(value='off')\n", {("JB002",)}),
    ],
)  # fmt: skip
def test_other_python_scripts(text: str, expected: Found) -> None:
    assert findings_of("train.py", text) == expected

"""What ATC stops at first, on many lines: the product and the plain list of atc_checks.py agree."""

from __future__ import annotations

import json
import random

import pytest

from atc_checks import GEARS, Line, codes_of
from cannlint.diagnostics import Severity, Stage
from cannlint.engine.file_checks import check_reading
from cannlint.jobs.atc.refusals import refusals
from cannlint.jobs.atc_commands import read_command
from cannlint.jobs.chosen_release import choose_releases, releases_with

ACCEPTED = "accepted"
FILES = ("n.onnx", "k.txt", "模型.onnx", "my net.onnx", "net+1.onnx", "sub/a.txt", "txt")
PATHS = (*FILES, "", "none.onnx", "sub", "sub/", ".", "é.onnx", "n.onnx/", "a" * 4100)
OUTPUTS = (
    "",
    "out",
    "out/",
    "sub/",
    "out.om",
    "./输出",
    "o ut",
    "out,1",
    "/",
    "a" * 4096,
    "x" * 4094,
)
SHAPES = (
    *("", "x:1,3", "x:-1,3", "x:-1,3,-1,-1", "x:1,3,-1,-1", "x:1,-1,-1,3", "x:-1", "x:", "x"),
    *("x:-1,3;y:1,3", "x:-1,3;y:-1,-1", "x:-1,3;y:", "a:-1,-1;x:-1,0", "x:3,-1", "1,3", "-1,3"),
    *("x:1~4,3", "1~4,3;-1", "x:[1~4,3]", "x:1~,3", "x:1~2~3", "x:-1~4", ":-1,3", "x:-1;", ";"),
    *("x:-1, 3", "x: -1,3 ", "x:-1,a", "x:-1,,3", "x:-1,3.0", "x:-1,+3", "x:--1", "x:-1,9", "x:"),
    *("x:1,3.5~4", "x:-1,9223372036854775808", "a:b:-1,3", "x:-1,3;x:3,3", "x-1:;y:3", "x:-1,0x3"),
    *("x:-1,٣", "x:-1,3;y", "x:~4", "x:-2,3", "x:-1,-2", "x:0,-1", "é:-1,3", "x:-1,3\n", "x:1,-"),
    *("x:1,3,-1", "x:1,3,-1,-1,1", "x:-1,3,-1,3", "x:-1,-1,-1,-1", "a:1,3;x:1,3,-1,-1;y:3"),
    *("x:-1,3;x:-1,4", "y:1;y:-1", "x:-1,00000000000000000000000003", "x:\u00a0-1", "x:-1,-3,4"),
)
RANGES = (
    *("", "x:[1~4,3]", "[1~4,3]", "x:1~4,3", "x:[1~4,3", "x:[[1~4]]", "x:[]", "x:[1~4];", "x:"),
    *("x:[1~4];y:[3]", "x:[-1,3]", "x:[-1~4]", "x:[1~-1]", "x:[1~2~3]", "x:[a]", "x:[ 1 ~ 4 ]"),
    *("x:[+1~4]", "x:[1.5]", "x:][", "nonsense", ":", "x:[9223372036854775808]", "[1];x:[2]"),
)
SIZES = {
    "dynamic_batch_size": ("", "1", "1,2,4", "1,2,", ",", "1, 2", "1;2", "-1", "a", "0", "1,٣"),
    "dynamic_image_size": (
        *("", "224,224", "224,224;448,448", "224,224;", "224", ";", "224,224;;", "1,2,3", "a,b"),
        *("224, 224", "-1,2", "224,224;448", "224,224 448,448"),
    ),
    "dynamic_dims": (
        "",
        "1",
        "1;2;4",
        "1;",
        ";",
        ";;",
        "1,2",
        "1,2;3,4",
        "1,a",
        "a",
        " 1",
        "1,",
        "-1",
    ),
}
SWITCH, NUMBER = (
    ("", "true", "false", "True", "TRUE", "1", " true"),
    ("", "0", "1", "2", "00", " 0", "-1"),
)
VALUES = {
    **dict.fromkeys(["model", "weight", "om"], PATHS),
    **dict.fromkeys(["cal_conf", "op_name_map", "insert_op_conf", "keep_dtype"], PATHS),
    **dict.fromkeys(["op_precision_mode", "compress_weight_conf"], PATHS),
    **dict.fromkeys(["output", "json", "check_report"], OUTPUTS),
    **dict.fromkeys(["modify_mixlist", "customize_dtypes", "fusion_switch_file"], ("", "mix.json")),
    **dict.fromkeys(["enable_compress_weight", "allow_hf32", "enable_attr_compression"], SWITCH),
    **dict.fromkeys(["save_original_model", "enable_single_stream"], SWITCH),
    **dict.fromkeys(["ac_parallel_enable", "tiling_schedule_optimize", "quant_dumpable"], NUMBER),
    "is_weight_clip": NUMBER,
    **SIZES,
    "input_shape": SHAPES,
    "input_shape_range": RANGES,
    "input_hint_shape": ("", "0:[3]"),
    "input_format": ("", "NCHW", "NHWC", "ND", "NCDHW", "NDHWC", "nchw"),
    "framework": ("0", "1", "3", "5"),
    "mode": ("0", "1", "3", "5", "6", "7", "30"),
    "soc_version": ("", "Ascend310P3", "ascend310P3", "Ascend035", "Ascend035A", "nonsense"),
    "precision_mode": ("force_fp16", "allow_mix_precision", "allow_mix_precision_bf16"),
    "precision_mode_v2": ("fp16", "origin", "mixed_float16", "mixed_hif8"),
    "optypelist_for_implmode": ("", "Gelu", "Gelu,"),
    "op_select_implmode": ("high_precision", "high_performance_for_all"),
    "deterministic": ("0", "1"),
    "deterministic_level": ("0", "1", "3"),
    "auto_tune_mode": ("", "GA", "RL,GA"),
    "display_model_info": ("0", "1"),
    "singleop": ("", "ops.json"),
    "static_model_ops_lower_limit": (
        "",
        "-1",
        "-2",
        "0",
        "+5",
        "5.0",
        "a",
        "9" * 20,
        "-" + "9" * 20,
    ),
    "enable_small_channel": NUMBER,
    "output_type": ("", "FP16", "fp16", "x:0:FP16"),
    "aicore_num": ("", "24|48", "024"),
    "is_input_adjust_hw_layout": ("", "true", "x"),
    "out_nodes": ("", "x:0", ";"),
    "op_debug_level": ("0", "4"),
    "virtual_type": ("0", "1"),
}
SOUND = {"model": "n.onnx", "framework": "5", "output": "out", "soc_version": "Ascend910B3"}
OM = {"om": "txt", "json": "out.json"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("lines")
    (path / "sub").mkdir()
    for name in FILES:
        (path / name).write_text("")
    return str(path)


def lines(count, seed):
    """Sound lines with one to four flags changed, most of them from one group."""
    choice = random.Random(seed)
    shaped = ["input_shape", "input_shape_range", "input_format", *GEARS, "framework", "mode"]
    for _ in range(count):
        flags = dict(SOUND)
        if choice.random() < 0.1:
            flags = {**OM, "mode": choice.choice("156")}
        if choice.random() < 0.05:
            flags = {"singleop": "ops.json", "output": "out", "soc_version": "Ascend910B3"}
        group = shaped if choice.random() < 0.4 else list(VALUES)
        for flag in choice.choices(group, k=choice.randint(1, 4)):
            flags[flag] = choice.choice(VALUES[flag])
            if choice.random() < 0.1:
                flags.pop(flag)
        yield flags


def answer_of(words, folder):
    """The first code, or `accepted`, and the codes of every error of the front end."""
    reading = read_command(["atc", *words], folder)
    [job] = reading.jobs
    choose_releases([job], releases_with("9.2.0"))
    findings = check_reading(reading)
    errors = [found for found in findings if found.severity is Severity.ERROR]
    shown = {found.cann_code for found in errors if found.stage is Stage.FRONT_END}
    refusal = next(refusals(job), None)
    return ACCEPTED if refusal is None else refusal.code, shown


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))]
)
def test_the_first_code_is_that_of_the_plain_list(folder, seed):
    for flags in lines(1000, seed):
        expected = next(codes_of(Line(flags, folder)), ACCEPTED)
        code, shown = answer_of([f"--{flag}={flags[flag]}" for flag in flags], folder)
        assert code == expected, flags
        assert (expected in shown) if expected != ACCEPTED else not shown, flags


def test_the_plain_list_is_what_was_recorded(recorded, tmp_path):
    checked = 0
    for text in (recorded / "vectors" / "atc_commands.jsonl").read_text("utf-8").splitlines():
        row = json.loads(text)
        expected, flags = row["expect"], row["expect"]["flags"]
        if expected["stage"] not in ("check", "ok") or "raw_ge_options" in flags:
            continue
        for name, content in row["files"].items():
            path = tmp_path / row["id"] / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
        line = Line({flag: str(value) for flag, value in flags.items()}, tmp_path / row["id"])
        codes = [code["code"] for code in expected["codes"]]
        assert next(codes_of(line), ACCEPTED) == (codes[0] if codes else ACCEPTED), row["id"]
        checked += 1
    assert checked > 100

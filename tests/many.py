"""Folders of many files, some with jobs that name others."""

from __future__ import annotations

from pathlib import Path

GOOD = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
SORTS = (
    ("c{n}.cfg", GOOD),
    ("twice{n}.cfg", GOOD * 2),
    ("bad{n}.cfg", GOOD + "\n" + "OpType::Relux:InputDtype:fp16\n"),
    ("p{n}.ini", "[ByOpType]\nGelu=high_precisions\nTanh=high_performance\n"),
    ("ok{n}.ini", "# cannlint: ignore[OP101] on purpose\n[ByOpType]\nGelu=x # why\n"),
    ("keep_dtype.{n}.cfg", "# a comment\nconv1/Relu\n"),
    ("notes{n}.txt", "hello\n"),
    ("broken{n}.cfg", "节点::InputDtype:fp16\n"),
)
SCRIPT = """\
atc --model=m.onnx --framework=5 --output=m --soc_version={soc} \\
    --precision_mode=force_fp32 --customize_dtypes=../c{n}.cfg --keep_dtype=../missing.cfg \\
    --modify_mixlist=../shared.json --precision_mode_v2=fp16
"""
MIXLIST = '{"black-list": {"to-add": ["MatMul", "NoSuchOp"]}, "white-list": {"to-add": ["MatMul"]}}'
SOCS = ("Ascend910B3", "Ascend310P3")


def make_many(root: Path, count: int) -> Path:
    """A folder with `count` config files of each sort, and a quarter as many scripts."""
    (root / "jobs").mkdir(parents=True)
    (root / "shared.json").write_text(MIXLIST)
    for n in range(count):
        for name, text in SORTS:
            (root / name.format(n=n)).write_text(text, encoding="utf-8")
        if n % 4 == 0:
            script = root / "jobs" / f"convert{n}.sh"
            script.write_text(SCRIPT.format(n=n, soc=SOCS[n % 8 == 0]))
    (root / "cannlint.toml").write_text(
        '[[ignore]]\nrules = ["CD104"]\npaths = ["twice1*.cfg"]\n'
        '[[ignore]]\nrules = ["FS001"]\n'
        '[job.one]\nsoc_version = "Ascend910B3"\ncustomize_dtypes = "c1.cfg"\n'
    )
    return root


SHARED = {
    "mode.ini": "[ByOpType]\n# cannlint: ignore[OP101] ours\nConv2D=enable_hi_float_32_execution\n"
    "Gelu=x\nTanh=y\n",
    "types.cfg": "OpType::Relu:InputDtype:bfloat16,OutputDtype:bfloat16\nconv1:InputDtype:f\n",
    "quick.ini": "[ByOpType]\nConv2D=enable_hi_float_32_execution\n",
    "keep.cfg": "conv1\n",
    "both.cfg": "OpType::Relux:InputDtype:fp16\n",
}
SHARING = "atc --model=m.onnx --framework=5 --output=m --soc_version={soc} {options}\n"
USES = (
    "--op_precision_mode=../mode.ini",
    "--customize_dtypes=../types.cfg --keep_dtype=../large.cfg",
    "--op_precision_mode=../mode.ini --keep_dtype=../keep.cfg --allow_hf32=false",
    "--customize_dtypes=../both.cfg --modify_mixlist=../../mix.json",
    "--keep_dtype=../both.cfg --customize_dtypes=../link.cfg",
    "--op_precision_mode=../quick.ini",
    "--op_precision_mode=../quick.ini --allow_hf32=false",
)


def make_sharing(root: Path, count: int) -> Path:
    """A folder of `count` scripts that name the same few files, for two SoCs and as two kinds.

    What there would be to say of a file if its first script were the only one, there is not. One
    file cannot be read, one lies outside, one is a link, and a configuration has jobs that name two
    of them, one with a graph that is not there.
    """
    (root / "jobs").mkdir(parents=True)
    (root / ".git").mkdir()
    (root.parent / "mix.json").write_text(MIXLIST)
    for name, text in SHARED.items():
        (root / name).write_text(text)
    (root / "link.cfg").symlink_to("types.cfg")
    with (root / "large.cfg").open("wb") as file:
        file.truncate(65 << 20)
    for n in range(count):
        text = SHARING.format(soc=SOCS[n % 7 < 5 and n % 5 == 3], options=USES[n % len(USES)])
        (root / "jobs" / f"{n:03}.sh").write_text(text)
    (root / "cannlint.toml").write_text(
        '[job.one]\nsoc_version = "Ascend910B3"\nop_precision_mode = "mode.ini"\n'
        '[job.two]\nsoc_version = "Ascend910A"\nkeep_dtype = "keep.cfg"\ngraph = "no.onnx"\n'
    )
    return root

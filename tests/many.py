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

"""CPU time and memory of `cannlint check` on hostile files: `python benchmarks/hostile.py`.

Each file has `--megabytes` (1) of one thing, and is checked in a process of its own. The bound is
100 MB and ten times the file. What is printed is the table in docs/robustness.md; a file that is
not checked (status 2) has more in it than is read. Needs Linux's /proc.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1 << 20
Piece = Callable[[int], bytes]
EMOJI = "\U0001f600".encode()
SCRIPT = b"import torch_npu\ntorch_npu.npu.set_option({'ACL_PRECISION_MODE': 'x'})\n"
CALL = SCRIPT + b"import os\nos.system('atc %s')\n"
F_CALL = SCRIPT + b"import os\nos.system(f'atc {%s}')\n"


def of(piece: bytes) -> Piece:
    """The same thing all the way."""
    return lambda size: piece * (size // len(piece))


def unlike(entry: str, head: str = "", between: str = "", tail: str = "") -> Piece:
    """Entries that differ in the number in them, as `{0:06}`."""

    def data(size: int) -> bytes:
        count = size // len(entry.format(0) + between)
        return (head + between.join(map(entry.format, range(count))) + tail).encode()

    return data


CASES: tuple[tuple[str, tuple[str, ...], Piece], ...] = (
    ("line feeds", ("customize_dtypes", "op_precision", "fusion_switch"), of(b"\n")),
    ("lines of one letter", ("customize_dtypes", "keep_dtype", "fusion_switch"), of(b"a\n")),
    ("lines of `#`", ("fusion_switch",), of(b"#\n")),
    ("`[`", ("mixlist", "fusion_switch"), of(b"[")),
    ('`{"a":`', ("mixlist", "fusion_switch", "ops_info"), of(b'{"a":')),
    ("`'`", ("mixlist",), of(b"'")),
    ("`[],` in a list", ("ops_info",), lambda size: b"[" + of(b"[],")(size)),
    ("`1,` in a list", ("ops_info",), lambda size: b"[" + of(b"1,")(size)),
    ("`atc --model=a --x=b`", ("atc_script",), of(b"atc --model=a --x=b\n")),
    ("`atc --model=a ` on one line", ("atc_script",), of(b"atc --model=a ")),
    ("`a `, a command of", ("atc_script",), lambda size: b"atc --model=a " + of(b"a ")(size)),
    ("`a; `", ("atc_script",), lambda size: b"atc\n" + of(b"a; ")(size)),
    ("`$a;`", ("atc_script",), lambda size: b"atc\n" + of(b"$a;")(size)),
    ("`a>b\\|`", ("atc_script",), lambda size: b"atc\n" + of(b"a>b|")(size)),
    ("`$(`", ("atc_script",), lambda size: b"atc " + of(b"$(")(size)),
    ("`x)`, no shell", ("atc_script",), lambda size: b"atc " + of(b"x)")(size)),
    ("`if true; then`", ("atc_script",), lambda size: b"atc\n" + of(b"if true; then\n")(size)),
    ("a quoted word", ("atc_script",), lambda size: b'atc --model="' + of(b"a")(size) + b'"'),
    ("`a=1`", ("torch_script",), lambda size: SCRIPT + of(b"a=1\n")(size)),
    (
        "functions that set options",
        ("torch_script",),
        unlike("def f{0:06}():\n  torch.npu.set_option({{'A': 'x'}})\n", SCRIPT.decode()),
    ),
    (
        "classes, all alike but for the name",
        ("torch_script",),
        unlike("class A{0:06}:\n  def g(self):\n    self.x = 1\n", SCRIPT.decode()),
    ),
    ("`\\\\` in a text of Python", ("torch_script",), lambda size: CALL % of(b"\\\\")(size)),
    ("an f-string of one field", ("torch_script",), lambda size: F_CALL % of(b"a")(size)),
    ("entries, all unlike", ("customize_dtypes",), unlike("a{0:06}:InputDtype:float16\n")),
    ("types, all unlike", ("customize_dtypes",), unlike("OpType::A{0:06}:InputDtype:int8\n")),
    ("modes, all unlike", ("op_precision",), unlike("A{0:06}=high_precision\n")),
    ("comments and bad modes", ("op_precision",), of(b"# cannlint: ignore-file[CD]\nA=bad\n")),
    ("names, all unlike", ("keep_dtype",), unlike("a{0:06}\n")),
    ("short names, all unlike", ("keep_dtype",), unlike("{0:05x}\n")),
    ("switches, all unlike", ("fusion_switch",), unlike("a{0:06}:off\n")),
    ("short switches, all unlike", ("fusion_switch",), unlike("a{0:05x}:on\n")),
    (
        "names, all unlike",
        ("mixlist",),
        unlike('"A{0:06}"', '{"black-list": {"to-add": [', ",", "]}}"),
    ),
    ("`[],` in a list", ("mixlist",), lambda size: b"[" + of(b"[],")(size) + b"[]]"),
    (
        "one string with an emoji",
        ("mixlist",),
        lambda size: b'{"black-list": {"to-add": ["%s%s"]}}' % (EMOJI, of(b"a")(size)),
    ),
    ("an emoji and line feeds", ("fusion_switch",), lambda size: EMOJI + of(b"\n")(size)),
    ("keys, all unlike, `{}` each", ("ops_info",), unlike('"A{0:06}":{{}}', "{", ",", "}")),
    ("the same, never closed", ("ops_info",), unlike('"{0:05x}":{{}}', "{", ",")),
    (
        "switches, all unlike, as JSON",
        ("fusion_switch",),
        unlike('"{0:05x}":"on"', '{"Switch":{"GraphFusion":{', ",", "}}}"),
    ),
    (
        "switches, all unlike, a comma too many",
        ("fusion_switch",),
        unlike('"{0:05x}":"on"', '{"Switch":{"GraphFusion":{', ",", ",}}}"),
    ),
    ("unknown settings", ("cannlint.toml",), unlike("unknown{0:06} = 1\n")),
    ("`[[ignore]]`", ("cannlint.toml",), of(b"[[ignore]]\n")),
    (
        "`[[ignore]]` with all it needs",
        ("cannlint.toml",),
        unlike('[[ignore]]\nrules = ["CD104"]\npaths = ["a{0:06}"]\n'),
    ),
    ("jobs", ("cannlint.toml",), unlike('[job.a{0:06}]\nfront-end = "atc"\n')),
)
"""What a file consists of, what it is read as, and the file of so many bytes."""

CHILD = """
import os, sys
from cannlint.__main__ import main
status = main()
# of this program alone: what getrusage gives begins with the peak of the process that started it
with open("/proc/self/status") as file:
    [peak] = [line.split()[1] for line in file if line.startswith("VmHWM:")]
own, children = os.times()[:2], os.times()[2:4]
print(peak, sum(own) + sum(children), file=sys.stderr)
sys.exit(status)
"""


def measured(data: bytes, kind: str) -> tuple[str, float, float]:
    """How a check ended, its seconds of CPU time, and its peak memory in megabytes."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, ".git").mkdir()  # no configuration above it counts
        is_config = kind == "cannlint.toml"
        Path(folder, "cannlint.toml" if is_config else "file").write_bytes(data)
        what = ["."] if is_config else ["--kind", kind, "file"]
        try:
            process = subprocess.run(
                [sys.executable, "-c", CHILD, "check", "--format", "json", *what],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
                capture_output=True,
                timeout=300,
            )
        except subprocess.TimeoutExpired:
            return "timeout", 300.0, 0.0
    if b"Traceback" in process.stderr:
        return "CRASH", 0.0, 0.0
    peak, seconds = process.stderr.split()[-2:]
    return str(process.returncode), float(seconds), int(peak) / 1024


def main() -> None:
    """Print a row for each file and kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--kind", action="append", help="of these only")
    chosen = parser.parse_args()
    bound = 100 + 10 * chosen.megabytes
    print(f"| {chosen.megabytes:g} MB of | read as | status | time | peak |")
    print("| --- | --- | --- | --- | --- |")
    for name, kinds, piece in CASES:
        for kind in kinds:
            if chosen.kind and kind not in chosen.kind:
                continue
            ended, seconds, peak = measured(piece(int(chosen.megabytes * MEGABYTE)), kind)
            over = "" if 0 < peak <= bound else " (over)"
            row = (name, kind, ended, f"{seconds:.1f} s", f"{peak:.0f} MB{over}")
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()

"""One small project with a finding of every sort, for the reports."""

from __future__ import annotations

from pathlib import Path

from cannlint.engine.pipeline import check_library, check_paths
from cannlint.engine.run import Options, Run
from installs import built_in, entry

ESCAPE = "\x1b[31m"
"""What turns a terminal's text red."""

FILES = {
    # an error with CANN's code; a name and a path that are not ASCII, the path not printable
    f"配置/dtypes{ESCAPE}.cfg": "节点/加::InputDtype:fp16\n",
    # a warning with a related place; a node name that is not printable
    "a,b:100%.cfg": (
        f"conv{ESCAPE}:InputDtype:float16,OutputDtype:float16\n"
        f"conv{ESCAPE}:InputDtype:float32,OutputDtype:float32\n"
    ),
    # CRLF, and a fix with a column behind Chinese text
    "op_precision.ini": "Gelu=high_precision\r\n[ByNodeName]\r\n层一/加=high_performence\r\n",
    # advice
    "fusion_switch.cfg": '{"Switch": {"GraphFusion": {"MyOwnPass": "off"}}}\n',
    # nothing to report
    "keep_dtype.cfg": "OpType::Relu\n",
}


def write_project(folder: Path) -> None:
    """The files above, and an install in which one library file replaces what another says."""
    (folder / ".git").mkdir()
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    built_in(folder / "opp", Relu=entry("float16"), Add=entry())
    built_in(folder / "opp", file="aic-ascend910b-ops-info-z.json", Relu=entry("float"))


def run_of(folder: Path) -> Run:
    """What is found in a project, which has to be the current folder."""
    run = check_paths([*sorted(FILES)], Options())
    library = check_library(str(folder / "opp"), Options())
    run.findings += library.findings
    run.kinds |= library.kinds
    run.files += library.files
    return run

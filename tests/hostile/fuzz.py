"""A coverage-guided fuzzer of the readers and rules.

`python tests/hostile/fuzz.py [KIND] [OPTION]...` needs `pip install atheris`. Without OPTIONs it
runs until it finds something; libFuzzer's own, such as `-max_total_time=20` or `-runs=100000`,
may follow, and the folder of a corpus. It begins with the examples of the rules' pages. The first
byte of an input chooses the kind where none is named.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "lint"), str(ROOT / "tests")]

import atheris  # noqa: E402

FOLLOWED = (
    "cannlint.reading",
    "cannlint.syntax",
    "cannlint.jobs",
    "cannlint.rules",
    "cannlint.text",
)

with atheris.instrument_imports(include=["cannlint"]):
    import cannlint
    from cannlint.engine.checks import check_reading, read
    from cannlint.engine.run import Run
    from cannlint.errors import BrokenConfigError
    from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind
    from cannlint.report.formats import render
    from cannlint.rules.loading import rule_named
    from cannlint.text.source import Source

    # what the product imports when it is needed has to be imported here to be followed
    for module in pkgutil.walk_packages(cannlint.__path__, "cannlint."):
        if module.name.startswith(FOLLOWED):
            importlib.import_module(module.name)

KINDS = [*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS]


def check(kind: Kind, data: bytes) -> None:
    """What must hold of any bytes: no exception, every place in the text, and a report."""
    source = Source("file", data)
    run = Run()
    try:
        run.findings = check_reading(read(source, kind))
    except BrokenConfigError as broken:  # what a configuration that is none ends in
        run.findings = list(rule_named("cl.cl001_bad_config").run(broken))
    for finding in run.findings:
        finding.source = finding.source or source
        text = finding.source.text
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
    render(run, "json")


def seeds(kind: Kind | None, folder: Path) -> None:
    """Write the examples of the rules' pages as the first inputs."""
    from cases import RULE_PAGES, cases_of

    for page in sorted(RULE_PAGES.glob("*.md")):
        for case in cases_of(page):
            if kind in (None, case.input.kind):
                chosen = b"" if kind else bytes([KINDS.index(case.input.kind)])
                (folder / case.name).write_bytes(chosen + case.input.data)


def main() -> None:
    """Run libFuzzer."""
    names = {kind.value: kind for kind in KINDS}
    kind = names.get(sys.argv[1]) if len(sys.argv) > 1 else None
    options = sys.argv[2:] if kind else sys.argv[1:]

    def one(data: bytes) -> None:
        if kind is not None:
            check(kind, data)
        elif data:
            check(KINDS[data[0] % len(KINDS)], data[1:])

    with tempfile.TemporaryDirectory() as folder:
        seeds(kind, Path(folder))
        atheris.Setup([sys.argv[0], *options, folder], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()

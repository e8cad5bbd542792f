"""Cases written as Markdown: an input block named by its kind, then what is due.

````
```customize_dtypes
OpType::Relu:InputDtype:fp16
```

```findings
1:25-1:29 error CD004 E20003
```

```fixed
OpType::Relu:InputDtype:float16
```
````

The kind may be followed by the name of the file, the SoCs asked for, and the release of CANN:
```atc_script name=run/convert.sh soc=Ascend910B3,Ascend310P3 cann=9.2.0

Blocks named ```file conf/keep.cfg right after it are further files: those that the jobs of a
script name, or for a config file the cannlint.toml whose jobs name it. Without any the files of
jobs are not looked for.

`findings` lists every finding of every rule as `line:column-line:column severity code
[CANN code]`, or `none`; in another file than the first its name comes before it. `fixed`,
where given, is the text after all fixes of the page's rule.

Characters that would not be seen are written so:
␠ blank, ␉ tab, ␍ carriage return, ␀ NUL, `<BOM>`, `<byte ff>` one raw byte,
`<pad 1024>` so many letters, ␄ at the end: no line feed after this line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from cannlint.config.file import settings_in
from cannlint.config.search import CONFIG_NAME
from cannlint.diagnostics import Diagnostic
from cannlint.engine.file_checks import check_reading
from cannlint.engine.job_checks import check_in_jobs
from cannlint.engine.plan_checks import PlanChecks
from cannlint.engine.read import read
from cannlint.engine.scope import Scope
from cannlint.jobs.chosen_release import choose_releases, releases_with
from cannlint.jobs.linking import link
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, LIBRARY_KINDS, Kind
from cannlint.library.operators import Operators
from cannlint.reading.base import Reading
from cannlint.rules.index import FILE, LIBRARY
from cannlint.rules.loading import rule_of
from cannlint.rules.rule import Rule
from cannlint.text.source import Source

RULE_PAGES = Path(__file__).parent / "rules"

_BLOCK = re.compile(r"^```(\w+(?: [\w=,./-]+)*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = "file "
_INVISIBLE = {"␠": b" ", "␉": b"\t", "␍": b"\r", "␀": b"\0", "<BOM>": b"\xef\xbb\xbf"}
_NOTATION = re.compile(r"[␠␉␍␀]|<BOM>|<byte ([0-9a-f]{2})>|<pad (\d+)>")


@dataclass(frozen=True)
class Input:
    """A file, of which kind it is taken, the files beside it, the SoCs and the CANN asked for."""

    kind: Kind
    data: bytes
    name: str = "file"
    socs: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)
    cann: str | None = None


@dataclass(frozen=True)
class Case:
    """One input and what is due for it; `fixed` is None where the page does not say."""

    name: str
    input: Input
    findings: list[str]
    fixed: bytes | None


def decode(block: str) -> bytes:
    """The bytes that a block stands for."""
    if block.endswith("␄\n"):
        block = block[:-2]
    parts, last = [], 0
    for match in _NOTATION.finditer(block):
        parts.append(block[last : match.start()].encode())
        if match[1]:
            parts.append(bytes.fromhex(match[1]))
        elif match[2]:
            parts.append(b"x" * int(match[2]))
        else:
            parts.append(_INVISIBLE[match[0]])
        last = match.end()
    return b"".join([*parts, block[last:].encode()])


def blocks(markdown: str) -> Iterator[tuple[str, str]]:
    """Each fenced block as (info word, text)."""
    yield from _BLOCK.findall(markdown)


def inputs_of(found: Sequence[tuple[str, str]]) -> Iterator[tuple[int, Input]]:
    """The inputs among blocks, each with the number of the block after its last one."""
    for index, (info, text) in enumerate(found):
        word, *settings = info.split(" ")
        if word not in {kind.value for kind in (*CONFIG_KINDS, *LIBRARY_KINDS, *JOB_KINDS)}:
            continue
        named = dict(setting.split("=") for setting in settings)
        socs = tuple(filter(None, named.get("soc", "").split(",")))
        end, files = index + 1, {}
        while end < len(found) and found[end][0].startswith(_FILE):
            files[found[end][0].removeprefix(_FILE)] = decode(found[end][1])
            end += 1
        name = named.get("name", "file")
        yield end, Input(Kind(word), decode(text), name, socs, files, named.get("cann"))


def cases_of(page: Path) -> Iterator[Case]:
    """The cases of a page."""
    found = list(blocks(page.read_text(encoding="utf-8")))
    for number, (end, given) in enumerate(inputs_of(found), 1):
        after = found[end : end + 2]
        assert after and after[0][0] == "findings", f"{page.name}: case {number} has no findings"
        fixed = next((decode(block) for word, block in after[1:] if word == "fixed"), None)
        findings = [line for line in after[0][1].splitlines() if line != "none"]
        yield Case(f"{page.stem}-{number}", given, findings, fixed)


def findings_of(given: Input, operators: Operators | None) -> tuple[Source, list[Diagnostic]]:
    """The input as a source, and what is found in it and in the files that its jobs name."""
    source = Source(given.name, given.data)
    reading = read(source, given.kind)
    if given.kind in JOB_KINDS:
        if given.cann is not None:
            choose_releases(reading.jobs, releases_with(given.cann))
        if given.kind is Kind.JOB:
            scope = Scope(None, True, None, given.socs)
            scope.choose_policies(reading.jobs, source.path, settings_in(source))
        if given.files:  # else the files are none of the case's business
            _link(reading.jobs, given)
        linked = {file.path: file.reading for job in reading.jobs for file in job.files.values()}
        found = check_reading(reading, operators)
        for path in sorted(linked):
            found += check_reading(linked[path], operators)
        found.sort(key=lambda f: (f.source is not source, f.source.path, f.span.start, f.code))
        return source, found
    found = check_reading(reading, operators)
    for name, data in given.files.items():
        if os.path.basename(name) != CONFIG_NAME:
            continue
        jobs = read(Source(name, data), Kind.JOB).jobs
        _link(jobs, given, reading)
        found += check_in_jobs(reading, jobs, operators)
        found = _planned(found, reading, jobs, given, operators)
    return source, sorted(found, key=lambda f: (f.span.start, f.code))


def _planned(
    found: list[Diagnostic],
    reading: Reading,
    jobs: list[Job],
    given: Input,
    operators: Operators | None,
) -> list[Diagnostic]:
    """What is found where the jobs that name the file have graphs."""
    using = [job for job in jobs if any(file.reading is reading for file in job.files.values())]
    if operators is None:
        return found
    with TemporaryDirectory() as folder:
        for job in using:
            if job.graph is not None:
                graph = Path(folder, job.graph)
                graph.write_bytes(given.files[job.graph])
                job.graph = str(graph)
        return PlanChecks(None).revised(found, reading, using, operators)


def _link(jobs: list[Job], given: Input, own: Reading | None = None) -> None:
    readings: dict[tuple[str, Kind], Reading] = {}

    def find(setting: Setting) -> str | None:
        for base in (os.path.dirname(setting.source.path), ""):
            path = os.path.normpath(os.path.join(base, setting.value or ""))
            if path in given.files or path == given.name:
                return path
        return None

    def read_as(path: str, kind: Kind) -> Reading:
        if own is not None and path == given.name:
            return own
        if (path, kind) not in readings:
            readings[path, kind] = read(Source(path, given.files[path]), kind)
        return readings[path, kind]

    link(jobs, find, read_as)


def shown(source: Source, finding: Diagnostic) -> str:
    """A finding as the pages write it; `source` is the first file of the case."""
    there = finding.source or source
    (line, column), (end_line, end_column) = (
        there.position(offset) for offset in (finding.span.start, finding.span.end)
    )
    file = "" if there is source else f"{there.path} "
    place = f"{file}{line}:{column}-{end_line}:{end_column}"
    code = f" {finding.cann_code}" if finding.cann_code else ""
    return f"{place} {finding.severity.value} {finding.code}{code}"


def findings_come_of_facts(reading: Reading) -> None:
    """Whatever the rules find of a file, a fact was recorded of it, and all words are there."""
    found = [finding for rule in all_rules(reading.kind) for finding in rule.run(reading)]
    assert reading.facts or not found
    for finding in found:
        texts = [finding.message, finding.label, finding.help, finding.note]
        texts += [label.message for label in finding.related]
        assert all(str(text) for text in texts if text is not None)


def all_rules(kind: Kind, needs_library: bool = False) -> list[Rule]:
    """All rules about one file of a kind, whatever is in it; with `needs_library` the others."""
    rules = map(rule_of, LIBRARY if needs_library else FILE)
    return [rule for rule in rules if kind in rule.kinds]

"""Which option a script would set at the cursor, as the readers of scripts see it.

A probe is put in at the cursor, and the statement or command with it is read as any script is. If
the reader takes the probe as the name of an option, or as its value, options can stand there: so
completion knows exactly what `check` knows, and needs no list of places of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.misuse import UNKNOWN
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import options_of
from cannlint.kinds import Kind
from cannlint.server.completion.python_text import Statement
from cannlint.server.completion.shell_text import ShellCommand
from cannlint.text.source import Source

GROUPED = (None, "attribute", "group", "call")
"""The forms of writing in which the name of an option has that of its group in front."""

PROBE = "cannlint0probe"
"""No option has it in its name, and no reader gives it a meaning: a SoC version has a digit."""


@dataclass(eq=False, slots=True)
class OptionPlace:
    """A place where an option can be written.

    `spec` is None where its name is expected, else the option whose value is. `via` is the form of
    writing, `group` the group of attributes with its dot (`debug.graph_dump.`), and `typed` the
    part of the name or of the value that is before the cursor. `lacking` are the options without
    which the job is refused.
    """

    front_end: FrontEnd
    via: str | None
    typed: str
    spec: OptionSpec | None = None
    group: str = field(init=False, default="")
    lacking: frozenset[str] = field(init=False, default_factory=frozenset)


def in_python(statement: Statement) -> tuple[OptionPlace, str] | None:
    """The option that a statement sets at the cursor, and the form; None where it sets none."""
    if statement.is_comment:
        return None
    before = statement.context()
    after = statement.uses()
    for probe, replaces in _probes("\n".join((*before, statement.before, *after))):
        for attempt in statement.attempts(probe, replaces):
            text = "\n".join((*before, attempt.text, *after))
            start = sum(len(one) + 1 for one in before) + attempt.at
            reading = _read(text)
            place = _known(reading, start, statement) if replaces else _probed(reading)
            if place is not None:
                return place, attempt.form
    return None


def in_shell(command: ShellCommand) -> OptionPlace | None:
    """The option that a command sets at the cursor; None where it sets none."""
    from cannlint.jobs.atc_commands import read

    for text in command.attempts(PROBE):
        place = _probed(read(Source("completion.sh", text.encode("utf-8", "surrogatepass"))))
        if place is not None:
            return place
    return None


def _read(text: str) -> JobsReading:
    from cannlint.jobs.python.reader import read as read_python

    source = Source("completion.py", text.encode("utf-8", "surrogatepass"))
    return read_python(source, Kind.TF_SCRIPT)


def _probes(text: str) -> Iterator[tuple[str, bool]]:
    """The probe, and keys in its place for the readers that pass over what they do not know."""
    yield PROBE, False
    if "atc" in text:
        yield f"--{PROBE}", False
    for word, key in _known_keys().items():
        if word in text:
            yield key, True


@cache
def _known_keys() -> dict[str, str]:
    """What a statement has in it whose unknown keys are passed over → a key that is known."""
    keys = {"ge_options": next(iter(options_of(FrontEnd.GE)))}
    for word, via, front_end in (
        ("set_context", "set_context", FrontEnd.MINDSPORE),
        ("environ", "os.environ", FrontEnd.TORCH),
    ):
        specs = options_of(front_end).items()
        known = (key for key, spec in specs if via in spec.via and spec.type == "enum")
        keys[word] = next(known).rpartition(".")[2]
    return keys


def _known(reading: JobsReading, at: int, statement: Statement) -> OptionPlace | None:
    """The place of the key at an offset."""
    for _, setting in _settings(reading):
        spec = setting.spec
        if spec is not None and setting.key_span.start == at:
            return OptionPlace(spec.front_end, setting.via, statement.typed)
    return None


def _settings(reading: JobsReading) -> Iterator[tuple[Job, Setting]]:
    for job in reading.jobs:
        for setting in job.settings:
            yield job, setting


def _probed(reading: JobsReading) -> OptionPlace | None:
    """The place of the probe among the options of jobs."""
    for job, setting in _settings(reading):
        if PROBE in setting.key:
            place = _name(job.front_end, setting.via, setting.key)
            if isinstance(job, AtcJob):
                lacking = refusals_of(job, Check.LACKING)
                place.lacking = frozenset(refusal.option for refusal in lacking)
            return place
        if setting.value is not None and PROBE in setting.value and setting.spec is not None:
            typed = setting.value.partition(PROBE)[0]
            return OptionPlace(setting.spec.front_end, setting.via, typed, setting.spec)
    for job in reading.jobs:
        for misuse in job.misuses:
            argument = str(misuse.values.get("argument", ""))
            if misuse.kind == UNKNOWN and PROBE in argument:
                return _name(job.front_end, "call", f"{misuse.name}.{argument}")
    return None


def _name(front_end: FrontEnd, via: str | None, key: str) -> OptionPlace:
    typed = key.partition(PROBE)[0]
    group = ""
    if via in GROUPED:
        before, dot, typed = typed.rpartition(".")
        group = before + dot
    place = OptionPlace(front_end, via, typed)
    place.group = group
    return place

"""What a compile job is: a front end, and options that each know where they were written."""

from __future__ import annotations

from enum import Enum

from cannlint.jobs.conditions import holds
from cannlint.reading.base import Reading
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from cannlint.config.policy import Policy
    from cannlint.graphs.header import Header
    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.misuse import Misuse
    from cannlint.kinds import Kind
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source
    from cannlint.text.span import Span

COMMAND_LINE = "<command line>"
"""What stands for the file of options that are given to cannlint itself."""

_ON = ("True", "true", "1", "1.0")


class FrontEnd(str, Enum):
    """Who takes the options and hands them to the compiler; the value is `--front-end`'s."""

    ATC = "atc"
    GE = "ge"
    TF1 = "tf1"
    TF2 = "tf2"
    TORCH = "torch"
    TORCHAIR = "torchair"
    MINDSPORE = "mindspore"

    def __str__(self) -> str:
        return self.value


class OptionSpec:
    """One option of one front end; `entry` is its row, as tables.py describes it."""

    __slots__ = ("entry", "front_end", "key", "option")

    def __init__(self, front_end: FrontEnd, key: str, entry: dict[str, Any]) -> None:
        self.front_end = front_end
        self.key = key
        self.entry = entry
        self.option: str = entry.get("option", key)

    @property
    def type(self) -> str:
        """What the value has to be."""
        return str(self.entry["type"])

    @property
    def values(self) -> tuple[str, ...]:
        """The legal texts; empty where any is."""
        return tuple(self.entry.get("values", ()))

    @property
    def file(self) -> str | None:
        """The kind of config file that the value names."""
        return self.entry.get("file")

    @property
    def first_wins(self) -> bool:
        """Whether the first of several settings counts, not the last."""
        return bool(self.entry.get("first_wins", False))


class Setting:
    """One option as a job sets it.

    `key` is the name as written, without dashes; `value` its text, None if it is unknown
    from the file (a variable of the shell, a computed expression): never a finding. `type` is
    how Python or TOML wrote it: `str`, `int`, `float`, `bool`, `none`, `list`, `tuple`, `dict`,
    `set`, `function` (then `value` is None) or `other`, and the protobuf field `s`, `i`, `b` or `f`
    in a parameter_map; on a command line everything is `str`. `span` is the whole setting,
    `key_span` and `value_span` its parts; the last is empty where there is no value. `spec` is what
    the front end knows of the option, None for a name it does not know. `option` is the canonical
    name: that of the ATC flag where there is one. `via` is the form it was written in, where a
    front end has several: `parameter_map`, `NPURunConfig`, `raw_ge_options`. `level` is `global`,
    `session`, `graph` or None. `value_type` is the type of the value in Python, also in a
    parameter_map (`bytes` as well), None where it is unknown or the file is no script of Python.
    """

    __slots__ = (
        "key",
        "key_span",
        "level",
        "option",
        "source",
        "span",
        "spec",
        "type",
        "value",
        "value_span",
        "value_type",
        "via",
    )

    def __init__(
        self,
        key: str,
        value: str | None,
        source: Source,
        span: Span,
        key_span: Span,
        value_span: Span,
        spec: OptionSpec | None = None,
    ) -> None:
        self.key = key
        self.value = value
        self.source = source
        self.span = span
        self.key_span = key_span
        self.value_span = value_span
        self.spec = spec
        self.option = spec.option if spec is not None else key
        self.type = "str"
        self.value_type: str | None = None
        self.via: str | None = None
        self.level: str | None = None

    @property
    def is_literal(self) -> bool:
        """Whether the file has the value letter for letter, so that a part of it has a place."""
        return self.value is not None and self.source.slice(self.value_span) == self.value

    @property
    def read_value(self) -> str | None:
        """The value as the front end reads it: nothing of another field of a parameter_map."""
        if self.via != "parameter_map" or self.spec is None or self.value is None:
            return self.value
        if self.type != self.spec.entry["field"]:
            return ""
        return str(self.value not in ("0", "False")) if self.type == "b" else self.value

    def part(self, start: int, end: int) -> Span:
        """Where the characters [start, end) of the value stand; all of it where that is unclear."""
        if not self.is_literal:
            return self.value_span
        return Span(self.value_span.start + start, self.value_span.start + end)

    def parts(self, separator: str) -> Iterator[tuple[str, int]]:
        """The texts of a value between separators, with the places where they begin.

        Where the value is not written out in one piece, each begins where the value does.
        """
        value = self.value or ""
        at = self.source.slice(self.value_span).find(value)
        start = self.value_span.start + max(at, 0)
        for part in value.split(separator):
            yield part, start
            start += len(part) + len(separator) if at >= 0 else 0

    def items(self, separator: str) -> Iterator[tuple[str, Span]]:
        """The items of a value that is a list, without blanks; empty ones are left out.

        Where the value is not written out in one piece, each has the place of the whole value.
        """
        is_whole = (self.value or "") in self.source.slice(self.value_span)
        for part, start in self.parts(separator):
            span = trimmed(self.source.text, start, start + len(part), C_BLANKS)
            if part.strip(C_BLANKS):
                yield part.strip(C_BLANKS), span if is_whole else self.value_span


class LinkedFile:
    """A config file that an option of a job names, found and read.

    `path` is where it was found, `reading` CANN's reading of it as the option's kind.
    """

    __slots__ = ("path", "reading", "setting")

    def __init__(self, path: str, reading: Reading, setting: Setting) -> None:
        self.path = path
        self.reading = reading
        self.setting = setting


class Job:
    """One compile: the options in the order they are written.

    `span` is the place that stands for the job as a whole: the command word, the call. `name` is
    the one in cannlint.toml, else None. `complete` tells that no option can have been missed: false
    with `$@`, `$OPTS`, `**kwargs` and the like, and then nothing is said of an option that is not
    there. `files` (option → file), `missing` and `searched`, the folders where the missing files
    were looked for, are filled when files are linked. `graph` is the path of the model's graph,
    where cannlint.toml has one for the job. `release` is that of the front end, None for the
    newest; `own_release` is what the job says of it itself. `misuses` are the calls with which
    Python raises an exception, whatever the values. `header` is that of the model which the job
    compiles, where that is there, and `mismatches` are the places where the options do not fit it;
    `own_model` is its path, if it may be planned as well. `leaves_remapping` tells that a session
    of TensorFlow 1 certainly leaves TensorFlow's own rewriting of the graph on. `policies` are
    those of the project for the job.

    An editor keeps jobs whose text does not change, with what was found about them: `read_for`,
    the releases that its settings were read for; `no_model_in`, the folders, as they were, that
    have no model of it; `clean_for`, the operators with which no rule found anything.
    """

    __slots__ = (
        "_by_option",
        "_count",
        "_indexed",
        "clean_for",
        "complete",
        "files",
        "front_end",
        "graph",
        "header",
        "leaves_remapping",
        "mismatches",
        "missing",
        "misuses",
        "name",
        "no_model_in",
        "own_model",
        "own_release",
        "policies",
        "read_for",
        "release",
        "searched",
        "settings",
        "source",
        "span",
    )

    def __init__(
        self, front_end: FrontEnd, source: Source, span: Span, settings: list[Setting]
    ) -> None:
        self.front_end = front_end
        self.source = source
        self.span = span
        self.settings = settings
        self.name: str | None = None
        self.complete = True
        self.files: dict[str, LinkedFile] = {}
        self.missing: list[Setting] = []
        self.searched: tuple[str, ...] = ()
        self.misuses: list[Misuse] = []
        self._by_option: dict[str | None, list[Setting]] = {}
        self._indexed: list[Setting] | None = None
        self._count = 0
        self.graph: str | None = None
        self.policies: Sequence[Policy] = ()
        self.header: Header | None = None
        self.mismatches: list[Mismatch] = []
        self.own_model: str | None = None
        self.release: str | None = None
        self.own_release: str | None = None
        self.leaves_remapping = False
        self.read_for: object | None = None
        self.no_model_in: object | None = None
        self.clean_for: Operators | None = None

    def _index(self) -> dict[str | None, list[Setting]]:
        """The settings by option; made anew when there are others, as readers add them.

        A name that the front end does not know sets nothing, whatever it means elsewhere.
        """
        settings = self.settings
        if self._indexed is not settings or self._count != len(settings):
            self._indexed, self._count, self._by_option = settings, len(settings), {}
            for setting in (known for known in self.settings if known.spec is not None):
                self._by_option.setdefault(setting.option, []).append(setting)
        return self._by_option

    def get(self, option: str) -> Setting | None:
        """The setting that counts: the last, or the first where the front end keeps that."""
        found = self._index().get(option)
        if not found:
            return None
        spec = found[0].spec
        return found[0] if spec is not None and spec.first_wins else found[-1]

    def value(self, option: str) -> str | None:
        """The value that counts; None when it is unset or unknown."""
        setting = self.get(option)
        return setting.value if setting is not None else None

    @property
    def graph_path(self) -> str | None:
        """The path of the graph to plan: the one that is given for the job, else its model."""
        return self.graph if self.graph is not None else self.own_model

    def is_on(self, option: str) -> bool:
        """Whether a switch is certainly on."""
        setting = self.get(option)
        return setting is not None and setting.read_value in _ON

    def is_active(self, spec: OptionSpec) -> bool:
        """Whether the front end looks at an option at all: some only where a switch is on."""
        condition = spec.entry.get("when")
        is_skipped = not self.compiles and not spec.entry.get("always", False)
        return not is_skipped and (condition is None or holds(self, condition) is True)

    def reads(self, setting: Setting) -> bool:
        """Whether the front end ever looks at a value: of one key of a parameter_map at one."""
        spec = setting.spec
        if spec is not None and setting.via == "parameter_map":
            counts = self.get(setting.option) is setting
            return counts and setting.type == spec.entry["field"] and self.is_active(spec)
        return spec is None or self.is_active(spec)

    @property
    def has_others(self) -> bool:
        """Whether what rules find in the job depends on other files, too."""
        return bool(self.files or self.missing or self.policies) or self.header is not None

    @property
    def content(self) -> object | None:
        """All that a rule sees of the job, wherever it stands; None where that is not one text."""
        return None

    @property
    def compiles(self) -> bool:
        """Whether the job compiles anything, so that options can get in each other's way.

        The adapter of TensorFlow 1 skips the graphs of these values of `job`.
        """
        name = self.get("job") if self.front_end is FrontEnd.TF1 else None
        return name is None or name.read_value not in ("ps", "default")

    def lacks(self, option: str) -> bool:
        """Whether the option is certainly not set."""
        return self.complete and self.get(option) is None


class JobsReading(Reading):
    """A file that options are written in: a script, or cannlint.toml; with the jobs in it.

    `clean` are jobs in which nothing was found before (`AtcJob.content`), with the operators of the
    run; None where a file is checked once.
    """

    __slots__ = ("clean", "jobs")

    def __init__(self, source: Source, kind: Kind, jobs: list[Job]) -> None:
        super().__init__(source, kind)
        self.jobs = jobs
        self.clean: set[tuple[object, Operators | None]] | None = None

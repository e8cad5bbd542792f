"""What a compile job is: a front end, and options that each know where they were written."""

from __future__ import annotations

from cannlint.jobs.conditions import holds
from cannlint.jobs.settings import FrontEnd
from cannlint.reading.base import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cannlint.config.policy import Policy
    from cannlint.graphs.header import Header
    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.misuse import Misuse
    from cannlint.jobs.releases import Release
    from cannlint.jobs.settings import OptionSpec, Setting
    from cannlint.text.source import Source
    from cannlint.text.span import Span

COMMAND_LINE = "<command line>"
"""What stands for the file of options that are given to cannlint itself."""

_ON = ("True", "true", "1", "1.0")


def start_of(job: Job) -> int:
    """Where a job begins in its source: the order of jobs."""
    return job.span.start


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
    those of the project for the job. `earlier`
    are the settings of the first session of the process, where this is another one. `may_add` are
    those that branches add, and `assumed` is the one that is taken to be there, or whose value is
    taken to be so (jobs/jobs_reading.py).
    """

    __slots__ = (
        "_by_option",
        "_count",
        "_indexed",
        "assumed",
        "complete",
        "earlier",
        "files",
        "front_end",
        "graph",
        "header",
        "leaves_remapping",
        "may_add",
        "mismatches",
        "missing",
        "misuses",
        "name",
        "own_model",
        "own_release",
        "policies",
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
        self.release: Release | None = None
        self.own_release: str | None = None
        self.leaves_remapping = False
        self.earlier: Sequence[Setting] | None = None
        self.assumed: Setting | None = None
        self.may_add: list[Setting] = []

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

    @property
    def every_setting(self) -> Sequence[Setting]:
        """The settings, and those that count in another release only."""
        return self.settings

    def spec_among(self, setting: Setting, known: Mapping[str, OptionSpec]) -> OptionSpec | None:
        """What a release knows of the option of a setting: by its key, or its canonical name."""
        if setting.spec is not None and setting.key not in known:
            return known.get(setting.spec.key)
        return known.get(setting.key)

    def read_again(self) -> None:
        """Forget what was looked up: the settings mean something else in another release."""
        self._indexed = None

    def counting(self) -> Iterator[Setting]:
        """The setting of each option that counts."""
        for option in dict.fromkeys(setting.option for setting in self.settings):
            setting = self.get(option)
            if setting is not None:
                yield setting

    def value(self, option: str) -> str | None:
        """The value that counts, as the compiler gets it; None when it is unset or unknown."""
        setting = self.get(option)
        return setting.sent if setting is not None else None

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
        condition = spec.when
        is_skipped = not self.compiles and not spec.always
        beside = (self.get(option) for option in spec.unread_beside)
        is_replaced = any(other is not None and other.value != "" for other in beside)
        is_on = condition is None or holds(self, condition) is True
        return is_on and not is_skipped and not is_replaced

    def reads(self, setting: Setting) -> bool:
        """Whether the front end ever looks at a value: of one key of a parameter_map at one."""
        spec = setting.spec
        if spec is not None and setting.via == "parameter_map":
            counts = self.get(setting.option) is setting
            return counts and setting.type == spec.field and self.is_active(spec)
        return spec is None or self.is_active(spec)

    @property
    def compiles(self) -> bool:
        """Whether the job compiles anything, so that options can get in each other's way.

        The adapter of TensorFlow 1 skips the graphs of these values of `job`.
        msit only hands its flags to another program.
        """
        if self.front_end is FrontEnd.MSIT:
            return False
        name = self.get("job") if self.front_end is FrontEnd.TF1 else None
        return name is None or name.read_value not in ("ps", "default")

    def unknown(self) -> Iterator[Setting]:
        """The settings whose values would be checked, and are known only when the script runs."""
        for setting in self.settings:
            is_text = setting.type in ("str", "other") and setting.value_type is None
            is_checked = setting.spec is not None and bool(setting.spec.bad)
            if setting.value is None and is_text and is_checked and not setting.choices:
                yield setting

    def lacks(self, option: str) -> bool:
        """Whether the option is certainly not set."""
        return self.complete and self.get(option) is None

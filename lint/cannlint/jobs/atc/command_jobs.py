"""From the commands of a shell to the jobs of ATC that they run; placeholders are left out."""

from __future__ import annotations

import re
from itertools import islice

from cannlint.cann.option_names import SOC
from cannlint.errors import TooLargeError
from cannlint.jobs.atc.getopt import POSITIONAL, meant_flags
from cannlint.jobs.atc.job import BROKEN, CUT, LOST, QUOTES, WIDE_DASHES, Slip
from cannlint.jobs.atc.line import atc_words, is_lone_name, is_second_command, read_line
from cannlint.jobs.atc.raw import add_raw_options
from cannlint.jobs.shell.word import UNKNOWN_PART, part_of
from cannlint.language import said
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import OptionSpec, Setting
    from cannlint.jobs.shell.run import Command
    from cannlint.jobs.shell.word import Word
    from cannlint.text.source import Source

    AnyJob = TypeVar("AnyJob", bound=Job)


_OPTIONS = re.compile(r"\.{3,}|…+|\[.*|<.*>|\{.*\}", re.DOTALL)
_VALUE = re.compile(
    r"\{[^{}]*\}|<[^<>]+>|【.*】|《.*》|「.*」|＜.*＞|｛.*｝"
    r"|@[A-Za-z]\w*@|__[A-Za-z]\w*__|%[sd]|%\(\w+\)[sd]|\.{3}|…"
    r"|\A(?:[xX]{2,}|\*{2,}|\[[^\[\]]*\])\Z|\A(?:YOUR|Your|your|MY)[-_ ]"
)
_RANGE = re.compile(r"\[[-0-9~, ]+\]")
"""The range of the shape of the only input: in brackets as well, but a real value."""

_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]*")
_NAMED = re.compile(r"[xX]{3}|[\u4e00-\u9fff]")
"""What a placeholder has in it for an option with a fixed set of values."""


def forget_placeholders(job: AtcJob) -> None:
    """Mark the values that are placeholders as unknown: `{path}`, `%s`, `xxx`, `...`."""
    shown = [slip for slip in job.slips if slip.setting is None and _OPTIONS.fullmatch(slip.text)]
    if shown:
        job.complete = False
        job.slips[:] = [slip for slip in job.slips if slip not in shown]
    forget_values(job)


def forget_values(job: Job) -> None:
    """Mark the values that are placeholders as unknown."""
    for setting in job.settings:
        if setting.value and is_placeholder(setting.value, setting):
            setting.value = None
        setting.choices = tuple(
            one for one in setting.choices if not is_placeholder(one[0], setting)
        )


def is_placeholder(value: str, setting: Setting) -> bool:
    """Whether a value is a placeholder: `{path}`, its option's name in capitals, a choice."""
    if _VALUE.search(value) is not None:
        return not (setting.option == "input_shape_range" and _RANGE.fullmatch(value))
    if _CAPITALS.fullmatch(value) and f"_{setting.option.upper()}_" in f"_{value}_":
        return True
    if setting.option == SOC:
        return _NAMED.search(value) is not None or not any(char.isdigit() for char in value)
    return setting.spec is not None and bool(setting.spec.values) and _is_wish(value, setting.spec)


def _is_wish(value: str, spec: OptionSpec) -> bool:
    """Whether a value describes what to write: `xxx模式`, `0/3/5`."""
    choices = re.split(r"[/|]", value)
    return bool(_NAMED.search(value)) or (
        len(choices) > 1 and all(choice in spec.values for choice in choices)
    )


MOST_JOBS = 10_000
"""Commands of one file that are read; real scripts have a handful, the largest page hundreds."""

_FLAG = re.compile(r"-{1,2}([A-Za-z][\w-]*)(?:=|\Z)", re.ASCII)
_SHAPE = re.compile(r"[^\s=]*:[-\d,~\[\]\0]*|[-\d,~]+")
_WIDE_QUOTES = "“”‘’＂＇"


def not_too_many(source: Source, jobs: Iterator[AnyJob]) -> list[AnyJob]:
    """The jobs of a file in the order they are written; raises TooLargeError for too many."""
    found = list(islice(jobs, MOST_JOBS + 1))
    if len(found) > MOST_JOBS:
        reason = said("it has more than {number:,} atc commands", number=MOST_JOBS)
        raise TooLargeError(source.path, reason)
    found.sort(key=lambda job: job.span.start)
    return found


def jobs_of(source: Source, commands: Iterable[Command]) -> Iterator[AtcJob]:
    """The jobs of commands, in their order."""
    reader = _Reader(source)
    for command in commands:
        yield from reader.read(command)
    yield from reader.finish()


class _Reader:
    """Puts jobs together: a command may go on where a continuation line was broken."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.words: list[Word] = []
        self.slips: list[Slip] = []
        self.is_open = False
        self.is_run = True
        self.job: AtcJob | None = None
        self.after = 0

    def read(self, command: Command) -> Iterator[AtcJob]:
        words = command.words
        if self.words and self._is_cut(words):
            self._lose(words, CUT)
            return
        if self.words and self._goes_on(words):
            if self.is_open:
                self._add(words, command)
            else:
                self._lose(words, LOST)
            return
        yield from self.finish()
        run = atc_words(self.source.text, words)
        if run:
            yield from self._start(run, command)
        elif is_lone_name(words):
            self._add(words[-1:], command)

    def _start(self, words: list[Word], command: Command) -> Iterator[AtcJob]:
        """Begin a job; a second command on the line without a mark between is a job of its own.

        The flags behind `.../atc atc` are those of the first, which gets `atc` as an argument.
        """
        again = next((at for at in range(2, len(words)) if is_second_command(words, at)), None)
        if again is not None:
            self._add(words[: again + 1], command)
            yield from self.finish()
            words = words[again:]
        self._add(words, command)

    def _add(self, words: list[Word], command: Command) -> None:
        self.is_open, self.is_run = False, command.is_run
        self.after = command.end
        for word in words:
            if self._ends_broken(word) and word is words[-1]:
                at = len(word.text.rstrip(" \t"))
                self.words.append(part_of(word, 0, at))
                self._note_broken(part_of(word, at, len(word.text)))
                self.is_open = True
                return
            if not self._is_broken(word):
                self.words.append(word)
                continue
            rest = word.without_first()
            self._note_broken(word)
            if rest.text.strip() and not rest.text.lstrip().startswith("#"):
                self.words.append(rest)
            elif command.end_mark == "\n":
                self.is_open = True
                return

    def _note_broken(self, word: Word) -> None:
        """Note a blank with a backslash in front."""
        _, ends = word.places()
        slip = Slip(BROKEN, Span(word.start, max(word.start, ends[0])), word.text)
        slip.blanks = self._blanks_behind(word)
        self.slips.append(slip)

    def _ends_broken(self, word: Word) -> bool:
        """Whether a value ends with a backslash and a blank, and its line with more blanks."""
        text = word.text
        if text[-1:] not in (" ", "\t") or not text.strip() or not text.startswith("-"):
            return False
        starts, _ = word.places()
        at = starts[len(text.rstrip(" \t"))]
        return self.source.text[at] == "\\" and not self._behind(at + 1).strip()

    def _behind(self, at: int) -> str:
        """What stands between a place and the end of its line."""
        end = self.source.text.find("\n", at)
        return self.source.text[at : end if end >= 0 else len(self.source.text)]

    def _blanks_behind(self, word: Word) -> Span | None:
        """What stands between a backslash and the end of its line, where that is blanks only."""
        start = word.start + 1
        behind = self._behind(start).rstrip("\r")
        if start + len(behind) >= len(self.source.text):
            return None
        return None if behind.strip() else Span(start, start + len(behind))

    def _is_broken(self, word: Word) -> bool:
        """Whether a word is a backslash with a blank behind it."""
        return word.text[:1] in (" ", "\t") and self.source.text[word.start] == "\\"

    def _goes_on(self, words: list[Word]) -> bool:
        """Whether a command is a line of flags right below the job."""
        if not _is_flag(words[0]) and not (self.is_open and words[0].text.startswith(UNKNOWN_PART)):
            return False
        between = self.source.text[self.after : words[0].start]
        lines = [line.strip() for line in between.split("\n")]
        return len(lines) > 1 and all(not line or line[0] in "#\\" for line in lines[1:])

    def _is_cut(self, words: list[Word]) -> bool:
        """Whether a command is the rest of a value that a semicolon has cut in two."""
        between = self.source.text[self.after : words[0].start]
        return between == ";" and _SHAPE.fullmatch(words[0].text) is not None

    def _lose(self, words: list[Word], kind: str) -> None:
        span = Span(words[0].start, max(words[0].end, words[-1].end))
        written = self.source.text[words[0].start : words[0].end]
        self.slips.append(Slip(kind, span, written))
        lost = read_line(self.source, self.words[0], words)
        self.job = self.job or read_line(self.source, self.words[0], self.words[1:])
        self.job.lost += lost.settings
        self.after = words[-1].end

    def finish(self) -> Iterator[AtcJob]:
        """The job that has been read; a name alone, with no flags on the lines below, is none."""
        if len(self.words) > 1 or self.slips:
            job = self.job or read_line(self.source, self.words[0], self.words[1:])
            forget_placeholders(job)
            note_quotes(job)
            job.slips += self.slips
            if not self.is_run:
                job.complete = False
                drop_sentence(job)
            add_raw_options(job)
            yield job
        self.words, self.slips, self.is_open, self.job = [], [], False, None


def drop_sentence(job: AtcJob) -> None:
    """Drop the words of a sentence around a command in a text: they are no arguments of it."""
    words = [slip for slip in job.slips if slip.kind == POSITIONAL and not _is_option(slip.text)]
    if words:
        job.slips = [slip for slip in job.slips if slip not in words]
        job.complete = False


def _is_option(word: str) -> bool:
    """Whether a word was meant as an option, and is no word of a sentence."""
    return "=" in word or word.startswith(tuple(WIDE_DASHES))


def _is_flag(word: Word) -> bool:
    """Whether a word is a flag of ATC, and no line about one: `--model: the file`."""
    match = _FLAG.match(word.text)
    if match is None:
        return False
    return word.text[match.end() - 1] == "=" or bool(meant_flags(match[1].replace("-", "_")))


def note_quotes(job: AtcJob) -> None:
    """Quotes that no shell removes are slips."""
    for setting in job.settings:
        if setting.value and setting.value[0] in _WIDE_QUOTES:
            job.slips.append(Slip(QUOTES, setting.value_span, setting.value, setting))

"""Options in Python text that a shell script writes into a file: a statement, an argument.

What stands around it is in the file: no option is missed, and no job of it is complete.
"""

from __future__ import annotations

import re
from textwrap import dedent

from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.misuse import Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.python.reader import read
from cannlint.jobs.python.syntax import check_syntax, has_too_many_words
from cannlint.jobs.python.ways import front_ends_in
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.word import UNKNOWN_PART, offsets, part_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from cannlint.jobs.shell.word import Word

_UNKNOWN = "\ue000"
"""Stands in the text for what is not known: in a literal a letter, elsewhere no Python."""
_SESSION = (
    "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
    'custom_op.name = "NpuOptimizer"\n'
)
"""What `custom_op` is in a script of TensorFlow 1."""
_ARGUMENT = re.compile(
    r"\s*(?:precision_mode(?:_v2)?|op_select_implmode|op_precision_mode|modify_mixlist"
    r"|fusion_switch_file|customize_dtypes)\s*=\s*(?:'[^'\n]*'|\"[^\"\n]*\")(?=\s*,?\s*\Z)"
)
"""An argument of NPURunConfig: a name that nothing else has."""
_RUN_CONFIG = "NPURunConfig("
_USUAL = {
    "custom_op": _SESSION,
    "torch": "import torch\n",
    "torch_npu": "import torch_npu\n",
    "torchair": "import torchair\n",
    "CompilerConfig": "from torchair import CompilerConfig\n",
    "mindspore": "import mindspore\n",
    "ms": "import mindspore as ms\n",
    "context": "from mindspore import context\n",
    "npu": "import npu_device as npu\n",
}
"""Name → the lines that give it the meaning which it has on most pages."""
_TENSORRT = "TensorRTOptimizer"
_USUAL_OF_TENSORRT = {**_USUAL, "custom_op": _SESSION.replace("NpuOptimizer", _TENSORRT)}
"""The same on a page about that optimizer, which has a parameter_map, too."""
_LINE = re.compile(r"[^\n]+")
_WHOLE_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_INDENT = re.compile(r"^[ \t]*(?=\S)", re.MULTILINE)
_LONGEST = 4_000


def jobs_in_snippet(source: Source, text: Word) -> Iterator[Job]:
    """The jobs of a text that stands in a source; none where it is no Python of that kind."""
    if len(text.text) > _LONGEST or ("=" not in text.text and "(" not in text.text):
        return
    argument = _ARGUMENT.match(text.text.replace(UNKNOWN_PART, _UNKNOWN))
    if argument is None:
        jobs = _jobs_in(source, text, _SESSION)
    else:
        jobs = _jobs_in(source, part_of(text, 0, argument.end()), _RUN_CONFIG, ")")
    for job in jobs:
        job.complete = False
        job.misuses.clear()
        if job.settings:
            yield job


def jobs_shown(source: Source, text: Word) -> Iterator[Job]:
    """The jobs of code that a file shows, or that a notebook runs.

    Names that are given a meaning elsewhere have the usual one. Where the code as a whole is no
    Python, each paragraph of it is read by itself.
    """
    usual = _USUAL if _TENSORRT not in source.text else _USUAL_OF_TENSORRT
    found = list(_jobs_in(source, text, _meanings(text.text, usual)))
    if not found and not _is_python(text.text):
        for start, end in _paragraphs(text.text):
            part = part_of(text, start, end)
            if not _sets_options(part.text):
                continue
            for each in [part] if _is_python(part.text) else _lines_of(part):
                found += _jobs_in(source, each, _meanings(each.text, usual))
    yield from found


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Lines that no blank line stands between."""
    start, end = -1, 0
    for match in _WHOLE_LINE.finditer(text):
        if not match[0].isspace():
            start, end = start if start >= 0 else match.start(), match.end()
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _lines_of(text: Word) -> Iterator[Word]:
    """The lines of a text that are Python by themselves, and may set an option."""
    for match in _LINE.finditer(text.text):
        if _sets_options(match[0]) and _is_python(match[0]):
            yield part_of(text, *match.span())


def _sets_options(code: str) -> bool:
    return bool(front_ends_in(code.encode("utf-8", "surrogateescape")))


def _is_python(code: str) -> bool:
    """Whether a text is Python by itself; one that is too long to be read at once is not."""
    if has_too_many_words(code):
        return False
    try:
        check_syntax(dedent(code), 1)
    except SyntaxError:
        return False
    return True


def _meanings(code: str, usual: Mapping[str, str]) -> str:
    """What gives a meaning to the usual names that code uses and does not bind."""
    return "".join(
        line
        for name, line in usual.items()
        if name in code
        and re.search(rf"(?<![\w.]){name}\b(?!\s*=[^=])", code)
        and not re.search(rf"(?m)^[ \t]*{name}\s*=[^=]|\bimport\b[^\n]*\b{name}\b", code)
    )


def _jobs_in(source: Source, text: Word, before: str, after: str = "") -> Iterator[Job]:
    """The jobs of a text with other text around it, each where it stands in the source."""
    places = _without_indentation(text.text)
    code = "".join(text.text[at] for at in places).replace(UNKNOWN_PART, _UNKNOWN)
    snippet = Source("snippet.py", (before + code + after).encode("utf-8", "surrogateescape"))
    reader = _Placing(source, text, places, len(before))
    for job in read(snippet, Kind.TF_SCRIPT).jobs if places else ():
        settings = [reader.setting(setting) for setting in job.settings]
        if settings or job.misuses:
            made = AtcJob if job.front_end is FrontEnd.ATC else Job
            placed = made(job.front_end, source, reader.span(job.span), settings)
            placed.complete = job.complete
            placed.misuses = [reader.misuse(one) for one in job.misuses]
            yield placed


def _without_indentation(text: str) -> Sequence[int]:
    """The offsets of a text without the indentation that all of its lines share."""
    shared = min((len(match[0]) for match in _INDENT.finditer(text)), default=0)
    places, at = offsets(), 0
    for match in _INDENT.finditer(text) if shared else ():
        places.extend(range(at, match.start()))
        at = match.start() + shared
    places.extend(range(at, len(text)))
    return places


class _Placing:
    """From the offsets of a snippet to those of the file that has its text."""

    def __init__(self, source: Source, text: Word, places: Sequence[int], before: int) -> None:
        self.source = source
        self.starts, self.ends = text.places()
        self.places = places
        self.before = before

    def span(self, span: Span) -> Span:
        """The place of a part of the snippet."""
        first = self._index(span.start)
        last = self._index(span.end - 1)
        start = self.starts[first]
        return Span(start, max(self.ends[last], start))

    def _index(self, offset: int) -> int:
        at = min(max(offset - self.before, 0), len(self.places) - 1)
        return self.places[at]

    def misuse(self, misuse: Misuse) -> Misuse:
        """A misuse in the snippet where it is written."""
        span = self.span(misuse.span)
        return Misuse(misuse.kind, misuse.name, self.source, span, misuse.raised, **misuse.values)

    def setting(self, setting: Setting) -> Setting:
        """A setting of the snippet where it is written."""
        is_known = setting.value is not None and _UNKNOWN not in setting.value
        whole, key, value = map(self.span, (setting.span, setting.key_span, setting.value_span))
        text = setting.value if is_known else None
        placed = Setting(setting.key, text, self.source, whole, key, value, setting.spec)
        placed.type, placed.via, placed.level = setting.type, setting.via, setting.level
        placed.value_type = setting.value_type if is_known else None
        placed.choices = tuple(
            (text, self.span(place), kind)
            for text, place, kind in setting.choices
            if place.start >= self.before and _UNKNOWN not in text
        )
        return placed

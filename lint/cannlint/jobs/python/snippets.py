"""Options in Python text that a shell script writes into a file: a statement, an argument.

What stands around it is in the file: no option is missed, and no job of it is complete.
"""

from __future__ import annotations

import re

from cannlint.jobs.model import Job
from cannlint.jobs.python.reader import read
from cannlint.jobs.settings import Setting
from cannlint.jobs.shell.word import UNKNOWN_PART
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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
_INDENT = re.compile(r"^[ \t]*(?=\S)", re.MULTILINE)
_LONGEST = 4_000


def jobs_in_snippet(source: Source, text: Word) -> Iterator[Job]:
    """The jobs of a text that stands in a source; none where it is no Python of that kind."""
    if len(text.text) > _LONGEST or ("=" not in text.text and "(" not in text.text):
        return
    places = _without_indentation(text.text)
    code = "".join(text.text[at] for at in places).replace(UNKNOWN_PART, _UNKNOWN)
    argument = _ARGUMENT.match(code)
    before = _SESSION if argument is None else _RUN_CONFIG
    shown = code if argument is None else f"{argument[0]})"
    snippet = Source("snippet.py", (before + shown).encode("utf-8", "surrogateescape"))
    reader = _Placing(source, text, places, len(before))
    for job in read(snippet, Kind.TF_SCRIPT).jobs:
        settings = [reader.setting(setting) for setting in job.settings]
        if settings:
            placed = Job(job.front_end, source, reader.span(job.span), settings)
            placed.complete = False
            yield placed


def _without_indentation(text: str) -> list[int]:
    """The offsets of a text without the indentation that all of its lines share."""
    indents = [match.span() for match in _INDENT.finditer(text)]
    shared = min((end - start for start, end in indents), default=0)
    dropped = {at for start, _ in indents for at in range(start, start + shared)}
    return [at for at in range(len(text)) if at not in dropped]


class _Placing:
    """From the offsets of a snippet to those of the file that has its text."""

    def __init__(self, source: Source, text: Word, places: list[int], before: int) -> None:
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

    def setting(self, setting: Setting) -> Setting:
        """A setting of the snippet where it is written."""
        is_known = setting.value is not None and _UNKNOWN not in setting.value
        whole, key, value = map(self.span, (setting.span, setting.key_span, setting.value_span))
        text = setting.value if is_known else None
        placed = Setting(setting.key, text, self.source, whole, key, value, setting.spec)
        placed.type, placed.via, placed.level = setting.type, setting.via, setting.level
        placed.value_type = setting.value_type if is_known else None
        return placed

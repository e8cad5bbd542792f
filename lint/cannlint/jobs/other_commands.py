"""Command lines of other programs that set options of the compiler, as converter_lite and aoe."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from cannlint.formats.scripts import OTHER_COMMANDS, names_tuner
from cannlint.jobs.misuse import NO_JSON, Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.word import UNKNOWN_PART, part_of
from cannlint.jobs.tables import options_of, table_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.word import Word
    from cannlint.text.source import Source

CONVERTER, ADDITIONAL, *_ = OTHER_COMMANDS

_DECODER = json.JSONDecoder()
_VALUE = re.compile(r"\s*:?\s*")
"""What stands between a key and its value."""
_STAND_INS = (UNKNOWN_PART, "...", "…", "<", "{{", "$", "%")
"""What a text has where a page, a template or a script puts in something."""
_HELP = "--help"
_TYPES = {str: "str", bool: "bool", int: "int", float: "float", list: "list", dict: "dict"}


def jobs_of_words(source: Source, words: list[Word]) -> Iterator[Job]:
    """The job of a command of one of the programs; none of any other."""
    if any(word.text == "msit" for word in words):
        from cannlint.jobs.msit import jobs_of_msit

        yield from jobs_of_msit(source, words)
    yield from jobs_of_tuner(source, words)
    at = next((at for at, word in enumerate(words) if _is_converter(word)), None)
    if at is not None and len(words) > at + 1:
        yield from _of_converter(source, words[at], words[at + 1 :])
    for number, word in enumerate(words):
        flag, equals, _ = word.text.partition("=")
        if flag.replace("_", "-") != ADDITIONAL:
            continue
        if not equals and number + 1 < len(words):
            yield from _of_vllm(source, words[number + 1])
        elif equals:
            yield from _of_vllm(source, part_of(word, len(ADDITIONAL) + 1, len(word.text)))


def jobs_of_tuner(source: Source, words: list[Word]) -> Iterator[Job]:
    """The job of a command line of aoe or omg that has a flag of theirs."""
    if any(names_tuner(word.text) for word in words):
        from cannlint.jobs.msit import job_of_tuner

        job = job_of_tuner(source, words)
        if job is not None and job.settings:
            yield job


def _is_converter(word: Word) -> bool:
    return word.text.rpartition("/")[2] == CONVERTER


def _of_converter(source: Source, program: Word, words: list[Word]) -> Iterator[Job]:
    """The flags of converter_lite: `--key=value`; a flag without `=` has no value."""
    flags = [word for word in words if word.text.startswith("--")]
    if not flags or any(word.text == _HELP for word in flags):
        return
    known = options_of(FrontEnd.MSLITE)
    settings = []
    for word in flags:
        name, equals, value = word.text[2:].partition("=")
        if not name or UNKNOWN_PART in name:
            continue
        spec = known.get(name)
        start = 2 + len(name) + len(equals)
        setting = Setting(
            name,
            value if UNKNOWN_PART not in value else None,
            source,
            word.span(),
            part_of(word, 2, 2 + len(name)).span(),
            part_of(word, start, len(word.text)).span() if value else word.span(),
            spec if spec is not None and CONVERTER in spec.via else None,
        )
        setting.via = CONVERTER
        settings.append(setting)
    job = Job(FrontEnd.MSLITE, source, Span(program.start, program.end), settings)
    job.complete = all(UNKNOWN_PART not in word.text[:3] for word in words)
    yield job


def _of_vllm(source: Source, word: Word) -> Iterator[Job]:
    """The JSON of --additional-config, where all of it is known."""
    from cannlint.jobs.vllm_ascend import settings_in

    try:
        config = json.loads(word.text)
    except RecursionError:
        return
    except ValueError:
        if _is_meant_as_json(word.text):
            job = Job(FrontEnd.VLLM_ASCEND, source, word.span(), [])
            job.misuses.append(Misuse(NO_JSON, ADDITIONAL, source, word.span(), ""))
            yield job
        return
    if not isinstance(config, dict):
        return
    job = Job(FrontEnd.VLLM_ASCEND, source, word.span(), [])
    for _, found in settings_in(_entries(source, word, config), source):
        if isinstance(found, Misuse):
            job.misuses.append(found)
        else:
            job.settings.append(found)
    if job.settings or job.misuses:
        yield job


def _is_meant_as_json(text: str) -> bool:
    """Whether a value that is no JSON has a key of the table, and nothing that stands for more."""
    if not text.lstrip().startswith("{") or any(mark in text for mark in _STAND_INS):
        return False
    table = table_of(FrontEnd.VLLM_ASCEND)
    return any(name in table.groups or name in table.options for name in re.findall(r"\w+", text))


def _entries(
    source: Source, word: Word, config: dict[str, Any], after: int = 0
) -> Iterator[_Entry]:
    """The entries of an object that begins after an offset of the text of a word."""
    text = word.text
    for key, value in config.items():
        written = json.dumps(key)
        at = text.find(written, after)
        if at < 0:  # the key is written with escapes
            yield _Entry(source, word, key, value, word.span(), word.span(), after)
            continue
        end = at + len(written)
        start = _VALUE.match(text, end).end()  # type: ignore[union-attr]
        _, after = _DECODER.raw_decode(text, start)
        key_span = part_of(word, at + 1, end - 1).span()
        value_span = part_of(word, start, after).span()
        yield _Entry(source, word, key, value, key_span, value_span, start)


@dataclass(slots=True)
class _Entry:
    """An entry of the JSON, or of one of its groups."""

    source: Source
    word: Word
    key: str
    value: Any
    key_span: Span
    value_span: Span
    after: int

    @property
    def type(self) -> str:
        return _TYPES.get(type(self.value), "none")

    def entries(self) -> Iterator[_Entry]:
        return _entries(self.source, self.word, self.value, self.after)

    def setting(self, key: str, via: str) -> Setting:
        spec = options_of(FrontEnd.VLLM_ASCEND).get(key)
        is_there = spec is not None and via in spec.via
        made = Setting(
            key,
            str(self.value),
            self.source,
            Span(self.key_span.start, self.value_span.end),
            self.key_span,
            self.value_span,
            spec if is_there else None,
        )
        made.via = via
        made.type = made.value_type = self.type
        return made

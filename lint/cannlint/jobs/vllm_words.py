"""vllm-ascend on a command line: --additional-config as JSON, or its keys in flags of their own.

vLLM puts the flags `--additional-config.GROUP.KEY VALUE` together to one dict, which replaces the
one of --additional-config. A value that is no JSON is a text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cannlint.formats.scripts import ADDITIONAL
from cannlint.jobs.misuse import NO_JSON, Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, part_of
from cannlint.jobs.tables import options_of, table_of
from cannlint.jobs.vllm_ascend import settings_in
from cannlint.text.source import Source
from cannlint.text.span import Span

_FLAG = ADDITIONAL[0]

_DECODER = json.JSONDecoder()
_VALUE = re.compile(r"\s*:?\s*")
"""What stands between a key and its value."""
_STAND_INS = (UNKNOWN_PART, "...", "…", "<", "{{", "$", "%")
"""What a text has where a page, a template or a script puts in something."""
_TYPES = {str: "str", bool: "bool", int: "int", float: "float", list: "list", dict: "dict"}


def _flag_of(word: Word) -> str:
    """The flag of vLLM that a word is or begins with, with dashes."""
    return re.split("[.=]", word.text, maxsplit=1)[0].replace("_", "-")


def jobs_of_vllm(source: Source, words: list[Word]) -> Iterator[Job]:
    """The job of the dict that a command hands to vllm-ascend."""
    keys: list[_Entry] = []
    texts: list[Word] = []
    for number, word in enumerate(words):
        if _flag_of(word) != _FLAG:
            continue
        flag, equals, _ = word.text.partition("=")
        behind = words[number + 1 : number + 2]
        value = [part_of(word, len(flag) + 1, len(word.text))] if equals else behind
        if value and "." in flag:
            keys.append(_entry_of_flag(source, word, flag, value[0]))
        else:
            texts += value
    if keys:
        yield from _job(source, Span(keys[0].key_span.start, keys[-1].value_span.end), keys)
    for text in texts if not keys else ():
        yield from _of_json(source, text)


def _entry_of_flag(source: Source, word: Word, flag: str, written: Word) -> _Entry:
    """What a flag with keys adds to the dict."""
    try:
        value = json.loads(written.text)
    except (ValueError, RecursionError):
        value = written.text
    end = len(flag.removesuffix("+"))
    names = flag[:end].split(".")[1:]
    entry: _Entry | None = None
    for name in reversed(names):
        key_span = part_of(word, end - len(name), end).span()
        entry = _Entry(source, written, name, value, key_span, written.span(), 0, entry)
        end -= len(name) + 1
    assert entry is not None
    return entry


def _of_json(source: Source, word: Word) -> Iterator[Job]:
    """The JSON of --additional-config, where all of it is known."""
    try:
        config = json.loads(word.text)
    except RecursionError:
        return
    except ValueError:
        if _is_meant_as_json(word.text):
            job = Job(FrontEnd.VLLM_ASCEND, source, word.span(), [])
            job.misuses.append(Misuse(NO_JSON, _FLAG, source, word.span(), ""))
            yield job
        return
    if isinstance(config, dict):
        yield from _job(source, word.span(), _entries(source, word, config))


def _job(source: Source, span: Span, entries: Iterable[_Entry]) -> Iterator[Job]:
    job = Job(FrontEnd.VLLM_ASCEND, source, span, [])
    for _, found in settings_in(entries, source):
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
    """An entry of the dict, or of one of its groups.

    `inner` is the only entry of a group that is written in a flag with the keys of both.
    """

    source: Source
    word: Word
    key: str
    value: Any
    key_span: Span
    value_span: Span
    after: int
    inner: _Entry | None = None

    @property
    def type(self) -> str | None:
        if self.inner is not None:
            return "dict"
        is_unknown = isinstance(self.value, str) and UNKNOWN_PART in self.value
        return None if is_unknown else _TYPES.get(type(self.value), "none")

    def entries(self) -> Iterator[_Entry]:
        if self.inner is not None:
            yield self.inner
        else:
            yield from _entries(self.source, self.word, self.value, self.after)

    def setting(self, key: str, via: str) -> Setting:
        spec = options_of(FrontEnd.VLLM_ASCEND).get(key)
        is_there = spec is not None and via in spec.via
        made = Setting(
            key,
            None if self.type is None else str(self.value),
            self.source,
            Span(self.key_span.start, self.value_span.end),
            self.key_span,
            self.value_span,
            spec if is_there else None,
        )
        made.via = via
        made.value_type = self.type
        made.type = self.type or "other"
        return made

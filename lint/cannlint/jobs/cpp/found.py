"""From the words that a C++ source hands to GE and acl to settings and jobs."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.jobs.cpp.expressions import NULL, constant, literal, number, span_of
from cannlint.jobs.cpp.tokens import NAME, Token
from cannlint.jobs.misuse import NULL_TEXT, OUTSIDE, Misuse
from cannlint.jobs.model import Job, start_of
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import key_of_ge, level_of_call, options_of, table_of
from cannlint.text.source import Source
from cannlint.text.span import Span

_SET_OPTION = "aclSetCompileopt"
_ADDS = ("session", "graph")
"""The levels of calls whose options are added to those that an earlier call has set."""
_ENUMERATORS = 17
"""The numbers of options that acl has names for."""


class Entry:
    """A key and a value as they are written."""

    __slots__ = ("key", "value")

    def __init__(self, key: list[Token], value: list[Token]) -> None:
        self.key = key
        self.value = value


class Found:
    """The jobs of a source: one for each call of GE, and one for what acl is told."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.calls: list[Job] = []
        self.acl: Job | None = None

    def jobs(self) -> list[Job]:
        """All jobs in their order."""
        found = [*self.calls, *([self.acl] if self.acl is not None else [])]
        return sorted(found, key=start_of)

    def add_call(self, called: Token, name: str, entries: Sequence[Entry], complete: bool) -> None:
        """A call of GE with the entries of its map."""
        job = Job(FrontEnd.ACLGRPH, self.source, Span(called.start, called.end), [])
        level = level_of_call(name)
        job.complete = complete and level not in _ADDS
        for entry in entries:
            setting = self._entry(name, entry)
            if setting is None:
                job.complete = False
            elif setting.key not in table_of(FrontEnd.GE).others:
                setting.level = level
                job.settings.append(setting)
        if job.settings:
            self.calls.append(job)

    def _entry(self, call: str, entry: Entry) -> Setting | None:
        names = table_of(FrontEnd.ACLGRPH).names
        key = literal(entry.key)
        if key is None:
            key = constant(entry.key, names)
        if key is None or not entry.value:
            return None
        return self._setting(key, key_of_ge(key, level_of_call(call)), call, entry)

    def _setting(self, key: str, spec: OptionSpec | None, via: str, entry: Entry) -> Setting:
        key_span, value_span = span_of(entry.key), span_of(entry.value)
        whole = Span(min(key_span.start, value_span.start), max(key_span.end, value_span.end))
        text = literal(entry.value)
        setting = Setting(key, text, self.source, whole, key_span, value_span, spec)
        setting.via = via
        return setting

    def add_option(self, called: Token, option: list[Token], value: list[Token]) -> None:
        """A call of aclSetCompileopt; acl keeps the last value of each option."""
        name = option[-1].text.rpartition("::")[2] if option[-1].kind == NAME else ""
        is_named = len(option) == 1 and name.startswith("ACL_")
        given = number(option)
        if not value or not (is_named or given is not None):
            return
        if self.acl is None:
            self.acl = Job(FrontEnd.ACL, self.source, Span(called.start, called.end), [])
            self.acl.complete = False
        if given is not None:
            if not 0 <= given < _ENUMERATORS:
                self._misuse(OUTSIDE, option, "ACL_ERROR_INTERNAL_ERROR")
            return
        if len(value) == 1 and value[0].text in NULL and value[0].kind == NAME:
            self._misuse(NULL_TEXT, value, "ACL_ERROR_INVALID_PARAM")
            return
        spec = options_of(FrontEnd.ACL).get(name)
        if spec is None and name not in table_of(FrontEnd.ACL).names:
            return
        self.acl.settings.append(self._setting(name, spec, _SET_OPTION, Entry(option, value)))

    def _misuse(self, kind: str, words: Sequence[Token], raised: str) -> None:
        if self.acl is not None:
            fault = Misuse(kind, _SET_OPTION, self.source, span_of(words), raised)
            self.acl.misuses.append(fault)

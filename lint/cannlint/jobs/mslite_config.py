"""The job of MindSpore Lite's ini file, as converter_lite reads it (grammars/mslite_config.lark).

A section that is there twice is one section. Options of the compiler stand in sections of
MindSpore Lite's own (the table has their keys), and in sections whose keys are those of GE.
"""

from __future__ import annotations

import re

from cannlint.facts import Fact
from cannlint.jobs.conditions import holds
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, OptionSpec, Setting
from cannlint.jobs.tables import groups_of, key_of_ge, options_of, table_of
from cannlint.kinds import Kind
from cannlint.nearest import nearest
from cannlint.syntax.grammar import line_reader
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.syntax.grammar import Parts
    from cannlint.text.source import Source

REFUSED_LINE: Fact[RefusedLine] = Fact("refused-line")
UNREAD_SECTION: Fact[Section] = Fact("unread-section")
ODD_VALUE: Fact[Setting] = Fact("odd-value")
"""A value with quotes or a comment in it, which are a part of it."""


TOP = "DEFAULT"
"""The section of what stands before the first one; nothing reads it."""

_STOPS = ("marked", "twice", "half", "stray")
_QUOTES = ("'", "`")
_COMMENT = re.compile(r"\s[#;](?:\s|$)|\s//")


class RefusedLine:
    """A line that converter_lite stops at; `alternative` is that of the grammar."""

    __slots__ = ("alternative", "span", "text")

    def __init__(self, alternative: str, text: str, span: Span) -> None:
        self.alternative = alternative
        self.text = text
        self.span = span


class Section:
    """A section by its header; `settings` are what stands below it."""

    __slots__ = ("name", "settings", "span")

    def __init__(self, name: str, span: Span) -> None:
        self.name = name
        self.span = span
        self.settings: list[Setting] = []


def read(source: Source) -> JobsReading:
    """What a file sets; a file has one job."""
    reading = JobsReading(source, Kind.MSLITE_CONFIG, [])
    sections = list(_sections(source, reading))
    groups = groups_of(FrontEnd.MSLITE)
    known = [one for one in sections if one.name in groups]
    job = Job(FrontEnd.MSLITE, source, sections[0].span if sections else Span(0, 0), [])
    job.settings = settings_of(known)
    unread = {one.name for one in known if not is_read(job, one.name)}
    job.settings = [setting for setting in job.settings if setting.via not in unread]
    if job.settings:
        job.span = known[0].span
        reading.jobs = [job]
    for section in sections:
        is_unknown = section.name not in groups
        if section.name in unread or (is_unknown and _is_meant(section)):
            reading.note(UNREAD_SECTION, section)
    for setting in job.settings:
        if setting.value is None:
            reading.note(ODD_VALUE, setting)
    return reading


def settings_of(sections: Iterable[Section]) -> list[Setting]:
    """The settings in all sections, those of a section that wins over others behind these."""
    order = table_of(FrontEnd.MSLITE).precedence
    ordered = sorted(
        (one for one in sections if one.name in order), key=lambda one: order.index(one.name)
    )
    return [setting for one in ordered for setting in one.settings]


def is_known(name: str) -> bool:
    """Whether MindSpore Lite has a section of a name."""
    return name in groups_of(FrontEnd.MSLITE)


def is_read(job: Job, name: str) -> bool:
    """Whether a section that MindSpore Lite knows is read with what else is set."""
    condition = groups_of(FrontEnd.MSLITE)[name].get("when")
    return condition is None or holds(job, condition) is not False


def spec_in(name: str, key: str) -> OptionSpec | None:
    """The option that a key is in a section; None where the section does not take it."""
    group = groups_of(FrontEnd.MSLITE).get(name, {})
    level = group.get("level")
    if level is None:
        known = options_of(FrontEnd.MSLITE)
        spec = known.get(f"{name}.{key}") or known.get(key)
        return spec if spec is not None and name in spec.via else None
    return key_of_ge(key, level)


def takes_another(name: str, key: str) -> bool:
    """Whether a section takes a key that is no option of the compiler, or not described."""
    group = groups_of(FrontEnd.MSLITE).get(name, {})
    is_of_ge = "level" in group and key in table_of(FrontEnd.GE).others
    return is_of_ge or key in group.get("keys", ())


def _is_meant(section: Section) -> bool:
    """Whether an unknown section is meant to set what the compiler reads.

    MindSpore Lite has sections for its other parts, and goes on with any name.
    """
    known = options_of(FrontEnd.MSLITE)
    sets_ours = any(setting.key in known for setting in section.settings)
    return sets_ours or meant_section(section.name) is not None


def meant_section(name: str) -> str | None:
    """The section of the compiler that a name is close to: `ascend_context ] # c`."""
    known = table_of(FrontEnd.MSLITE).precedence
    bare = name.strip(" \t").partition("]")[0].strip(" \t").lower()
    return bare if bare in known else nearest(bare, known)


def _sections(source: Source, reading: JobsReading) -> Iterator[Section]:
    """The sections with what is set in them; what stands before the first is a section, too."""
    read_line = line_reader("mslite_config").read
    section: Section | None = None
    for _, start, end in source.lines():
        alternative, parts = read_line(source.text[start:end])
        if alternative == "section":
            if section is not None:
                yield section
            at, text = parts["SECTION"]
            name = text[1:-1].replace('"', "")
            section = Section(name, Span(start + at, start + at + len(text)))
        elif alternative == "entry":
            if section is None:
                section = Section(TOP, Span(start, end))
            setting = _setting(source, start, parts, section.name)
            if not takes_another(section.name, setting.key):
                section.settings.append(setting)
        elif alternative in _STOPS:
            at, text = next(iter(parts.values()))
            span = Span(start + at, start + at + len(text))
            reading.note(REFUSED_LINE, RefusedLine(alternative, text, span))
    if section is not None:
        yield section


def _setting(source: Source, start: int, parts: Parts, section: str) -> Setting:
    """An entry of a section; every `"` is taken out of it."""
    (key_at, key), (at, text) = parts["KEY"], parts["VALUE"]
    name = key.replace('"', "")
    key_span = Span(start + key_at, start + key_at + len(key))
    value_span = Span(start + at, start + at + len(text))
    whole = Span(key_span.start, value_span.end)
    if len(text) > 1 and text[0] == text[-1] == '"':
        value_span = Span(value_span.start + 1, value_span.end - 1)
    value = None if _has_more(text) else text.replace('"', "")
    spec = spec_in(section, name)
    setting = Setting(name, value, source, whole, key_span, value_span, spec)
    setting.via = section
    own = spec.level if spec is not None else None
    setting.level = groups_of(FrontEnd.MSLITE).get(section, {}).get("level", own)
    return setting


def _has_more(text: str) -> bool:
    """Whether a value has what looks as if it were none of it: quotes, or a comment."""
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in _QUOTES
    return is_quoted or _COMMENT.search(text) is not None

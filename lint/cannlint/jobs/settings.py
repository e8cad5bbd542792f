"""Options: as a front end knows them, and as a job sets them."""

from __future__ import annotations

from copy import copy
from enum import Enum

from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypedDict

    from cannlint.jobs.conditions import Condition
    from cannlint.jobs.releases import Release, Row
    from cannlint.text.source import Source

    Choice = tuple[str, Span, str | None]
    """A value that may be, its place, and its type in Python."""

    class Bad(TypedDict, total=False):
        """What becomes of an option: `bad`, `faults`, `missing` and `wrong_field` of a row."""

        outcome: str
        code: str | None
        effect: str
        by: str
        hardware: str
        no_number: str | None
        no_number_outcome: str
        wrong_type: str
        at: str


_NOTHING: Any = {}
"""An object that a row does not have."""


class FrontEnd(str, Enum):
    """Who takes the options and hands them to the compiler; the value is `--front-end`'s."""

    ATC = "atc"
    GE = "ge"
    TF1 = "tf1"
    TF2 = "tf2"
    TORCH = "torch"
    TORCHAIR = "torchair"
    NPUGRAPH_EX = "npugraph_ex"
    ONNXRUNTIME = "onnxruntime"
    MSIT = "msit"
    ACL = "acl"
    ACLGRPH = "aclgrph"
    MINDSPORE = "mindspore"
    MINDFORMERS = "mindformers"
    MSLITE = "mslite"
    VLLM_ASCEND = "vllm_ascend"

    def __str__(self) -> str:
        return self.value


class OptionSpec:
    """One option of one front end, as one release has it: a row of the tables.

    The fields are the keys of the row, which dev/option_tables.schema.json explains, or what a row
    without the key says. `option` is the key as users write it where the row has no other name.
    """

    like: str | None = None
    type: str
    values: Sequence[str] = ()
    means: Mapping[str, str] = _NOTHING
    ignore_case: bool = False
    range: Sequence[int | None] = (None, None)
    bits: int | None = None
    sends_all: bool = False
    syntax: str | None = None
    suffix: str | None = None
    empty: bool = False
    bad: Bad = _NOTHING
    check: str | None = None
    faults: Mapping[str, Bad] = _NOTHING
    default: str | dict[str, str] | None = None
    argument_default: str | None = None
    manual_default: str | dict[str, str] | None = None
    unit: str | None = None

    path: str | None = None
    file: str | None = None
    suffix_file: bool = False
    folder: bool = False

    types: Sequence[str] | None = None
    strict: bool = False
    none: bool | None = None
    truth: bool = False
    as_text: bool = False
    items: str | None = None
    item_values: Sequence[str] = ()
    instance_of: str | None = None
    choices: Sequence[str] = ()

    via: Sequence[str] = ()
    field: str = ""
    wrong_field: Bad = _NOTHING
    takes: Sequence[str] = ()
    argument_range: Sequence[int | None] | None = None
    written_when: Condition | None = None

    when: Condition | None = None
    always: bool = False
    unread: str | None = None
    ignored: str | None = None
    ignored_by: str | None = None
    unread_beside: Sequence[str] = ()
    unused_with: Mapping[str, dict[str, list[str]]] = _NOTHING
    requires: Sequence[str] = ()
    missing: Bad = _NOTHING
    excludes: Sequence[str] = ()
    first_wins: bool = False
    repeat: str | None = None
    backends: Sequence[str] = ()
    names_backend: bool = False

    sent_as: str | None = None
    level: str | None = None
    levels: Sequence[str] | None = None
    at_level: Mapping[str, Row] = _NOTHING

    stage: str | None = None
    single_op: str | None = None
    every_mode: bool = False
    refused_in: Sequence[str] = ()

    use: Sequence[str] = ()
    deprecated: bool | str = False
    reserved: bool = False
    since: str | None = None
    until: str | None = None
    values_since: Mapping[str, str] = _NOTHING
    values_until: Mapping[str, str] = _NOTHING
    formerly: Sequence[Row] = ()
    source: str = ""

    def __init__(self, front_end: FrontEnd, key: str, row: Row) -> None:
        self.front_end = front_end
        self.key = key
        self.option = key
        self.__dict__.update(row)


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
    `session`, `graph` or None. `compiler_release` is that of GE, None if it is not known.
    `value_type` is the type of the value in Python, also in a parameter_map (`bytes` as well), None
    where it is unknown or the file is no script of Python. `choices` are the values that an unknown
    one may be: of defaults, of branches. `may_be_empty`: a variable of the shell is all of it, and
    may be the empty text.
    """

    __slots__ = (
        "choices",
        "compiler_release",
        "key",
        "key_span",
        "level",
        "may_be_empty",
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
        self.compiler_release: Release | None = None
        self.choices: tuple[Choice, ...] = ()
        self.may_be_empty = False

    @property
    def may_be(self) -> Iterator[Setting]:
        """The settings that an unknown value may make of it, each where the value is written."""
        for value, span, kind in self.choices:
            made = Setting(self.key, value, self.source, self.span, self.key_span, span, self.spec)
            made.via, made.level = self.via, self.level
            made.compiler_release = self.compiler_release
            made.type = self.type if self.via == "parameter_map" else kind or "str"
            made.value_type = kind
            yield made

    def with_value(self, value: str) -> Setting:
        """A copy of the setting with another value."""
        other = copy(self)
        other.value = value
        return other

    @property
    def is_literal(self) -> bool:
        """Whether the file has the value letter for letter, so that a part of it has a place."""
        return self.value is not None and self.source.slice(self.value_span) == self.value

    @property
    def sent(self) -> str | None:
        """The value as the compiler gets it: a front end may have names of its own."""
        if self.spec is None or self.value is None:
            return self.value
        return self.spec.means.get(self.value, self.value)

    @property
    def read_value(self) -> str | None:
        """The value as the front end reads it: nothing of another field of a parameter_map."""
        if self.spec is None or self.value is None or self.via != "parameter_map":
            return self.sent
        if self.type != self.spec.field:
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

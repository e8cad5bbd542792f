"""Detect the kind of a file by its content, or else by its name.

Names mislead: `switch_config.txt` is usually a customize_dtypes file, and one `fusion_config.txt`
was a mixlist. So the name only matters if the content could be anything. One exception: operator
types without dtypes are a keep_dtype file, unless the name says customize_dtypes.
"""

from __future__ import annotations

import os
import re
from functools import cache

from cannlint.formats.format import Look, Rank
from cannlint.formats.option_files import is_of_mindformers, shows_config
from cannlint.formats.scripts import (
    ADDITIONAL,
    CONVERTER,
    CPP_SOURCE,
    OTHER_COMMANDS,
    PAGES,
    TUNERS,
    Language,
    language_of,
    names_other,
)
from cannlint.kinds import FORMATS, Kind
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Output:
    """A JSON file that looks like a config file, and that a program wrote or reads for itself.

    Texts, as every run would pay for an Enum.
    """

    FUSION_RESULT = "fusion result"
    MODEL = "model"
    OURS = "report"
    SCHEMA = "schema"
    GRAMMAR = "grammar"


_WITH_PYTHON = (*PAGES, Language.NOTEBOOK, Language.PATCH)
"""The languages of files that may have Python code in them."""

SNIFFED = 1 << 16
"""The kind depends on this number of bytes at the beginning of a file; a script may be longer."""

_ABOUT_NPU = (
    b"npu",
    b"Npu",
    b"NPU",
    b"torchair",
    b"ascend",
    b"mindspore",
    b"vllm",
    b"ExecutionProvider",
    b"ge_initialize",
)
_PROGRAMS = (b"atc", b"ATC", *(name.encode() for name in OTHER_COMMANDS))
_MARKS = (b"subprocess", b"os.system", b"popen", b"getoutput", b"--model", b"--singleop")
"""What a Python script that starts a program has in it: what runs it, or an option of it."""
_ADDITIONAL = f"(?:{'|'.join(ADDITIONAL)})"
_PROGRAM_IN_PYTHON = (
    rf"""["'/ ](?:atc(?:\.bin)?|{"|".join((CONVERTER, *TUNERS))})"""
    r"""(?:["']|[ \t]+[\\"'{%-])"""
    rf"""|["'= ]{_ADDITIONAL}["'= ]"""
).encode()
"""The program as a word of a text, or as a text by itself, which a command may begin with."""

_OUTPUTS = (
    (('"session_and_graph_id', '"match_times"', '"effect_times"'), Output.FUSION_RESULT),
    (('"VT_', '"input_desc"', '"output_desc"'), Output.MODEL),
    (('"cannlint/',), Output.OURS),
    (("json-schema.org/", '"additionalProperties"', '"$defs"'), Output.SCHEMA),
    (('"scopeName"', '"fileTypes"'), Output.GRAMMAR),
)
"""Words in such JSON files; the names of passes and operators in them are no settings."""

_PATTERNS = {
    "json after comments": r"(?:\s|//[^\n]*\n|#[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*[{\[\"]",
    "list": r"\[\s*(?:[\[{\"'\]0-9-]|//|#|$)",
    "header": r"\[[ \t]*[A-Za-z_][^\]\r\n\"]*\][ \t\r]*(?:\n|$)",
    "atc word": r"(?m)(?:^[\ufeff+]?|^[ \t]*[@+-]+|[\s;&|(!`'\"/}{$_.*])"
    r"(?:py)?(?:atc|ATC)(?:\.bin|_[A-Z]+)?[}\"']*"
    r"(?:[ \t]+(?:[-$\\\"'\u2010-\u2014\u2212\uff0d]|\w+=)|(?:[ \t]*\r?\n|,)[ \t]*[\"']?-)",
    "other command": rf"{CONVERTER}[\"'}}]*(?:[ \t]+|[ \t]*\\\r?\n[ \t]*)--"
    rf"|--fmk=|{_ADDITIONAL}(?:\.\w|[\"',]*(?:[ \t=]|[ \t]*\\?\r?\n))"
    rf"|\bmsit[ \t]+convert[ \t]+(?:{'|'.join(TUNERS.values())})\b",
    "tuner": rf"(?m)(?:^|^[ \t]*[@+-]+|[\s;&|(!`'\"/])(?:{'|'.join(TUNERS)})[ \t]"
    r"(?:[^\r\n;&|]|\\\r?\n){0,999}"
    r"--(?:model|framework|job_type)\b",
    "sed in place": r"\bsed\b[^\n]*?[ \t]-(?:\w*i|-in-place)",
}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """A compiled pattern; compiled on first use, because most runs need one or two."""
    return re.compile(_PATTERNS[name])


def kind_of(path: str, data: bytes, loosely: bool = False) -> Kind | None:
    """The kind of a file, or None. `loosely` also trusts names that are common elsewhere."""
    language = language_of(path)
    if language == Language.PYTHON:
        return python_kind(data)
    if language == Language.CPP:
        is_ours = any(call in data for call in CPP_SOURCE.calls)
        return Kind.CPP_SOURCE if is_ours else None
    text = _sniffed_text(data)
    if language == Language.YAML and is_of_mindformers(text):
        return Kind.MINDFORMERS_YAML
    if language is not None or text.startswith("#!"):  # a script or a page, not a config file
        found = _script_kind(text)
        if found is None and len(data) > SNIFFED and any(word in data for word in _PROGRAMS):
            found = _script_kind(_decoded(data))
        if found is None and language == Language.SHELL:
            found = _kind_written(text)
        elif found is None and language in _WITH_PYTHON:
            shows_options = python_kind(data) is not None or shows_config(text)
            found = Kind.ATC_COMMANDS if shows_options else None
        return found
    look = Look(text, os.path.basename(path).lower())
    library = _first(look, (Rank.LIBRARY,))
    if library is not None:
        is_one = FORMATS[library].is_named_so(look.name) or (loosely and _describes(text))
        return library if is_one else None
    if _output(text) is not None:
        return None
    return _config_kind(look, loosely)


def _describes(text: str) -> bool:
    """Whether a text describes operators, and does not only have a key as such a text does."""
    return all(f'"{key}"' in text for key in ("name", "dtype", "output0"))


@cache
def _signs() -> list[tuple[int, Callable[[Look], object], Kind]]:
    """The signs of all formats, those that tell most first."""
    signs = [(rank, fits, kind) for kind, form in FORMATS.items() for rank, fits in form.signs]
    return sorted(signs, key=lambda sign: sign[0])


def _first(look: Look, ranks: Sequence[int], is_json: bool = False) -> Kind | None:
    """The kind of the first sign of some ranks that a file has; JSON is not of every format."""
    for rank, fits, kind in _signs():
        if rank in ranks and (FORMATS[kind].is_json or not is_json) and fits(look):
            return kind
    return None


def _config_kind(look: Look, loosely: bool) -> Kind | None:
    """The kind of a file that is no script: by what is in it, or else by its name."""
    found = _first(look, (Rank.HEADER,))
    if found is not None:
        return found
    is_json = _is_json(look)
    found = _first(look, (Rank.KEYS,) if is_json else range(Rank.KEYWORD, Rank.NAME))
    if found is not None:
        return found
    last = Rank.LOOSEST_NAME if loosely else Rank.COMMON_NAME
    return _first(look, range(Rank.NAME, last + 1), is_json)


def output_in(path: str, data: bytes) -> str | None:
    """What a file is that is no config file, one of `Output`; a script or a page quotes it only."""
    return _output(_sniffed_text(data)) if language_of(path) is None else None


def _output(text: str) -> str | None:
    for words, output in _OUTPUTS:
        if any(word in text for word in words):
            return output
    return None


def python_kind(data: bytes) -> Kind | None:
    """The kind of a Python script, by the names it must use to set options of a front end.

    A script for both front ends is a `tf_script` and is read for both. The bytes are searched
    without decoding, because most scripts in a folder are about something else.
    """
    if any(word in data for word in _ABOUT_NPU):
        for kind, form in FORMATS.items():
            if any(mark in data for mark in form.marks):
                return kind
    return Kind.ATC_COMMANDS if runs_program(data) else None


def runs_program(data: bytes) -> bool:
    """Whether a Python script may start ATC, or another program with options of the compiler.

    Its name is a word of a string, or a string.
    """
    if not any(name in data for name in _PROGRAMS) or not any(name in data for name in _MARKS):
        return False
    return re.search(_PROGRAM_IN_PYTHON, data) is not None


def _script_kind(text: str) -> Kind | None:
    """The kind of a shell script or page: it needs an `atc`, or an `aoe`, with arguments."""
    if ("atc" in text or "ATC" in text) and _pattern("atc word").search(text):
        return Kind.ATC_COMMANDS
    runs_other = names_other(text) and any(
        _pattern(name).search(text) for name in ("other command", "tuner")
    )
    return Kind.ATC_COMMANDS if runs_other else None


def _kind_written(text: str) -> Kind | None:
    """The kind of the Python scripts that a shell script writes options into."""
    if "sed" not in text or not _pattern("sed in place").search(text):
        return None
    for kind, form in FORMATS.items():
        if any(mark.decode() in text for mark in form.marks):
            return kind
    return Kind.TF_SCRIPT if "precision_mode" in text or "implmode" in text else None


def _sniffed_text(data: bytes) -> str:
    return _decoded(data[:SNIFFED])


def _decoded(data: bytes) -> str:
    """The text without a byte order mark: CANN takes the mark for a part of the first name.

    A file is of the same kind with a mark, which is what its rules report.
    """
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = data.decode("utf-16" if is_utf_16 else "utf-8", "replace")
    return text.lstrip(BYTE_ORDER_MARK)


def _is_json(look: Look) -> bool:
    body = look.text.lstrip(BYTE_ORDER_MARK + " \t\r\n")
    if body.startswith(("#", "/")):
        after = _pattern("json after comments").match(body)
        if after is None:
            return False
        body = body[after.end() - 1 :]
    if body.startswith("["):
        return bool(_pattern("list").match(body)) and not _pattern("header").match(body)
    if body.startswith('"'):  # an object without braces, or a list of quoted names
        return _first(look, (Rank.KEYS,)) is not None
    return body.startswith("{")

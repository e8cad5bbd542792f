"""Detect the kind of a file by its content, or else by its name.

Names mislead: `switch_config.txt` is usually a customize_dtypes file, and one `fusion_config.txt`
was a mixlist. So the name only matters if the content could be anything. One exception: operator
types without dtypes are a keep_dtype file, unless the name says customize_dtypes.
"""

from __future__ import annotations

import os
import re
from functools import cache

from cannlint.cann.modes import IMPL_MODES, SELECT_IMPLMODES
from cannlint.kinds import Kind, Language, Output, language_of
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SNIFFED = 1 << 16
"""The kind depends on this number of bytes at the beginning of a file; a script may be longer."""

_ABOUT_NPU = (b"npu", b"Npu", b"NPU", b"torchair", b"ascend", b"mindspore")
_MARKS = (
    ((b"parameter_map", b"NPURunConfig", b"global_options()"), Kind.TF_SCRIPT),
    (
        (
            b"npu.set_option",
            b"set_compile_mode",
            b"allow_hf32",
            b"allow_internal_format",
            b"torchair",
            b"set_context",
            b"ascend_config",
            b"op_precision.",
            b"op_tuning.",
            b"torch_npu.npu",
            b"npu.matmul",
            b"npu.conv",
            b"npu.config",
            b"npu.aclnn",
            b"npugraph_ex",
            b"use_compatible_impl",
            b"set_mm_bmm_format_nd",
            b"device_context",
            b"set_deterministic",
            b"JitConfig",
            b"jit(",
            b"ACL_OP_",
            b"BMMV2_ENABLE",
            b"TORCH_NPU_USE_COMPATIBLE_IMPL",
        ),
        Kind.TORCH_SCRIPT,
    ),
)
"""Words in Python scripts → the kind of the script."""

_ATC_MARKS = (b"subprocess", b"os.system", b"popen", b"getoutput", b"--model", b"--singleop")
"""What a Python script that starts `atc` has in it: what runs it, or an option of it."""
_ATC_IN_PYTHON = (
    rb"""["'/ ]atc(?:\.bin)?(?:["'][ \t\r\n]*[,\]]|[ \t]+[\\"'{%-]"""
    rb"""|["'][ \t]*(?:\+|\r?\n[ \t]*\w+[ \t]*(?:\+=|=[ \t]*\w+[ \t]*\+)))"""
)
"""The program as a word of a text or of a list, or as a text that more is added to."""

_OUTPUTS = (
    (('"session_and_graph_id', '"match_times"', '"effect_times"'), Output.FUSION_RESULT),
    (('"VT_', '"input_desc"', '"output_desc"'), Output.MODEL),
    (('"cannlint/report/', '"cannlint/plan/', '"cannlint/inspect/'), Output.OURS),
)
"""Words in JSON files that a program wrote; the names of passes and operators in them are no
settings."""

_LIBRARY_KEYS = ('"input0"', '"output0"', '"opFile"', '"opInterface"')
_COMMENTS = ("#", "//", ";")
_PATTERNS = {
    "json after comments": r"(?:\s|//[^\n]*\n|#[^\n]*\n|/\*(?:[^*]|\*(?!/))*\*/)*[{\[\"]",
    "fusion key": r"(?i)(?:graph|ub|buffer)_?fusion\s*[\"']?\s*[:：=]?\s*[{\[]"
    r"|FusionPass\s*[\"']?\s*[:：=]\s*[\"'“]?\s*(?:on|off|true|false|null|\d)"
    r"|\{\s*\"(?:graph|ub)fusion\"\s*\}|ExceptionalPassOfO1Level",
    "list key": r"(?i)(?:black|white|gr[ae]y)[-_ ]?list",
    "list of types": r'"(?:black|white|gray)-list"\s*:\s*\[\s*"[A-Z][A-Za-z0-9]*"'
    r'|(?i:(?:black|white|gr[ae]y)[-_ ]?list)"\s*:\s*\{\s*"(?:add|remove)"',
    "switch of all": r'"ALL"\s*:\s*"(?i:on|off)"',
    "update key": r"(?i)to[-_ ]?(?:add|remove)",
    "switch line": r"(?i)\s*(?:#\s*)?[^\s:]+\s*[:：]\s*(?:on|off)\b",
    "pass name": r"(?im)Pass\b|Fusion|\bALL\b|^[ \t]*\.{3,}",
    "mode line": r"(?im)^(?![ \t\ufeff]*[-#\[])(?!.*mode[ \t]*=)"
    rf"(?-i:(?=[^=\n]*[A-Z0-9/]))[^=\n]+=[ \t]*(?:{'|'.join((*IMPL_MODES, *SELECT_IMPLMODES))})\b",
    "misspelt mode": r"(?m)^[ \t\ufeff]*[A-Z]\w*[ \t]*=[ \t]*"
    r"((?i:high|super|enable|support)[-_ ]?(?i:p|f|hi_f|out)\w{4,})[ \t\r]*$",
    "assigned switch": r"(?i)\s*(?=\w*Fusion)\w*Pass\s*=\s*(?:on|off)\b",
    "section": r"(?im)^[ \t\ufeff]*\[[ \t]*By(?:Op|Node)(?:Type|Name)[ \t]*\]",
    "list": r"\[\s*(?:[\[{\"'\]0-9-]|//|#|$)",
    "header": r"\[[ \t]*[A-Za-z_][^\]\r\n\"]*\][ \t\r]*(?:\n|$)",
    "atc word": r"(?m)(?:^\ufeff?|[\s;&|(`'\"/}{$_.])(?:py)?(?:atc|ATC)(?:\.bin|_[A-Z]+)?[}\"']*"
    r"(?:[ \t]+(?:[-$\\\"'\u2010-\u2014\u2212\uff0d]|\w+=)|[ \t]*\r?\n[ \t]*-)",
    "sed in place": r"\bsed\b[^\n]*?[ \t]-(?:\w*i|-in-place)",
    "atc line": r"(?m)^[ \t]*(?:(?:[$]|nohup|sudo)[ \t]+)*(?:[^\s=]*/)?atc[ \t]+-",
    "type line": r"(?i)\s*OpType\s*::?\s*\w",
    "dtype line": r"(?i)\s*OpType\s*::?\s*[\w.]+\s*"
    r"(?:[:：]+\s*(?!OpType)[^\s:：]|.*\b(?:b?float|bf|fp|u?int)\d+\b)",
}
_NAMES = (
    (r"custom\w*_?(?:dtype|precision)|customi[sz]e", Kind.CUSTOMIZE_DTYPES),
    (
        r"(?<![a-z])keep(?:[_-]?d?_?types?)?(?=[.0-9]|$)|(?<![a-z])exe?c[a-z]*_?list(?![a-z])",
        Kind.KEEP_DTYPE,
    ),
    (r"mix_?list|(?<![a-z-])ops?_info(?!.*-)\w*\.json", Kind.MIXLIST),
    (r"fusion_?(?:switch|swith|off)|switch_?fusion", Kind.FUSION_SWITCH),
    (r"op_?precision(?:_?mode)?", Kind.OP_PRECISION),
)
_LOOSE_NAMES = (
    (r"fusi?on|(?<![a-z])fuse(?![a-z])|(?<![a-z])switch\.cfg", Kind.FUSION_SWITCH),
    (r"precision.*\.ini$", Kind.OP_PRECISION),
)


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """A compiled pattern; compiled on first use, because most runs need one or two."""
    return re.compile(_PATTERNS[name])


def kind_of(path: str, data: bytes, loosely: bool = False) -> Kind | None:
    """The kind of a file, or None. `loosely` also trusts names that are common elsewhere."""
    language = language_of(path)
    if language == Language.PYTHON:
        return python_kind(data)
    text = _sniffed_text(data)
    if any(key in text for key in _LIBRARY_KEYS) or _output(text) is not None:
        return None
    if language is not None or text.startswith("#!"):  # a script or a page, not a config file
        found = _script_kind(text)
        if found is None and len(data) > SNIFFED and (b"atc" in data or b"ATC" in data):
            found = _script_kind(_decoded(data))
        if found is None and language == Language.SHELL:
            found = _kind_written(text)
        return found
    found = kind_by_content(text)
    if found is not None and found is not Kind.KEEP_DTYPE:
        return found
    named = _kind_by_name(os.path.basename(path).lower(), text, loosely)
    return named if found is None or named is Kind.CUSTOMIZE_DTYPES else found


def output_in(data: bytes) -> str | None:
    """What CANN or cannlint wrote as this file, one of `Output`; None for any other file."""
    return _output(_sniffed_text(data))


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
        for marks, kind in _MARKS:
            if any(mark in data for mark in marks):
                return kind
    return Kind.ATC_SCRIPT if runs_atc(data) else None


def runs_atc(data: bytes) -> bool:
    """Whether a Python script may start `atc`: as a word of a string, or as a string."""
    if b"atc" not in data or not any(name in data for name in _ATC_MARKS):
        return False
    return re.search(_ATC_IN_PYTHON, data) is not None


def _script_kind(text: str) -> Kind | None:
    """The kind of a shell script or page: it needs an `atc` with arguments."""
    if ("atc" in text or "ATC" in text) and _pattern("atc word").search(text):
        return Kind.ATC_SCRIPT
    return None


def _kind_written(text: str) -> Kind | None:
    """The kind of the Python scripts that a shell script writes options into."""
    if "sed" not in text or not _pattern("sed in place").search(text):
        return None
    for marks, kind in _MARKS:
        if any(mark.decode() in text for mark in marks):
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


def kind_by_content(text: str) -> Kind | None:
    """The kind of a file with this beginning, or None."""
    if "[" in text and _pattern("section").search(text):
        return Kind.OP_PRECISION
    if _is_json(text):
        return _json_kind(text)
    lowered = text.lower()
    if "put" in lowered and _mostly(lowered, _has_dtype_keyword):
        return Kind.CUSTOMIZE_DTYPES
    if "=" in text and (_pattern("mode line").search(text) or _has_misspelt_mode(text)):
        return Kind.OP_PRECISION
    if "=" in text and "Pass" in text and _mostly(text, _pattern("assigned switch").match):
        return Kind.FUSION_SWITCH
    if "atc " in text and _pattern("atc line").search(text):
        return Kind.ATC_SCRIPT
    if ":" not in text and "：" not in text:
        return None
    if _pattern("pass name").search(text) and _mostly(text, _pattern("switch line").match):
        return Kind.FUSION_SWITCH
    if not _mostly(text, _pattern("type line").match):
        return None
    has_dtypes = _mostly(text, _pattern("dtype line").match)
    return Kind.CUSTOMIZE_DTYPES if has_dtypes else Kind.KEEP_DTYPE


def _has_misspelt_mode(text: str) -> bool:
    """Whether an operator type has a value close to a mode."""
    found = _pattern("misspelt mode").search(text)
    if found is None:
        return False
    from cannlint.nearest import nearest

    return nearest(found[1], IMPL_MODES) is not None


def _is_json(text: str) -> bool:
    body = text.lstrip(BYTE_ORDER_MARK + " \t\r\n")
    if body.startswith(("#", "/")):
        after = _pattern("json after comments").match(body)
        if after is None:
            return False
        body = body[after.end() - 1 :]
    if body.startswith("["):
        return bool(_pattern("list").match(body)) and not _pattern("header").match(body)
    if body.startswith('"'):  # an object without braces, or a list of quoted names
        return _json_kind(text) is not None
    return body.startswith("{")


def _json_kind(text: str) -> Kind | None:
    if _pattern("list key").search(text) and (
        _pattern("update key").search(text) or _pattern("list of types").search(text)
    ):
        return Kind.MIXLIST
    has_switches = _pattern("fusion key").search(text) or _pattern("switch of all").search(text)
    return Kind.FUSION_SWITCH if has_switches else None


def _has_dtype_keyword(line: str) -> bool:
    """Whether a lower-case line has `InputDtype` or `OutputDtype` before dtypes or at its end."""
    squeezed = line.replace("_", "").replace(" ", "").replace("：", ":")
    if any(f"putdtype{end}" in squeezed for end in (":", "=", "s:", "s=")):
        return True
    return squeezed.endswith((":inputdtype", ":outputdtype"))


def _mostly(text: str, fits: Callable[[str], object]) -> bool:
    """Whether at least one line matches, and at least half of all lines without comments."""
    fitting = others = 0
    for line in text.splitlines():
        if fits(line):
            fitting += 1
        elif line.strip() and not line.lstrip().startswith(_COMMENTS):
            others += 1
    return fitting > 0 and fitting >= others


def _kind_by_name(name: str, text: str, loosely: bool) -> Kind | None:
    is_json = _is_json(text)
    for pattern, kind in _NAMES + (_LOOSE_NAMES if loosely else ()):
        if re.search(pattern, name) and (not is_json or _may_be_json(kind)):
            return kind
    return None


def _may_be_json(kind: Kind) -> bool:
    return kind in (Kind.MIXLIST, Kind.FUSION_SWITCH)

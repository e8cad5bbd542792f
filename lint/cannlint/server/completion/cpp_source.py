"""Completion in C++ sources: keys, constants and values of options of GE and acl.

The source is read with a probe at the cursor, as it is and with what is still lacking behind it:
the reader tells what the probe is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from cannlint.formats.shown import Item
from cannlint.jobs.cpp.reader import read
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import key_of_ge, level_of_call, options_of, table_of
from cannlint.library.operators import Operators
from cannlint.server.completion.options import names_at, option_item, paths, takes_path, values_of
from cannlint.server.completion.probing import PROBE, OptionPlace
from cannlint.text.source import Source

_WORD = re.compile(r"(?<![\w:])[\w:]*\Z", re.ASCII)
_LITERAL = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)')
_ENUMERATOR = "ACL_PRECISION_MODE"
"""Stands for a name of acl: a name that acl does not have is none of an option."""
_SCOPE = "ge::ir_option::"
_LACKING = ("", f', "{PROBE}"', f', "{PROBE}");', f'] = "{PROBE}";')
"""What may be lacking behind a key that is just being written."""


def cpp_items(
    text: str, offset: int, path: str, operators: Operators | None
) -> tuple[list[Item], int]:
    """What can stand at an offset, and the length of the text that it replaces."""
    typed = _in_literal(text, offset)
    if typed is None:
        word = _WORD.search(text, text.rfind("\n", 0, offset) + 1, offset)
        name = word[0] if word is not None else ""
        return [*_constants(text, offset, name)], len(name.rpartition("::")[2])
    start, end = offset - len(typed), text.find("\n", offset)
    rest = text[offset : end if end >= 0 else len(text)]
    behind = text[offset + _closing(rest) :]
    settings = (_setting_at(f'{text[:start]}{PROBE}"{one}{behind}', start) for one in _LACKING)
    setting = next(filter(None, settings), None)
    items = _in_quotes(setting, typed, path, operators) if setting is not None else ()
    return [*items], len(typed)


def _in_literal(text: str, offset: int) -> str | None:
    """What is written of the literal around an offset in front of it; None outside of literals."""
    start = text.rfind("\n", 0, offset) + 1
    for match in _LITERAL.finditer(text, start, offset):
        if match.end() == offset and not (match[0].endswith('"') and len(match[0]) > 1):
            return text[match.start() + 1 : offset]
    return None


def _closing(rest: str) -> int:
    """How much of the rest of a line belongs to the literal, with the quote that closes it."""
    written = re.match(r'[\w.=/-]*"', rest)
    return written.end() if written is not None else 0


def _setting_at(text: str, at: int) -> Setting | None:
    """The setting whose key or value stands at an offset."""
    jobs = read(Source("probe.cpp", text.encode("utf-8", "surrogatepass"))).jobs
    return next(
        (
            setting
            for job in jobs
            for setting in job.settings
            if setting.span.start <= at <= setting.span.end
        ),
        None,
    )


def _in_quotes(
    setting: Setting, typed: str, path: str, operators: Operators | None
) -> Iterator[Item]:
    """The keys of GE, or the values of an option."""
    if setting.key == PROBE:
        yield from _keys(setting.via or "")
    elif setting.spec is not None and takes_path(setting.spec):
        yield from paths(os.path.dirname(path), typed)
    elif setting.spec is not None:
        yield from values_of(setting.spec, operators)


def _keys(call: str) -> Iterator[Item]:
    """The keys that a call of GE takes."""
    yield from names_at(OptionPlace(FrontEnd.ACLGRPH, call, ""), ())
    for key in options_of(FrontEnd.GE):
        spec = key_of_ge(key, level_of_call(call))
        if spec is not None and spec.levels:
            yield option_item(key, spec, ())


def _constants(text: str, offset: int, typed: str) -> Iterator[Item]:
    """The names of acl, or GE's constants, that can stand where a word is being written."""
    before, behind = text[: offset - len(typed)], text[offset:]
    for lacking in _LACKING:
        for probe in (_ENUMERATOR, f'"{PROBE}"'):
            setting = _setting_at(f"{before}{probe}{lacking}{behind}", len(before) + 1)
            if setting is not None and setting.key == _ENUMERATOR:
                yield from names_at(OptionPlace(FrontEnd.ACL, None, ""), ())
                return
            if setting is not None and setting.key == PROBE:
                yield from _of_ge(setting.via or "", "" if "::" in typed else _SCOPE)
                return


def _of_ge(call: str, scope: str) -> Iterator[Item]:
    """GE's constants of the keys that a call takes, with their scope where it is not there yet."""
    for name, key in table_of(FrontEnd.ACLGRPH).names.items():
        spec = key_of_ge(key, level_of_call(call))
        if spec is not None:
            item = option_item(name, spec, ())
            item.text = f"{scope}{name}" if scope else None
            yield item

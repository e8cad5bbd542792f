"""Shell text that is being written: the command at the cursor, closed so that it can be read.

Only the command is read, with the assignments that its variables need: a script has hundreds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CONTINUED = re.compile(r"\\\r?\n\Z")
_MARK = re.compile(r"\\.|['\"`]|\$\(|[()]|(?:(?<=\s)|\A)#[^\n]*", re.DOTALL)
_CLOSING = {"'": "'", '"': '"', "`": "`", "(": ")"}
_END = re.compile(r"[^\n]*(?:(?<=\\)\n[^\n]*)*")
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)", re.ASCII)
_ASSIGNED = re.compile(
    r"[ \t]*(?:(?:export|local|readonly|declare|typeset)[ \t]+)?([A-Za-z_]\w*)\+?=", re.ASCII
)
_ATC = re.compile(r"(?<![^\s;&|(`'\"])(?:[^\s;&|(`'\"]*/)?(?:py)?atc(?:\.bin)?(?=\s)")
_LAST_WORD = re.compile(r"[^\s'\"`();&|]*\Z")
_LONGEST, _LONGEST_WORD = 20_000, 200
"""Characters of a command, and of the name of an option."""
_HIGHEST, _MOST = 200, 20
"""Lines between an assignment and its end; statements with a variable."""
_FAR = 200_000
"""Characters before and behind a command in which its variables are looked for."""


class ShellCommand:
    """The command at an offset of a text."""

    __slots__ = ("_offset", "_text", "start")

    def __init__(self, text: str, offset: int) -> None:
        self._text = text
        self._offset = offset
        self.start = _first_line(text, offset)

    @property
    def text(self) -> str:
        """The text of the command, as far as its lines continue."""
        end = _END.search(self._text, self._offset)
        assert end is not None
        return self._text[self.start : end.end()]

    def attempts(self, probe: str) -> Iterator[str]:
        """The text of a script with the probe at the cursor, in each way it may be meant."""
        text, offset = self._text, self._offset
        if offset - self.start > _LONGEST:
            return
        word = _LAST_WORD.search(text, max(self.start, offset - _LONGEST_WORD), offset)
        dashes = ("",) if word is not None and word[0].startswith("--") else ("", "--")
        if word is not None and word[0] == "-":
            dashes = ("-",)
        for dash in dashes:
            for start in self._starts():
                opened = _opened(text[start:offset])
                if opened is None:
                    return
                command = f"{text[start:offset]}{dash}{probe}{opened}"
                before = "".join(self._assignments(command, start))
                yield f"{before}{command}\n{self._uses(text[start:offset])}"

    def _starts(self) -> Iterator[int]:
        """Where the command may begin: its first line, the name of ATC, or an assignment above."""
        text, offset = self._text, self._offset
        yield self.start
        *_, last = [None, *_ATC.finditer(text, self.start, offset)]
        if last is not None and last.start() != self.start:
            yield last.start()
        line = self.start
        for _ in range(_HIGHEST):
            assigned = _ASSIGNED.match(text, line)
            if assigned is not None and line < self.start and _opened(text[line:offset]):
                yield line
                return
            if line == 0 or offset - line > _LONGEST:
                return
            line = text.rfind("\n", 0, line - 1) + 1

    def _assignments(self, command: str, start: int) -> Iterator[str]:
        """The assignments above to variables of a command, and to variables of these."""
        text, known, waiting = self._text, set[str](), [command]
        found: dict[int, str] = {}
        while waiting and len(found) < _MOST:
            for name in _VARIABLE.findall(waiting.pop()):
                if name in known:
                    continue
                known.add(name)
                assigned = re.compile(
                    rf"^[ \t]*(?:[a-z]+[ \t]+)?{name}=[^\n]*(?:(?<=\\)\n[^\n]*)*\n", re.MULTILINE
                )
                *_, last = [None, *assigned.finditer(text, max(start - _FAR, 0), start)]
                if last is not None and _opened(last[0]) == "":
                    found[last.start()] = last[0]
                    waiting.append(last[0])
        yield from (found[at] for at in sorted(found))

    def _uses(self, command: str) -> str:
        """The commands behind this one that use the variable it assigns to.

        While the script is not finished there may be none yet; then ATC is meant.
        """
        assigned = _ASSIGNED.match(command)
        if assigned is None:
            return ""
        name, end = assigned[1], self._offset + _FAR
        use = re.compile(rf"^[^\n]*\$\{{?{name}\b[^\n]*(?:(?<=\\)\n[^\n]*)*", re.MULTILINE)
        uses = [match[0] for match in use.finditer(self._text, self._offset, end)][:_MOST]
        is_array = command[assigned.end() :].startswith("(")
        meant = f'atc "${{{name}[@]}}"' if is_array else f"atc ${name}"
        return "\n".join(uses) + "\n" if uses else meant + "\n"


def _first_line(text: str, offset: int) -> int:
    """The start of the first of the lines that continue to the one at an offset."""
    start = text.rfind("\n", 0, offset) + 1
    while start and offset - start < _LONGEST and _CONTINUED.search(text, max(start - 3, 0), start):
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def _opened(text: str) -> str | None:
    """What closes the quotes and brackets that are open at the end of a text; None in a comment."""
    open_: list[str] = []
    for mark in _MARK.finditer(text):
        sign, top = mark[0], open_[-1] if open_ else ""
        if top == "'" or sign.startswith("\\"):
            if sign == "'" and top:
                open_.pop()
        elif sign.startswith("#"):
            if not top and mark.end() == len(text):
                return None
        elif sign == top or (sign == ")" and top == "("):
            open_.pop()
        elif sign in ("$(", "(") and (sign == "$(" or top != '"'):
            open_.append("(")
        elif sign in ('"', "`") or (sign == "'" and top != '"'):
            open_.append(sign)
    return "".join(_CLOSING[sign] for sign in reversed(open_))

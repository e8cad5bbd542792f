"""The two JSON formats against second implementations, short and slow, of what CANN does.

CANN reads with nlohmann/json from a stream: what follows the first value is not looked at, a byte
order mark is skipped, and of a faulty file the value stays behind as far as it was built.
"""

from __future__ import annotations

import math
import re

from hypothesis import given
from hypothesis import strategies as st

from cannlint.formats.fusion_switch import reading as fusion_switch
from cannlint.formats.mixlist import reading as mixlist
from cannlint.text.source import Source
from strategies import mutated

BLANKS = " \t\n\v\f\r"


class Fault(Exception):  # noqa: N818, as CANN has no errors
    """Where the JSON reader gives up."""


class Refused(Exception):  # noqa: N818
    """CANN stops, with these codes; none where it has no code for the user."""


# JSON, as nlohmann reads it


class Json:
    """`value` is what has been read, after a fault what had been begun."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.value: object = None
        self.is_whole = True
        try:
            if data[:1] == b"\xef":
                self.take(rb"\xef\xbb\xbf")
            self.read(lambda value: setattr(self, "value", value))
        except Fault:
            self.is_whole = False

    def take(self, pattern: bytes) -> bytes:
        found = re.compile(pattern, re.DOTALL).match(self.data, self.at)
        if found is None:
            raise Fault
        self.at = found.end()
        return found.group()

    def next(self) -> bytes:
        self.take(rb"[ \t\n\r]*")
        return self.data[self.at : self.at + 1]

    def read(self, put) -> None:
        first = self.next()
        if first in (b"{", b"["):
            self.read_members(put, first)
        elif first == b'"':
            put(self.read_string())
        elif first and first in b"-0123456789":
            self.read_number(put)
        else:
            word = self.take(rb"null|true|false")
            put({b"null": None, b"true": True, b"false": False}[word])

    def read_members(self, put, opening: bytes) -> None:
        closing = {b"{": b"}", b"[": b"]"}[opening]
        members: dict = {}
        items: list = []
        put(members if opening == b"{" else items)
        self.at += 1
        if self.next() == closing:
            self.at += 1
            return
        while True:
            if opening == b"{":
                self.next()
                key = self.read_string()
                members.setdefault(key)  # before its value is read, and there it stays on a fault
                self.next()
                self.take(b":")
                self.read(lambda value, key=key: members.__setitem__(key, value))
            else:
                self.read(items.append)
            self.next()
            if self.take(b"," + b"|" + re.escape(closing)) == closing:
                return

    def read_number(self, put) -> None:
        digits = self.take(rb"-?(?:0|[1-9][0-9]*)")
        rest = self.take(rb"(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
        if self.data[self.at : self.at + 1] in (b"e", b"E") and b"e" not in rest.lower():
            raise Fault
        if self.data[self.at : self.at + 1] == b"." and not rest:
            raise Fault
        if math.isinf(float(digits + rest)):
            raise Fault
        put(float(digits + rest))

    def read_string(self) -> str:
        body = self.take(rb'"(?:[^"\\\x00-\x1f]|\\.)*"')[1:-1]
        try:
            text = re.sub(r"\\(u....|.)", self.unescaped, body.decode(), flags=re.DOTALL)
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            raise Fault from None

    def unescaped(self, escape: re.Match[str]) -> str:
        what = escape[1]
        if len(what) == 5 and re.fullmatch(r"u[0-9a-fA-F]{4}", what):
            return chr(int(what[1:], 16))
        if what not in '"\\/bfnrt':
            raise Fault
        return dict(zip("bfnrt", "\b\f\n\r\t", strict=True)).get(what, what)


# modify_mixlist (manual/mixed-precision-list.md)

FINAL = {  # of an operator that starts in the white, the black, the gray list
    **dict.fromkeys(["b+", "b+ g-", "b+ w-"], "bbb"),
    **dict.fromkeys(["w+", "w+ g-", "b- w+"], "www"),
    **dict.fromkeys(["b-", "b- g+"], "wgg"),
    **dict.fromkeys(["w-", "g+ w-"], "gbg"),
    "g+": "wbg",
}
LISTS = {"w": "white-list", "b": "black-list", "g": "gray-list"}


def mixlist_of(data: bytes) -> dict[str, str]:
    """Operator → its final list by that it starts in."""
    if not data.strip(BLANKS.encode()):
        raise Refused
    json = Json(data)
    if not json.is_whole or not isinstance(json.value, dict):
        raise Refused("E21002")
    asked: dict[str, set[str]] = {}
    for name, updates in json.value.items():
        if name not in LISTS.values() or not isinstance(updates, dict):
            raise Refused("E21002")
        for update, operators in updates.items():
            if update not in ("to-add", "to-remove") or not isinstance(operators, list):
                raise Refused("E21002")
            for operator in operators:
                if not isinstance(operator, str):
                    raise Refused("E21002")
                asked.setdefault(operator, set()).add(name[0] + "-+"[update == "to-add"])
    moves = {operator: FINAL.get(" ".join(sorted(done))) for operator, done in asked.items()}
    if None in moves.values():
        raise Refused("E20003")
    return {operator: ends for operator, ends in moves.items() if ends}


# fusion switch files (manual/fusion-switch.md)

Switches = dict[str, dict[str, bool]]


def switches_of(data: bytes) -> Switches:
    """Group → pass → on."""
    if not data.strip(BLANKS.encode()):
        raise Refused("E21001")
    json = Json(data)
    lines = {} if json.is_whole else switches_of_lines(data.split(b"\n"))
    if json.value is not None:
        check_top(json.value)
    value = json.value if isinstance(json.value, dict) else {}
    switched = value.get("Switch", {})
    return {
        group: {name: on == "on" for name, on in switched.get(group, {}).items() if name} | lines
        for group in ("GraphFusion", "UBFusion")
    }


def switches_of_lines(lines: list[bytes]) -> dict[str, bool]:
    found: dict[str, bool] = {}
    for line in filter(None, lines):  # an empty line is skipped, one of blanks is not
        name, colon, on = (part.strip(BLANKS.encode()) for part in line.partition(b":"))
        key = name.decode("utf-8", "surrogateescape")
        if not colon or on not in (b"on", b"off") or key in found:
            raise Refused("E20003")
        if key:
            found[key] = on == b"on"
    return found


def trimmed(members: dict, *known: str):
    """The members in the order of their keys; CANN trims a key, then looks the trimmed one up."""
    for key in sorted(members, key=str.encode):
        name = key.strip(BLANKS)
        if name not in known:
            raise Refused("E21002")
        yield name, members.get(name)


def check_top(value: object) -> None:
    if not isinstance(value, dict):
        raise Refused("E21001")
    for name, section in trimmed(value, "Switch", "Priority", "ExceptionalPassOfO1Level"):
        if not isinstance(section, list if name.startswith("Exc") else dict):
            raise Refused("E21002")
        for _, group in () if isinstance(section, list) else trimmed(section, *GROUPS):
            if not isinstance(group, dict):
                raise Refused("E21002")
            check_switches(group) if name == "Switch" else check_levels(group)
    if not all(isinstance(name, str) for name in value.get("ExceptionalPassOfO1Level", [])):
        raise Refused


GROUPS = ("GraphFusion", "UBFusion")


def check_switches(group: dict) -> None:
    for name in sorted(group, key=str.encode):
        if not isinstance(group[name], str):
            raise Refused
        if group[name].strip(BLANKS) not in ("on", "off"):
            raise Refused("E21002")


def check_levels(group: dict) -> None:
    seen = set()
    for level, passes in trimmed(group, "Top", "Main", "Down"):
        if not isinstance(passes, dict):
            raise Refused("E21002")
        for name in sorted(passes, key=str.encode):
            if not isinstance(passes[name], str):
                raise Refused
            number, thousand = passes[name].strip(BLANKS), ["Top", "Main", "Down"].index(level)
            is_number = re.fullmatch("[0-9]+", number) is not None
            if name.strip(BLANKS) in seen or not is_number or int(number) // 1000 != thousand:
                raise Refused("E21002")
            seen.add(name.strip(BLANKS))


# At random: well-formed files with some pieces more and some bytes less

SCRAPS = [
    *(b"{", b"}", b"[", b"]", b":", b",", b'"', b"'", b"#", b";", b"//", b"/*", b"*/"),
    *(b"on", b"off", b"ALL", b"A", b"null", b"true", b"nul", b"1e5", b"-0", b"-", b"1e400"),
    *(b"NaN", b"01", b"1.", b"1e", b"0x1", b"123456789012345678901"),
    *(b"\n", b"\r\n", b"\r", b" ", b"\t", b"\v", b"\0", b"\x1f", b"\x7f", b'""', b"{}", b"[]"),
    *(b"\\u0041", b"\\ud800", b"\\ud83d\\ude00", b"\\udc00", b"\\x", b"\\/", b"A:on\n", b":off\n"),
    *(b"\xff", b"\xef\xbb", b"\xed\xa0\x80", b"\xc0\x80", "\ufeff\u8282\uff1a\xe9".encode()),
    *(b'"Switch"', b'" Switch"', b'"Priority"', b'"Top"', b'"GraphFusion"', b'"on "', b'"7"'),
    *(b'"white-list"', b'"to-add"', b'"A"', b'"A","A"'),
]
MIXLISTS = [
    b'{"white-list": {"to-add": ["A", "B"], "to-remove": ["C"]}, "black-list": {"to-add": ["C"]}}',
    b'{"gray-list": {"to-add": ["A"]},\n "white-list": {"to-remove": ["A", "A"]}}\n',
    b'\xef\xbb\xbf{"black-list": {"to-add": ["A"]}, "gray-list": {"to-remove": ["A"]}} {}',
    b'{"white-list": {"to-add": ["A"]}, "gray-list": {"to-remove": ["B"]}}',
]
SWITCH_FILES = [
    b"A:off\nB : on\r\n\n# C:off\nALL:on",
    b'{"Switch": {"GraphFusion": {"A": "off", " B": "on "}, "UBFusion": {"": "on", "A": "on"}}}',
    b'{"Priority": {"UBFusion": {"Top": {"A": "7"}, "Main": {"B": "1000"}, "Down": {"C": "02"}}}}',
    b'{"ExceptionalPassOfO1Level": ["A"], " Switch": 1, "Switch": {"UBFusion": {"A": "off"}}}',
    b'{"Switch": {"GraphFusion": {"A": "off"}}, "Switch": {"UBFusion": {}}, "Priority": {}} x',
]


@st.composite
def one_of(draw: st.DrawFn, well_formed: list[bytes]) -> bytes:
    return mutated(draw, draw(st.sampled_from(well_formed)), SCRAPS, cut=4)


def files(well_formed: list[bytes]) -> st.SearchStrategy[bytes]:
    return one_of(well_formed) | st.lists(st.sampled_from(SCRAPS), max_size=8).map(b"".join)


@given(files(MIXLISTS))
def test_a_mixlist_is_read_as_by_cann(data: bytes):
    reading = mixlist.read(Source("file", data))
    try:
        expected = mixlist_of(data)
    except Refused as refused:
        assert (reading.accepted, list(dict.fromkeys(reading.codes))) == (False, [*refused.args])
        return
    assert reading.final() == {
        operator: {LISTS[start]: LISTS[end] for start, end in zip("wbg", ends, strict=True)}
        for operator, ends in expected.items()
    }
    assert reading.accepted


@given(files(SWITCH_FILES))
def test_a_fusion_switch_file_is_read_as_by_cann(data: bytes):
    reading = fusion_switch.read(Source("file", data))
    try:
        expected = switches_of(data)
    except Refused as refused:
        assert (reading.accepted, reading.codes) == (False, [*refused.args])
        return
    assert (reading.accepted, reading.switches) == (True, expected)

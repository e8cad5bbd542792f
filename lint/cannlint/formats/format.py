"""What the rest of the program asks about a kind of file.

Each kind has one value of a class derived from `Format`, in the folder of the kind; `table.py`
lists them. A method imports what it needs when it is called: most runs need one kind, and those who
call `look_up` or `completions` stand above what these import.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from cannlint.formats.inspection import Inspection
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Sign = tuple[int, Callable[["Look"], object]]
    """How much a sign tells (`Rank`), and whether a file has it."""

CHANGES = CAME, GONE, DTYPES, MODES, LIST, SWITCH = (
    "came",
    "gone",
    "dtypes",
    "modes",
    "list",
    "switch",
)
"""The properties of an operator or pass that an entry may depend on."""


class Rank:
    """How much a sign tells about a file: those of a lower rank are looked for first.

    Of signs of one rank, the order of kinds decides. Texts without JSON have no KEYS, and JSON has
    nothing that comes after them but names.
    """

    LIBRARY = 0
    """It is a file of an operator library: never guessed."""
    HEADER = 1
    """A section that only one format has."""
    KEYS = 2
    """Keys of JSON."""
    KEYWORD = 3
    """A keyword in most lines."""
    VALUE = 4
    """A value that only one format has."""
    COMMAND = 5
    SWITCHES = 6
    TYPES = 7
    """Operator types with something behind them."""
    BARE_TYPES = 8
    NAME = 9
    """The name of the file."""
    COMMON_NAME = 10
    LOOSE_NAME = 11
    """A name that is common elsewhere: it tells only of a file that the user has named."""
    LOOSEST_NAME = 12


class Look:
    """A file as signs see it: its beginning without a byte order mark, and its name in lower case.

    `text` is the beginning, `name` the last part of its path.
    """

    __slots__ = ("name", "text")

    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name


_COMMENTS = ("#", "//", ";")


def mostly(text: str, fits: Callable[[str], object]) -> bool:
    """Whether at least one line fits, and at least half of all lines without comments."""
    fitting = others = 0
    for line in text.splitlines():
        if fits(line):
            fitting += 1
        elif line.strip() and not line.lstrip().startswith(_COMMENTS):
            others += 1
    return fitting > 0 and fitting >= others


class Entry:
    """An entry that names an operator type, or a pass and the switch it gets, `value`.

    `groups` are those of the pass: a line of the text form counts in both. `changes` is what of
    the operator or pass has moved in another library; `is_compared` is False where a library does
    not tell.
    """

    __slots__ = ("changes", "groups", "is_compared", "name", "value")

    def __init__(self, name: str, groups: tuple[str, ...] = (), value: str = "") -> None:
        self.name = name
        self.groups = groups
        self.value = value
        self.changes: tuple[str, ...] = ()
        self.is_compared = True


class Format:
    """A kind of file. What is said here holds for a kind that does not say otherwise.

    `role`: a user's `config` file, a file of a `library`, a `script`, or our `configuration`.
    `option` is the ATC flag that names such a file, `rule_prefix` begins the codes of its rules.
    A format `has_lines`, `is_json`, or both. `grammar` and `schema` are the files that say what is
    accepted (grammars/, schemas/). `signs` tell a file of this kind by its content or its name.
    `key` is a pattern for the key of a line, from its first character; without one, what a place
    belongs to is an option. `comments` is the language of comments that CANN does not see.
    `new_file` is the name of a file that `suggest` writes. `empty` is the text that a folder in
    place of a file is read as. `concerns` are the properties of an operator or a pass that an entry
    depends on (library/entries.py). A plan `needs_graph` to say something certain about an entry.
    A file `is_read_by_front_end` if the compiler does not read it itself.
    An error of a file that `refuses_related` is also about the places related to it. An entry that
    `sets_modes` is about implementation modes, any other about dtypes.
    `front_ends` are those whose options are in a script (jobs/settings.py), and `marks` are words
    that tell a Python script of this kind.
    `shows_passes` is whether `inspect` shows the passes of a library with what the file says.
    """

    role = "config"
    option = ""
    rule_prefix = ""
    is_json = False
    has_lines = False
    grammar: str | None = None
    schema: str | None = None
    signs: tuple[Sign, ...] = ()
    key: str | None = None
    comments: str | None = None
    new_file: str | None = None
    empty = b""
    concerns: tuple[str, ...] = ()
    front_ends: tuple[str, ...] = ()
    marks: tuple[bytes, ...] = ()
    needs_graph = True
    is_read_by_front_end = False
    refuses_related = False
    sets_modes = False
    shows_passes = False

    def is_named_so(self, name: str) -> bool:
        """Whether a file of a library has the name that it has in an install."""
        return False

    def comment_language(self, path: str) -> str | None:
        """The language whose comments a file has; None for a format without comments."""
        return self.comments

    def read(self, source: Source) -> Reading:
        """CANN's reading of a file."""
        raise NotImplementedError

    def look_up(self, reading: Any, operators: Operators) -> Lookups:
        """What the operator library says about the names, dtypes and modes in a file."""
        from cannlint.lookup import Lookups

        return Lookups(operators)

    def is_meant_as_json(self, reading: Any) -> bool:
        """Whether the writer meant a file as JSON."""
        return self.is_json

    def accounts(self, reading: Any, operators: Operators) -> Iterator[Account]:
        """The rows of `cannlint inspect`: what CANN makes of each line or entry."""
        return iter(())

    def add_effect(self, entry: Inspection, reading: Any, library: Library | None) -> None:
        """Add what an accepted file is to CANN to its entry in cannlint/inspect/1."""
        entry["by_name"] = reading.effect(is_type=False)
        entry["by_type"] = reading.effect(is_type=True)

    def summary(self, reading: Any, operators: Operators) -> str:
        """The same in a few words."""
        types, nodes = reading.effect(is_type=True), reading.effect(is_type=False)
        return types_and_nodes(len(types), len(nodes) - self.misread(reading, operators))

    def misread(self, reading: Any, operators: Operators) -> int:
        """How many lines CANN reads as the name of a node that none has."""
        accounts = self.accounts(reading, operators)
        return sum(one.shows_findings and not one.counts for one in accounts)

    def entries(self, reading: Any) -> tuple[list[Entry], int]:
        """The entries of an accepted file that name operator types or passes.

        With them the number of those that name nodes, whose types are not known.
        """
        by_type = [Entry(name) for name in reading.effect(is_type=True)]
        return by_type, len(reading.effect(is_type=False))

    def places(self, reading: Any, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The names in a file: of lines those in a span, of JSON all.

        With `has_parts` also what belongs to them: dtypes and modes.
        """
        return iter(())

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset; nothing where any text is allowed."""
        return iter(())


def types_and_nodes(types: int, nodes: int) -> str:
    """How many operator types and nodes a file is about."""
    from cannlint.language import counted, enumerated

    return enumerated([counted(types, "operator type"), counted(nodes, "node")])

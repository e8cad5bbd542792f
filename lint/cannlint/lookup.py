"""Look-ups: what the operator library says about the names, dtypes and modes in a file."""

from __future__ import annotations

from cannlint.facts import MOST, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.facts import Fact, Facts, Part
    from cannlint.library.operators import Operators


class Lookups:
    """The facts that the library adds to those of a reading.

    `facts` is empty where the library has everything that the file names, as it is named. `names`
    are those of the passes in a fusion switch file whose places were looked for.
    """

    __slots__ = ("facts", "names", "operators")

    def __init__(self, operators: Operators) -> None:
        self.operators = operators
        self.facts: Facts = {}
        self.names: set[str] = set()

    def note(self, fact: Fact[Part], part: Part) -> None:
        """Record a fact about a part of the file."""
        record(self.facts, fact, part)

    def is_full(self, fact: Fact[Part]) -> bool:
        """Whether more parts of the file with this fact would not be kept."""
        return len(self.facts.get(fact, ())) >= MOST

    def parts_with(self, fact: Fact[Part]) -> list[Part]:
        """The parts of the file that a fact was recorded about, in the order of the file."""
        return self.facts.get(fact, [])


class UnknownType:
    """An operator type that the library does not have.

    `missing` are the folders of the SoCs asked for that lack it, `elsewhere` those that have it.
    It is not `is_certain` in a release of which not every operator is known.
    """

    __slots__ = ("elsewhere", "is_certain", "missing", "name")

    def __init__(self, name: str, missing: tuple[str, ...], elsewhere: tuple[str, ...]) -> None:
        self.name = name
        self.missing = missing
        self.elsewhere = elsewhere
        self.is_certain = True


def unknown_type(name: str, operators: Operators) -> UnknownType | None:
    """Look up an operator type; None where the SoCs asked for have it."""
    missing = operators.missing_from(name)
    if not missing and operators.may_lack(name):
        unknown = UnknownType(name, operators.folders, ())
        unknown.is_certain = False
        return unknown
    if not missing:
        return None
    return UnknownType(name, missing, tuple(operators.everywhere(name)))

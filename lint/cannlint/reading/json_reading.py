"""What the readings of JSON files have in common."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.reading.base import Reading, too_many
from cannlint.schema import allows
from cannlint.syntax.json_value import IRREGULAR, plain_json
from cannlint.text.source import MOST_ENTRIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.kinds import Kind
    from cannlint.reading.json_places import Overridden, Places
    from cannlint.syntax.json_nodes import Document, JsonFault, Node
    from cannlint.text.source import Source
    from cannlint.text.span import Span
    from cannlint.validation import Violation

EMPTY_FILE: Fact[None] = Fact("empty-file")
INVALID_JSON: Fact[JsonFault] = Fact("invalid-json")
JSON_COMMENT: Fact[JsonFault] = Fact("json-comment")
TRAILING_COMMA: Fact[JsonFault] = Fact("trailing-comma")
TRAILING_CONTENT: Fact[Span] = Fact("trailing-content")
DUPLICATE_KEY: Fact[Overridden] = Fact("duplicate-key")
"""A key comes again in its object: the member, the one after it, and the last with the key."""
NOT_AN_OBJECT: Fact[None] = Fact("not-an-object")

NOT_JSON = object()
"""The result of `read_value` if the text is not JSON."""


class JsonReading(Reading):
    """A reading of JSON; positions are computed only when they are needed."""

    __slots__ = ("_document", "_found", "_places")

    def __init__(self, source: Source, kind: Kind) -> None:
        super().__init__(source, kind)
        self._found: tuple[object, list[Violation]] | None = None
        self._document: Document | None = None
        self._places: Places | None = None

    @property
    def document(self) -> Document:
        """The file as nodes with positions; slow for a large file."""
        if self._document is None:
            self._document = self._located()
        return self._document

    @property
    def root(self) -> Node | None:
        """The value as nodes with positions; None if it is not clear."""
        return self.document.clear_root

    @property
    def places(self) -> Places:
        """Finds the members of the root by their paths."""
        if self._places is None:
            from cannlint.reading.json_places import Places

            self._places = Places(self.root)
        return self._places

    def read_value(self, most_values: int = MOST_ENTRIES) -> object:
        """The value of the file, or NOT_JSON; raises if it has too many values.

        Places are not looked for where the standard library takes the text. Where there are too
        many values, one that is no object will do: none of CANN's readers takes that.
        """
        value = plain_json(self.source.text, most_values)
        if value is not IRREGULAR:
            return value
        document = self.document
        root = document.root
        if document.faults or root is None:
            return NOT_JSON
        if document.is_cut and root.sort == "object":
            raise too_many(self.source)
        return root.plain

    def judged(self, value: object) -> object:
        """The value as the schema says it, of the same form: where a file has values of its own."""
        return value

    def refuse_by(self, name: str, value: object) -> None:
        """Refuse the file with CANN's code if the value violates the schema.

        Raises CannlintError where it may, and jsonschema is not installed.
        """
        judged = self.judged(value)
        if allows(name, judged):
            return
        from cannlint.validation import violations

        found = violations(name, judged)
        self._found = value, found
        for violation in found[:1]:
            self.refuse(*((violation.code,) if violation.code is not None else ()))

    def note_syntax(self) -> None:
        """Record the syntax errors."""
        from cannlint.syntax.json_nodes import Slip

        facts = {Slip.COMMENT: JSON_COMMENT, Slip.TRAILING_COMMA: TRAILING_COMMA}
        for fault in self.document.faults:
            if fault.slip is not Slip.BAD_BYTE:  # a fact about the bytes of any file
                self.note(facts.get(fault.slip, INVALID_JSON), fault)

    def note_lost(self) -> None:
        """Record what CANN ignores: earlier values of duplicate keys, and text after the value."""
        if self._document is None:
            return  # the standard library took the text, and there is nothing of the kind in it
        from cannlint.reading.json_places import overridden

        for lost in overridden(self.root):
            self.note(DUPLICATE_KEY, lost)
        if self._document.trailing is not None:
            self.note(TRAILING_CONTENT, self._document.trailing)

    def note_violations(self, schema: str) -> None:
        """Record the violations of the schema."""
        root = self.root
        if root is None or allows(schema, self.judged(root.plain)):
            return
        from cannlint.reading.json_places import FACTS, located
        from cannlint.validation import violations

        is_known = self._found is not None and self._found[0] == root.plain
        value = self.judged(root.plain)
        found = self._found[1] if is_known and self._found else violations(schema, value)
        for fault in located(found, self.places):
            self.note(FACTS[fault.keyword], fault)

    def _located(self) -> Document:
        from cannlint.syntax.json_scanner import parse_json

        return parse_json(self.source.text)

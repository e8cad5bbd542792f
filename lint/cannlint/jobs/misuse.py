"""How a script calls a front end wrongly, whatever the values: arguments and keys of dicts."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source
    from cannlint.text.span import Span

TOO_MANY = "too-many"
MISSING = "missing"
UNKNOWN = "unknown"
NO_DICT = "no-dict"
KEY_TYPE = "key-type"
VALUE_TYPE = "value-type"
VALUE = "value"
PROVIDERS = "providers"
NO_PROVIDER = "no-provider"
EMPTY = "empty"
NULL_TEXT = "null"
STRAY = "stray"
VALUELESS = "valueless"
OUTSIDE = "outside"
PATH = "path"
NO_JSON = "no-json"


class Misuse:
    """One place where Python raises an exception; `kind` is one of the above.

    `name` is what is called or set, `values` are those of the message of the kind (rule JB342).
    """

    __slots__ = ("kind", "name", "raised", "source", "span", "values")

    def __init__(
        self, kind: str, name: str, source: Source, span: Span, raised: str, **values: object
    ) -> None:
        self.kind = kind
        self.name = name
        self.source = source
        self.span = span
        self.raised = raised
        self.values = values

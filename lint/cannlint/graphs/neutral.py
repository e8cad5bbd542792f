"""The neutral graph file `cannlint/graph/1` (contracts 6; schemas/graph.schema.json)."""

from __future__ import annotations

from cannlint.cann.dtypes import DTYPES, MISTAKEN, SPELLINGS
from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.graphs.assemble import assemble, limited
from cannlint.graphs.model import Node, Tensor
from cannlint.language import Phrase, said, translated
from cannlint.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.graphs.json_stream import JsonStream
    from cannlint.graphs.model import Graph

SCHEMA = "cannlint/graph/1"

_INPUT_KEYS = frozenset(("dtype", "from", "attrs"))
_OUTPUT_KEYS = frozenset(("dtype", "attrs"))
_NODE_KEYS = frozenset(
    (
        "name",
        "type",
        "inputs",
        "outputs",
        "attrs",
        "judge",
        "engine",
        "origin_type",
        "origin_names",
        "subgraph",
    )
)


class _FieldError(Exception):
    """A field is not as it has to be; the text begins with the field."""


class _Fields:
    """Takes the nodes over, and remembers the keys that are none of the form's."""

    __slots__ = ("strange",)

    def __init__(self) -> None:
        self.strange: dict[str, str] = {}

    def node(self, raw: Any) -> Node:
        """A node from its object; _FieldError where a field is not as it has to be."""
        _check(raw, dict, "", Phrase("an object"))
        name = _required(raw, "name", str, Phrase("a string"))
        node = Node(
            name,
            _required(raw, "type", str, Phrase("a string")),
            [
                None if item is None else self._tensor(item, f"inputs[{number}]", name)
                for number, item in enumerate(_required(raw, "inputs", list, Phrase("an array")))
            ],
            [
                self._tensor(item, f"outputs[{number}]", name, is_output=True)
                for number, item in enumerate(_required(raw, "outputs", list, Phrase("an array")))
            ],
        )
        node.attrs = _optional(raw, "attrs", dict, Phrase("an object")) or {}
        node.judged = _optional(raw, "judge", bool, Phrase("true or false")) is not False
        node.engine = _optional(raw, "engine", str, Phrase("a string"))
        node.origin_type = _optional(raw, "origin_type", str, Phrase("a string"))
        node.origin_names = _origin_names(raw)
        node.in_subgraph = _optional(raw, "subgraph", bool, Phrase("true or false")) is True
        if raw.keys() - _NODE_KEYS:
            self._remember(raw.keys() - _NODE_KEYS, "", name)
        return node

    def _tensor(self, raw: Any, field: str, node: str, is_output: bool = False) -> Tensor:
        _check(
            raw,
            dict,
            field,
            Phrase("an object" if is_output else "an object or null"),
        )
        keys = _OUTPUT_KEYS if is_output else _INPUT_KEYS
        if raw.keys() - keys:
            self._remember(raw.keys() - keys, f"{field}.", node)
        source = None if is_output else raw.get("from")
        attrs = raw.get("attrs")
        if attrs is not None:
            _check(attrs, dict, f"{field}.attrs", Phrase("an object"))
        return Tensor(
            _dtype(raw.get("dtype"), field),
            None if source is None else _producer(source, field),
            attrs,
        )

    def _remember(self, keys: set[str], prefix: str, node: str) -> None:
        for key in sorted(keys):
            self.strange.setdefault(
                key,
                said(
                    "`{prefix}{key}` of node `{node}`",
                    prefix=prefix,
                    key=quoted(key),
                    node=quoted(node),
                ),
            )

    def notes(self) -> list[str]:
        """A sentence about each key that was ignored, at the first node that has it."""
        return [
            said("{where} is not a key of {schema} and is ignored", where=where, schema=SCHEMA)
            for where in self.strange.values()
        ]


def read(stream: JsonStream) -> Graph:
    """The graph of a file in the neutral form.

    Raises CannlintError that names the node and the field.
    """
    fields = _Fields()
    nodes: list[Node] | None = None
    schema: Any = None
    for key in stream.members():
        if key == "nodes":
            nodes = _nodes(stream, fields)
        elif key == "schema":
            schema = stream.value()
        else:
            stream.value()
    stream.end()
    if schema != SCHEMA:
        raise CannlintError(
            '{path}: `schema` has to be "{schema}"', path=stream.path, schema=SCHEMA
        )
    if nodes is None:
        raise CannlintError(
            "{path}: there is no `nodes`, the array of the graph's nodes", path=stream.path
        )
    graph = assemble(stream.path, SCHEMA, nodes)
    graph.notes.extend(fields.notes())
    return graph


def _nodes(stream: JsonStream, fields: _Fields) -> list[Node]:
    if stream.peek() != "[":
        raise CannlintError("{path}: `nodes` has to be an array", path=stream.path)
    nodes: list[Node] = []
    for _ in limited(stream.path, stream.items()):
        raw = stream.value()
        try:
            nodes.append(fields.node(raw))
        except _FieldError as error:
            raise CannlintError(f"{stream.path}: {_which(raw, len(nodes))}: {error}") from None
    return nodes


def _which(raw: Any, number: int) -> str:
    name = raw.get("name") if isinstance(raw, dict) else None
    return said("node `{name}`", name=quoted(name)) if isinstance(name, str) else f"nodes[{number}]"


def _dtype(written: Any, field: str) -> str | None:
    if written is None:
        return None
    _check(written, str, f"{field}.dtype", Phrase("a string"))
    dtype = SPELLINGS.get(written) or SPELLINGS.get(written.lower())
    if dtype is None:
        meant = MISTAKEN.get(written.lower()) or nearest(written, DTYPES)
        hint = (
            said("did you mean `{meant}`?", meant=meant)
            if meant
            else translated("leave it out where it is not known")
        )
        raise _FieldError(
            said(
                "{field}.dtype: `{written}` is not a dtype; {hint}",
                field=field,
                written=quoted(written),
                hint=hint,
            )
        )
    return dtype


def _producer(source: Any, field: str) -> tuple[str, int]:
    if isinstance(source, list) and len(source) == 2:
        name, index = source
        if isinstance(name, str) and type(index) is int:
            return name, index
    raise _FieldError(
        said("{field}.from has to be [name of the producer, index of its output]", field=field)
    )


def _origin_names(raw: dict[str, Any]) -> tuple[str, ...]:
    names = _optional(raw, "origin_names", list, Phrase("an array of strings")) or ()
    for number, name in enumerate(names):
        _check(name, str, f"origin_names[{number}]", Phrase("a string"))
    return tuple(names)


def _required(raw: dict[str, Any], key: str, kind: type, shape: str) -> Any:
    if key not in raw:
        raise _FieldError(said("there is no `{key}`; it has to be {shape}", key=key, shape=shape))
    return _check(raw[key], kind, key, shape)


def _optional(raw: dict[str, Any], key: str, kind: type, shape: str) -> Any:
    value = raw.get(key)
    return None if value is None else _check(value, kind, key, shape)


def _check(value: Any, kind: type, field: str, shape: str) -> Any:
    if not isinstance(value, kind):
        raise _FieldError(
            said("{field} has to be {shape}", field=field or Phrase("it"), shape=shape)
        )
    return value

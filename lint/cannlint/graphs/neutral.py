"""The neutral graph file `cannlint/graph/1` (docs/graphs.md#the-neutral-form).

schemas/graph.schema.json decides what a node may be; the names of dtypes and what goes from node to
node (assemble.py) are beyond it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from cannlint.cann.dtypes import DTYPES, MISTAKEN, SPELLINGS
from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.graphs.assemble import assemble, limited
from cannlint.graphs.json_stream import JsonStream
from cannlint.graphs.model import ORIGINAL_FORMATS, Graph, Node, Tensor
from cannlint.language import Phrase, said, translated
from cannlint.nearest import nearest
from cannlint.schema import part_of, test_of
from cannlint.validation import Violation

if TYPE_CHECKING:
    from cannlint.schema import Path


class _FieldError(Exception):
    """A field has a wrong value; the message begins with the field."""


SCHEMA, _NODE = "graph", "node"


@cache
def _keys(part: str) -> tuple[str, ...]:
    """The keys that a part of the schema names, and the part that it refers to."""
    found = part_of(SCHEMA, "$defs", part)
    reference = found.get("$ref", "").rpartition("/")[2]
    return (*(_keys(reference) if reference else ()), *found.get("properties", ()))


def _name() -> str:
    """The value of `schema` in a file."""
    return str(part_of(SCHEMA, "properties", "schema")["const"])


def read(stream: JsonStream) -> Graph:
    """The graph of a file in the neutral form.

    Raises CannlintError that names the node and the field.
    """
    fields = _Fields()
    nodes: list[Node] = []
    top: dict[str, object] = {}
    for key in stream.members():
        if key == "nodes":
            nodes, top[key] = _nodes(stream, fields), []
        else:
            value = stream.value()
            if key == "schema":
                top[key] = value
    stream.end()
    wrong = _wrong_keys(top)
    if "schema" in wrong:
        raise CannlintError(
            '{path}: `schema` has to be "{schema}"', path=stream.path, schema=_name()
        )
    if wrong:
        raise CannlintError(
            "{path}: there is no `nodes`, the array of the graph's nodes", path=stream.path
        )
    graph = assemble(stream.path, _name(), nodes)
    graph.notes.extend(fields.notes())
    return graph


def _wrong_keys(top: dict[str, object]) -> set[str]:
    """The keys of the file, without its nodes, that are missing or have a wrong value."""
    if test_of(SCHEMA)(top):
        return set()
    from cannlint.validation import violations

    return {str((*found.path, *found.expected)[0]) for found in violations(SCHEMA, top)}


def _nodes(stream: JsonStream, fields: _Fields) -> list[Node]:
    if stream.peek() != "[" and "nodes" in _wrong_keys({"nodes": stream.value()}):
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


class _Fields:
    """Takes nodes over, and remembers the keys that the schema does not name.

    `formats` has the formats that are not original ones, each with the first tensor that has it.
    """

    __slots__ = ("_allows", "_inputs", "_nodes", "_outputs", "formats", "unknown")

    def __init__(self) -> None:
        self.unknown: dict[str, str] = {}
        self.formats: dict[str, str] = {}
        self._allows = test_of(SCHEMA, _NODE)
        self._nodes, self._inputs, self._outputs = (
            frozenset(_keys(part)) for part in (_NODE, "input", "output")
        )

    def node(self, raw: Any) -> Node:
        """A node from its JSON object; raises _FieldError for a wrong field."""
        if not self._allows(raw):
            from cannlint.validation import violations

            raise _FieldError(_sentence(min(violations(SCHEMA, raw, _NODE), key=_rank)))
        name = raw["name"]
        inputs = [
            None if item is None else self._tensor(item, f"inputs[{number}]", name, self._inputs)
            for number, item in enumerate(raw["inputs"])
        ]
        outputs = [
            self._tensor(item, f"outputs[{number}]", name, self._outputs)
            for number, item in enumerate(raw["outputs"])
        ]
        if not self._nodes >= raw.keys():
            self._remember(raw.keys() - self._nodes, "", name)
        node = Node(name, raw["type"], inputs, outputs)
        node.attrs = raw.get("attrs") or {}
        node.judged = raw.get("judge") is not False
        node.engine = raw.get("engine")
        node.origin_type = raw.get("origin_type")
        node.origin_names = tuple(raw.get("origin_names") or ())
        node.in_subgraph = raw.get("subgraph") is True
        return node

    def _tensor(self, raw: Any, field: str, node: str, keys: frozenset[str]) -> Tensor:
        if not keys >= raw.keys():
            self._remember(raw.keys() - keys, f"{field}.", node)
        source = raw.get("from") if "from" in keys else None
        tensor = Tensor(
            _dtype(raw.get("dtype"), field),
            None if source is None else (source[0], int(source[1])),
            raw.get("attrs"),
        )
        shape = raw.get("shape")
        if shape is not None:
            tensor.shape = tuple(map(int, shape))
        tensor.format = self._format(raw.get("format"), field, node)
        return tensor

    def _format(self, written: str | None, field: str, node: str) -> str | None:
        """An original format; one that CANN chooses says nothing about the model."""
        if written is None or written.upper() in ORIGINAL_FORMATS:
            return written and written.upper()
        self.formats.setdefault(written, _place(f"{field}.format", node))
        return None

    def _remember(self, keys: set[str], prefix: str, node: str) -> None:
        for key in sorted(keys):
            self.unknown.setdefault(key, _place(f"{prefix}{quoted(key)}", node))

    def notes(self) -> list[str]:
        """A sentence about each key or format that was ignored, at the first node with it."""
        return [
            *(
                said("{where} is not a key of {schema} and is ignored", where=where, schema=_name())
                for where in self.unknown.values()
            ),
            *(
                said(
                    "{where} is ignored: `{format}` is not a format of the model before CANN "
                    "changes it; use one of {formats}",
                    where=where,
                    format=quoted(written),
                    formats=", ".join(sorted(ORIGINAL_FORMATS)),
                )
                for written, where in self.formats.items()
            ),
        ]


def _place(field: str, node: str) -> str:
    return said("`{field}` of node `{node}`", field=field, node=quoted(node))


def _rank(violation: Violation) -> tuple[int, Path]:
    """The position of a field in the schema: the problem of the first field is reported."""
    field = _field(violation)
    return _keys(_NODE).index(field) if field else -1, violation.path


def _field(violation: Violation) -> str:
    """The wrong or missing field of a node; empty for the node itself."""
    if violation.keyword == "required":
        return str((*violation.path, *violation.expected)[0])
    return str(violation.path[0]) if violation.path else ""


def _sentence(violation: Violation) -> str:
    """The problem of a field of a node."""
    from cannlint.validation import expected, place_of, type_in_words

    path = violation.path
    if violation.keyword == "required":
        key = _field(violation)
        shape = type_in_words(part_of(SCHEMA, "$defs", _NODE, "properties", key)["type"])
        return said("there is no `{key}`; it has to be {shape}", key=key, shape=shape)
    if "from" in path:
        return said(
            "{field}.from has to be [name of the producer, index of its output]",
            field=place_of(path[: path.index("from")]),
        )
    shape = expected(violation)
    if "null" in violation.expected and isinstance(path[-1], int):  # a key may be left out
        shape = Phrase("an object or null")
    return said("{field} has to be {shape}", field=place_of(path) or Phrase("it"), shape=shape)


def _dtype(written: Any, field: str) -> str | None:
    if written is None:
        return None
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

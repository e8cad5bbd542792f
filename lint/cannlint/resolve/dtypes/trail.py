"""Record the steps of a resolution (manual/dtype-selection.md#steps-of-a-plan)."""

from __future__ import annotations

from cannlint.cann.dtypes import written
from cannlint.diagnostics import Message, Phrase
from cannlint.resolve.dtypes.customized import NO_COLUMN, NOTHING_ASKED
from cannlint.resolve.outcome import REASONS
from cannlint.resolve.provenance import Origin, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from cannlint.resolve.dtypes.context import Context, Customized, StoreEntry
    from cannlint.resolve.dtypes.customized import ColumnFilter
    from cannlint.resolve.dtypes.promotion import Group
    from cannlint.resolve.dtypes.strategies import NodeFlags, Slot, State

_COLUMNS = "{count} columns"
_GIVEN = "{count} columns that op_select_format gave when it was run"
_DERIVED = {name: Origin("derived", name) for name in ("S4", "S5", "D2", "D4", "D5", "D7", "D8")}


class Trail:
    """The steps, each with its origin."""

    __slots__ = ("steps",)

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def add(self, name: str, origin: Origin | None, effect: str, **values: object) -> None:
        """Add a step; without an origin it follows from the algorithm alone."""
        self.steps.append(Step(name, Message(effect, values), origin or _DERIVED[name]))

    def begin(
        self, context: Context, store_entry: StoreEntry, count: int | None, columns: Origin
    ) -> None:
        """P1, C2, S2: the mode, the list, the columns; None where they are not known.

        `columns` is where these come from.
        """
        mode = context.mode
        strategy = mode.strategy.value
        self.add("P1", mode.origin, "{value} is {strategy}", value=mode.text, strategy=strategy)
        colour, origin = context.colour(store_entry)
        self.add("C2", origin, "{list}", list=colour)
        if count is None:
            self.add("S2", columns, REASONS["op_select_format"])
        else:
            self.add(
                "S2", columns, _COLUMNS if columns is store_entry.origin else _GIVEN, count=count
            )

    def special(self, flags: NodeFlags, keeps: Origin | None) -> None:
        """D2: what puts a node under other rules than the mode's."""
        if flags.keeps:
            self.add("D2", keeps, "keep_dtype: tensors are lowered only where no column keeps them")
        elif flags.is_sensitive:
            self.add("D2", None, "a Cast or a complex tensor: treated as in allow_fp32_to_fp16")
        elif flags.inherits:
            self.add("D2", None, "follows its producers in every mode")
        elif flags.is_null:
            self.add(
                "D2",
                None,
                "no kernel of its own: treated as in mixed float16, except in force_fp16",
            )

    def refused(self, filter: ColumnFilter | None) -> None:
        """S3: no column of AI Core matches customize_dtypes."""
        if filter is not None and not filter.columns:
            self.add("S3", filter.entry.origin, NO_COLUMN)

    def supported(self, filter: ColumnFilter | None) -> None:
        """S4: check-support accepts the node."""
        if filter is None:
            self.add("S4", None, "AI Core supports the dtypes")
        else:
            self.add("S4", filter.entry.origin, "customize_dtypes: the dtypes are not checked")

    def customized(self, filter: ColumnFilter, hidden: Customized | None) -> None:
        """D3: what customize_dtypes leaves; `hidden` is an entry that does not count."""
        origin = filter.entry.origin
        self.add(
            "D3", origin, "columns with the dtypes asked for: {left}", left=len(filter.columns)
        )
        self.hidden(hidden)

    def hidden(self, entry: Customized | None) -> None:
        """D3: an entry for the type that one for the node's name leaves without effect."""
        if entry is not None:
            effect = "the entry for the node's name replaces the one for the type"
            self.add("D3", entry.origin, effect)

    def asked(self, entry: Customized, asked: Iterable[tuple[str, str]]) -> None:
        """D3 of unknown columns: what customize_dtypes asks for."""
        pairs = tuple(f"{tensor} {written(dtype)}" for tensor, dtype in asked)
        effect = "it runs with what is asked for, or the compile fails: {pairs}"
        self.add("D3", entry.origin, effect if pairs else NOTHING_ASKED, pairs=pairs)

    def promoted(self, groups: Iterable[Group]) -> None:
        """D4: inputs that are promoted to one dtype."""
        for group in groups:
            if group.differs:
                names = tuple(slot.name for slot in group.slots)
                target = written(group.target) if group.target else Phrase("no common dtype")
                self.add("D4", None, "{names} are promoted to {target}", names=names, target=target)

    def narrowed(
        self,
        slot: Slot,
        producers: tuple[str | None, ...],
        before: Collection[State],
        after: Collection[State],
    ) -> None:
        """D5: the columns that remain after a tensor."""
        values: dict[str, object] = {"tensor": slot.name, "dtype": written(slot.dtype)}
        left = len({column for columns, _ in after for column in columns})
        is_changed = [*before] != [*after]
        values["left"] = Message(_left(left) if is_changed else "unchanged", {"left": left})
        effect = "{tensor}, {dtype}: {left}"
        if producers != (None,):
            values["producer"] = tuple(written(dtype or "none") for dtype in producers)
            effect = "{tensor}, {dtype}: follows its producer ({producer}): {left}"
        self.add("D5", None, effect, **values)

    def chosen(
        self, columns: dict[tuple[str, ...], int], is_fallback: bool, cause: str | None
    ) -> None:
        """D7 and D8: the column that is finally the first."""
        column = next(iter(columns.values()))
        if is_fallback:
            effect = "no supported combination: falls back to column {column}"
            self.add("D8", None, effect, column=column)
        elif cause is None:
            self.add("D7", None, "column {column}, whatever the formats", column=column)
        else:
            self.add("D7", None, "{count} combinations are possible", count=len(columns))


def _left(count: int) -> str:
    return "{left} column left" if count == 1 else "{left} columns left"

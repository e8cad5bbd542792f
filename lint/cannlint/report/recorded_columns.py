"""The dtype combinations that runs of an operator's own selection gave, by SoC folder."""

from __future__ import annotations

from cannlint.language import said, translated
from cannlint.library.recorded import recorded_columns
from cannlint.report.library_list import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.model import Library
    from cannlint.results.library import RecordedColumns


class RecordedCombinations:
    """What an operator gave on some SoC folders, in the release `cann`.

    `combinations` has the dtypes of all tensors, inputs first → whether it gives them for every
    node.
    """

    def __init__(self, cann: str, combinations: dict[tuple[str, ...], bool]) -> None:
        self.cann = cann
        self.combinations = combinations
        self.folders: list[str] = []

    def heading(self) -> str:
        """A sentence about where the combinations come from."""
        return said(
            "given by op_select_format when it was run, CANN {release}, {folders}:",
            release=self.cann,
            folders=", ".join(self.folders),
        )

    def lines(self, operator: Operator) -> list[str]:
        """A line for each combination: inputs → outputs."""
        count, found = len(operator.inputs), []
        for dtypes, is_always in self.combinations.items():
            text = f"{written(dtypes[:count])} → {written(dtypes[count:])}"
            found.append(text if is_always else f"{text} {translated('(some nodes)')}")
        return found

    def as_json(self, operator: Operator) -> RecordedColumns:
        """JSON values; dtypes have the names of the compiler."""
        count = len(operator.inputs)
        return {
            "folders": self.folders,
            "cann": self.cann,
            "combinations": [
                {
                    "inputs": list(dtypes[:count]),
                    "outputs": list(dtypes[count:]),
                    "every_node": is_always,
                }
                for dtypes, is_always in self.combinations.items()
            ],
        }


def recorded_combinations(
    library: Library, operator: Operator, folders: Iterable[str]
) -> list[RecordedCombinations]:
    """What an operator gave on some folders; folders with the same combinations are one."""
    found: dict[tuple[object, ...], RecordedCombinations] = {}
    for folder in folders:
        recorded = recorded_columns(library, folder, operator)
        if recorded is not None:
            combinations = recorded.combinations()
            key = (recorded.cann, *combinations.items())
            one = found.setdefault(key, RecordedCombinations(recorded.cann, combinations))
            one.folders.append(folder)
    return [*found.values()]

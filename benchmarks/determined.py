"""How many operators of each SoC have determined dtypes, by precision mode, without a graph.

    python benchmarks/determined.py [FOLDER...]

For every operator of the embedded library (or only of the folders named), in every precision
mode and for float32, float16 and bfloat16 tensors. Prints the share that is determined, AI Core
refusing the operator included, and the rest by reason.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from cannlint.cann.precision import ENGINE_MODES, Strategy
from cannlint.formats.ops_info.operator import Operator
from cannlint.library.operators import operators
from cannlint.resolve.dtypes.context import Context, StoreEntry
from cannlint.resolve.dtypes.single import resolve_operator
from cannlint.resolve.outcome import UNDETERMINED
from cannlint.resolve.precision import engine_mode
from cannlint.resolve.provenance import Origin

ORIGINALS = ("float32", "float16", "bfloat16")


def outcomes(entries: dict[str, Operator], folder: str, mode: str, original: str) -> Counter[str]:
    """Reason, or the status where there is none → how many operators."""
    origin = Origin("library", folder)
    found = engine_mode(mode)
    assert found is not None
    context = Context(
        found,
        lambda op_type: [StoreEntry(entries[op_type], origin)],
        lambda store_entry: (store_entry.operator.default_list, origin),
    )
    counted: Counter[str] = Counter()
    for op_type in entries:
        dtypes = resolve_operator(op_type, original, context)
        is_open = dtypes.status == UNDETERMINED
        counted[str(dtypes.reason_id) if is_open else dtypes.status] += 1
    return counted


def main() -> None:
    """Print a line for every SoC folder, mode and original dtype."""
    known = operators()
    for folder in sys.argv[1:] or known.folders:
        everywhere = {name: known.library.operator(name) for name in known.library.names()}
        entries = {name: found[folder] for name, found in everywhere.items() if folder in found}
        modes = {strategy: text for text, strategy in ENGINE_MODES.items()}
        for strategy in Strategy:
            for original in ORIGINALS:
                started = time.perf_counter()
                counted = outcomes(entries, folder, modes[strategy], original)
                seconds = time.perf_counter() - started
                certain = counted["determined"] + counted["refused"]
                rest = ", ".join(f"{name} {count}" for name, count in counted.most_common())
                print(
                    f"{folder:15} {modes[strategy]:27} {original:9} "
                    f"{certain / len(entries):6.1%} of {len(entries)}  {seconds:.2f} s  {rest}"
                )


if __name__ == "__main__":
    main()

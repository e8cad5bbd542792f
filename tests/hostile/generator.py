"""Every construct of each language, in every place where it may stand, in growing numbers.

`python tests/hostile/generator.py` runs all of it and prints a row for each language: how much the
work grows for four times the input (at most MOST), the seconds for a MB, and the bytes of memory
for each byte. `python tests/hostile/generator.py shell yaml` runs these languages. A fixed share
of it is a test: tests/hostile/test_generator.py. What patterns do is in test_regexes.py.
"""

from __future__ import annotations

import argparse
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.graphs.read import read_graph
from cannlint.text.source import Source
from graph_files import FLOAT, INT64, onnx_graph, onnx_model, onnx_node, onnx_tensor, onnx_value
from graph_files import tf_node as tensorflow_node
from graphs.test_tensorflow import of_type
from hostile.constructs import LANGUAGES as PLAIN
from hostile.constructs import Language
from hostile.held_constructs import HELD
from om_files import Desc, Op, om, recorded
from work import MOST, TIMES, work_of

LANGUAGES = {**PLAIN, **HELD}
FEW = 3_000
"""Lines of Python that any text may take more: what is done once for many."""
SIZE = 40
LARGE = 1 << 16
"""Bytes of the text whose time and memory are measured."""

Case = tuple[str, Callable[[int], bytes], Callable[[bytes], object]]
"""What it is, the bytes for a number, and how they are read."""


def cases(language: str) -> Iterator[Case]:
    """All cases of a language."""
    if language in LANGUAGES:
        yield from _of_text(LANGUAGES[language])
    else:
        for name, write in BINARY[language]().items():
            yield f"{language}: {name}", write, _read_graph


def _of_text(of: Language) -> Iterator[Case]:
    for what, (head, piece, tail) in of.constructs.items():
        for place, (before, after) in of.places.items():

            def write(
                times: int, parts: tuple[str, ...] = (before, head, piece, tail, after)
            ) -> bytes:
                before, head, piece, tail, after = parts
                inner = "".join(piece.replace("@", str(number)) for number in range(times))
                ends = tail.removeprefix("*") * (times if tail.startswith("*") else 1)
                return (before + of.written(head + inner + ends) + after).encode()

            yield f"{of.file}: {what} in {place}", write, _reading(of)


def _reading(of: Language) -> Callable[[bytes], object]:
    def run(data: bytes) -> None:
        if of.kind is None:
            _read_graph(data)
            return
        with suppress(CannlintError, UnreadablePathError):  # a sentence about a limit
            check_reading(read(Source(of.file, data), of.kind))

    return run


def _read_graph(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "model")
        path.write_bytes(data)
        with suppress(CannlintError):
            read_graph(str(path))


_NAMES = (
    "Add Sub Mul Div Neg Abs Sqrt Ceil Floor Cast Concat Gather Shape Size Slice Squeeze "
    "Unsqueeze Reshape Transpose Expand Tile Pad Range Where Equal Greater Less Mod Pow Max Min "
    "ReduceProd ReduceSum Identity Relu Conv MatMul Split Flatten ConstantOfShape OneHot TopK "
    "NonZero NoSuch "
)
OPERATORS = _NAMES.split()


def _onnx() -> dict[str, Callable[[int], bytes]]:
    def chain(op_type: str, width: int, is_constant: bool) -> Callable[[int], bytes]:
        def write(times: int) -> bytes:
            names = [f"v{number}" for number in range(times + 1)]
            nodes = [
                onnx_node(op_type, [names[at]] * width, [names[at + 1]]) for at in range(times)
            ]
            constant = onnx_tensor("v0", INT64, 1) + b"\x4a\x08" + bytes([3, *[0] * 7])
            if is_constant:
                return onnx_model(onnx_graph(nodes, initializers=[constant]))
            return onnx_model(onnx_graph(nodes, inputs=[onnx_value("v0", FLOAT, 4)]))

        return write

    found = {}
    for op_type in OPERATORS:
        for width in (1, 2, 3):
            for is_constant in (False, True):
                of = "constants" if is_constant else "tensors"
                found[f"{op_type} of {width} {of}"] = chain(op_type, width, is_constant)
    found["inputs of a node"] = lambda times: onnx_model(
        onnx_graph([onnx_node("Concat", ["x"] * times, ["y"])], inputs=[onnx_value("x", FLOAT, 4)])
    )
    found["initializers"] = lambda times: onnx_model(
        onnx_graph(
            [onnx_node("Relu", ["w0"], ["y"])],
            initializers=[onnx_tensor(f"w{number}", FLOAT, 4) for number in range(times)],
        )
    )
    return found


def _tensorflow() -> dict[str, Callable[[int], bytes]]:
    names = "Add AddV2 Mul Sub RealDiv Neg Cast ConcatV2 Pack Shape Reshape StridedSlice Relu Tile"

    def chain(op_type: str, width: int) -> Callable[[int], bytes]:
        def write(times: int) -> bytes:
            nodes = [tensorflow_node("n0", "Placeholder", dtype=of_type(1))]
            for at in range(times):
                nodes.append(
                    tensorflow_node(f"n{at + 1}", op_type, *[f"n{at}"] * width, T=of_type(1))
                )
            return b"".join(nodes)

        return write

    return {f"{one} of {width}": chain(one, width) for one in names.split() for width in (1, 2)}


def _compiled() -> dict[str, Callable[[int], bytes]]:
    def chain(times: int) -> bytes:
        ops = [Op("n0", "Data", outputs=[Desc("float")])]
        half = [Desc("float16", "float")]
        ops += [Op(f"n{at + 1}", "Relu", [f"n{at}:0"], half, half) for at in range(times)]
        return om(ops, recorded())

    def wide(times: int) -> bytes:
        descs = [Desc("float")] * times
        return om([Op("n0", "Concat", ["n0:0"] * times, descs, descs)], recorded())

    return {"a chain": chain, "a node": wide}


BINARY = {"onnx": _onnx, "tensorflow": _tensorflow, "om": _compiled}
ALL = (*LANGUAGES, *BINARY)


def ratio(case: Case, size: int = SIZE) -> float:
    """How much the work grows for TIMES as much, without the FEW lines."""
    _, write, run = case
    short, long = write(size), write(TIMES * size)
    run(long)  # what is imported and kept
    taken = work_of(lambda: run(short))
    return (work_of(lambda: run(long)) - FEW) / max(taken, 1)


def large(case: Case) -> tuple[float, float]:
    """Seconds for a MB, and bytes of memory for each byte, of a larger text."""
    _, write, run = case
    one = len(write(TIMES * SIZE)) / (TIMES * SIZE)
    data = write(int(LARGE / one) + 1)
    start = time.process_time()
    run(data)
    seconds = time.process_time() - start
    tracemalloc.start()
    run(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return seconds * 1e6 / len(data), peak / len(data)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", default=ALL)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--every", type=int, default=1, help="only every so many cases")
    parser.add_argument("--large", action="store_true", help="measure time and memory as well")
    given = parser.parse_args()
    failed = 0
    print("| language | cases | worst ratio | s/MB | bytes/byte | worst |")
    for language in given.languages:
        worst, slow, wide, tried = (0.0, ""), (0.0, ""), (0.0, ""), 0
        for case in list(cases(language))[:: given.every]:
            tried += 1
            grown = ratio(case, given.size)
            worst = max(worst, (grown, case[0]))
            if grown > MOST:
                failed += 1
                print(f"  {grown:.1f} {case[0]}", file=sys.stderr, flush=True)
            if given.large:
                seconds, memory = large(case)
                slow, wide = max(slow, (seconds, case[0])), max(wide, (memory, case[0]))
        print(
            f"| {language} | {tried} | {worst[0]:.1f} | {slow[0]:.1f} | {wide[0]:.0f} | "
            f"{worst[1]}; {slow[1]}; {wide[1]} |",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())

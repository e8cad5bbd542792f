"""Which operators a kernel has in it: the kernel's name lists them in order.

`te_fused_op_abs_mul_mul_add_2bd70059907934ee_0__kernel0` is an Abs, two Mul and an Add. The words
are operator types in lower case; a type of several words has `_` between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from cannlint.graphs.ge_ir import FUSED_KERNEL

_FUSED = re.compile(FUSED_KERNEL + r"(?P<words>[a-z0-9_]+?)_[0-9a-f]{16,}(?:_|\Z)")

_LONGEST_NAME = 1_024
_MOST_WORDS = 64
_LONGEST_TYPE = 8
"""Words of one type."""


class KernelNames:
    """Reads names of kernels; `types` are all operator types that there are."""

    def __init__(self, types: Iterable[str]) -> None:
        self._types: Mapping[str, str] = {name.lower(): name for name in types}
        self._types_of = lru_cache(maxsize=4_096)(self._read)

    def types_of(self, kernel: str, op_type: str) -> tuple[str, ...]:
        """The operator types in a kernel, the first of which is `op_type` if one may be it.

        Only `op_type` where the name does not list several.
        """
        found = self._types_of(kernel[:_LONGEST_NAME])
        if len(found) < 2:
            return (op_type,)
        at = 0
        while at < len(found) - 1 and found[at] in ("Cast", "TransData") and op_type != found[at]:
            at += 1
        is_own = op_type.lower().startswith(found[at].lower())  # `mat_mul` is MatMulV2 as well
        return (*found[:at], op_type, *found[at + 1 :]) if is_own else found

    def _read(self, kernel: str) -> tuple[str, ...]:
        match = _FUSED.match(kernel)
        words = match["words"].split("_") if match is not None else []
        return tuple(self._split(words)) if len(words) <= _MOST_WORDS else ()

    def _split(self, words: Sequence[str]) -> list[str]:
        """The types that words stand for: as few as possible, unknown words together."""
        # cost of the best reading of the first words: (unknown words, types), and where its last
        # type begins
        best: list[tuple[int, int]] = [(0, 0)]
        begins = [0]
        for end in range(1, len(words) + 1):
            options = [(best[end - 1][0] + 1, best[end - 1][1] + 1, end - 1)]
            for start in range(max(0, end - _LONGEST_TYPE), end):
                if "".join(words[start:end]) in self._types:
                    options.append((best[start][0], best[start][1] + 1, start))
            unknown, types, start = min(options)
            best.append((unknown, types))
            begins.append(start)
        return self._named(words, begins)

    def _named(self, words: Sequence[str], begins: Sequence[int]) -> list[str]:
        found: list[str] = []
        end, unknown = len(words), ""
        while end:
            word = "".join(words[begins[end] : end])
            known = self._types.get(word)
            if known is None:
                unknown = word.capitalize() + unknown
            else:
                found += [unknown] * bool(unknown) + [known]
                unknown = ""
            end = begins[end]
        return [*([unknown] if unknown else []), *found[::-1]] if unknown else found[::-1]

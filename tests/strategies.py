"""What several property tests share: strategies, and numbers of examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import AnyStr

from hypothesis import settings
from hypothesis import strategies as st


def examples(in_ci: int) -> settings:
    """So many examples in CI, where the profile has 100, and a share of them elsewhere."""
    return settings(max_examples=max(5, in_ci * settings.default.max_examples // 100))


def files(well_formed: Sequence[str], strange: Sequence[str]) -> st.SearchStrategy[bytes]:
    """Files of well-formed lines with some characters more, some less; and any bytes."""
    return st.builds(
        lambda lines, end, last: (end.join(lines) + last).encode("utf-8", "surrogateescape"),
        st.lists(_mutated(well_formed, strange), max_size=8),
        st.sampled_from(["\n", "\r\n"]),
        st.sampled_from(["", "\n"]),
    ) | st.binary(max_size=60)


@st.composite
def _mutated(draw: st.DrawFn, well_formed: Sequence[str], strange: Sequence[str]) -> str:
    return mutated(draw, draw(st.sampled_from(well_formed)), strange, cut=2)


def mutated(draw: st.DrawFn, text: AnyStr, pieces: Sequence[AnyStr], cut: int) -> AnyStr:
    """A text with up to four pieces more, each in the place of up to `cut` characters."""
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + cut)))
        text = text[:at] + draw(st.sampled_from([text[:0], *pieces])) + text[end:]
    return text


@st.composite
def broken(draw: st.DrawFn, data: bytes) -> bytes:
    """A file with other bytes in some places, or without its end."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        cut = draw(st.sampled_from([0, 1, 2, len(data)]))
        data = data[:at] + draw(st.binary(max_size=3)) + data[at + cut :]
    return data

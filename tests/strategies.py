"""What several property tests share: strategies, and numbers of examples."""

from __future__ import annotations

from collections.abc import Sequence

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
    line = draw(st.sampled_from(well_formed))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(line)))
        cut = draw(st.integers(0, 2))
        line = line[:at] + draw(st.sampled_from(["", *strange])) + line[at + cut :]
    return line

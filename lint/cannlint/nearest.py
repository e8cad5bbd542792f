"""Did you mean: the known name that a wrong one is close to, and only when it is close."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST = 64
_CLOSE = 0.8


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` is a slip of, or None.

    A name that differs in case, blanks, dashes or underscores only comes first.
    """
    names = list(known)
    if not word or len(word) > _LONGEST:
        return None
    squeezed = _squeeze(word)
    for name in names:
        if _squeeze(name) == squeezed:
            return name
    from difflib import get_close_matches

    folded = {name.lower(): name for name in names}
    found = get_close_matches(word.lower(), folded, n=1, cutoff=_CLOSE)
    return folded[found[0]] if found else None


def _squeeze(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())

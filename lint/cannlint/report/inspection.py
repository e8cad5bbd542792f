"""CANN's reading of a file, as JSON (contracts 4) and for people."""

from __future__ import annotations

from cannlint.kinds import Kind
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.library.model import FusionPasses, Library
    from cannlint.reading.base import Account, Reading

    Line = list[tuple[str, str]]


def effect(reading: Any, library: Library | None = None) -> dict[str, object]:
    """One entry of `files` of cannlint/inspect/1.

    The passes of a switch file are those under the built-in switches of the library.
    """
    entry: dict[str, object] = {
        "file": reading.source.path,
        "kind": reading.kind.value,
        "accepted": reading.accepted,
        "cann_codes": reading.codes,
    }
    if reading.crash:
        entry["crash"] = True
    return entry | (_maps(reading, library) if reading.accepted else {})


def _maps(reading: Any, library: Library | None) -> dict[str, object]:
    if reading.kind is Kind.OPS_INFO:
        return {"types": list(reading.operators)}
    if reading.kind in (Kind.CUSTOMIZE_DTYPES, Kind.OP_PRECISION, Kind.IMPL_MODE):
        return {"by_name": reading.effect(is_type=False), "by_type": reading.effect(is_type=True)}
    if reading.kind is Kind.KEEP_DTYPE:
        return {"names": reading.entries(is_type=False), "types": reading.entries(is_type=True)}
    if reading.kind is Kind.MIXLIST:
        return {"final": reading.final()}
    from cannlint.resolve.passes import pass_states

    return {
        "passes": {
            group: {
                name: {"on": state.on, "decided_by": state.decided_by}
                for name, state in states.items()
            }
            for group, states in pass_states(reading, _passes(library)).items()
        }
    }


def _passes(library: Library | None) -> FusionPasses:
    from cannlint.library.snapshot import fusion_passes

    return fusion_passes().of(library) if library is not None else fusion_passes()


def text_lines(
    reading: Reading, accounts: list[Account], library: Library | None = None
) -> list[Line]:
    """The reading line by line: what counts, what was dropped and why, and the sum."""
    verdict = "accepted" if reading.accepted else "refused"
    if reading.crash:
        verdict = "refused: CANN crashes"
    elif reading.codes:
        verdict = f"refused: {', '.join(reading.codes)}"
    elif not reading.accepted:
        verdict = "refused, without a code"
    lines: list[Line] = [
        [
            (printable(reading.source.path), "name"),
            (f" · {reading.kind.value} · ", ""),
            (verdict, "good" if reading.accepted else "error"),
        ]
    ]
    number_width = max((len(str(account.line)) for account in accounts), default=1)
    shown = [_cut(printable(account.what)) for account in accounts]
    what_width = max(map(len, shown), default=0)
    for account, what in zip(accounts, shown, strict=True):
        lines.append(
            [
                (f"  line {account.line:>{number_width}}  ", "quiet"),
                (f"{what:<{what_width}}  ", ""),
                (account.outcome, "good" if account.counts else "warning"),
            ]
        )
    lines.append([("effect: ", "name"), (_sum(reading, library), "")])
    return lines


_LONGEST = 70


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _sum(reading: Any, library: Library | None) -> str:
    if not reading.accepted:
        return "none, CANN stops"
    if reading.kind is Kind.OPS_INFO:
        return _number(len(reading.operators), "operator type")
    if reading.kind is Kind.FUSION_SWITCH:
        return _fusion_sum(reading, _passes(library))
    if reading.kind is Kind.MIXLIST:
        moved = sum(
            any(start != end for start, end in lists.items()) for lists in reading.final().values()
        )
        return f"{_number(moved, 'operator type')} moved"
    if reading.kind is Kind.KEEP_DTYPE:
        types, names = (reading.entries(is_type) for is_type in (True, False))
    else:
        types, names = (reading.effect(is_type) for is_type in (True, False))
    return f"{_number(len(types), 'operator type')}, {_number(len(names), 'node')}"


def _fusion_sum(reading: Any, passes: FusionPasses) -> str:
    from cannlint.resolve.passes import pass_states

    parts = []
    for group, states in pass_states(reading, passes).items():
        off = sum(not state.on for state in states.values())
        parts.append(f"{group} {off} of {len(states)} passes off")
    return f"{', '.join(parts)} (CANN {passes.cann})"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"

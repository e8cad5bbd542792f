"""The ops-info files of an operator library: what each operator supports, in JSON."""

from __future__ import annotations

import re

from cannlint.formats.format import Format, Rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.inspection import Inspection
    from cannlint.formats.ops_info.reading import OpsInfo
    from cannlint.formats.shown import Account
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source


_NAME = re.compile(r"aic-[\w.-]*ops-info[\w.-]*\.json")
_KEYS = ('"input0"', '"output0"', '"opFile"', '"opInterface"')


class OpsInfoFormat(Format):
    """An ops-info file."""

    role = "library"
    rule_prefix = "LB"
    is_json = True
    schema = "ops_info"
    signs = ((Rank.LIBRARY, lambda look: any(key in look.text for key in _KEYS)),)

    def is_named_so(self, name: str) -> bool:
        """Whether it is named as in an install: `aic-ascend910b-ops-info.json`."""
        return _NAME.fullmatch(name) is not None

    def read(self, source: Source) -> OpsInfo:
        """CANN's reading of a file."""
        from cannlint.formats.ops_info.reading import read

        return read(source)

    def accounts(self, reading: OpsInfo, operators: Operators) -> Iterator[Account]:
        """What CANN makes of the operators it cannot initialise."""
        from cannlint.formats.ops_info.shown import accounts

        return accounts(reading)

    def add_effect(self, entry: Inspection, reading: OpsInfo, library: Library | None) -> None:
        """The operator types."""
        entry["types"] = list(reading.operators)

    def summary(self, reading: OpsInfo, operators: Operators) -> str:
        """How many there are."""
        from cannlint.language import counted

        return counted(len(reading.operators), "operator type")


FORMAT = OpsInfoFormat()

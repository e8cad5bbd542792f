"""What `inspect` and editors show of an ops-info file."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Message
from cannlint.formats.ops_info.reading import OpsInfo, places
from cannlint.formats.shown import Account


def accounts(reading: OpsInfo) -> Iterator[Account]:
    """What CANN makes of the operators it cannot initialise, in the order of the file."""
    starts = (span.start for span in places(reading, [fault.path for fault in reading.faults]))
    for start, fault in sorted(zip(starts, reading.faults, strict=True), key=lambda one: one[0]):
        line, _ = reading.source.position(start)
        reason = Message(fault.reason, fault.values)
        yield Account(line, ".".join(fault.path), str(reason), False, start)

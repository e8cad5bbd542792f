"""Do work on a Dask cluster of any number of machines."""

from __future__ import annotations

import socket
import sys
from concurrent.futures import Executor

from cannlint.errors import CannlintError
from cannlint.library.caches import clear_caches
from cannlint.version import __version__

SCHEME = "dask://"
_AHEAD = 16
"""Units submitted for each thread of the cluster."""

_PATIENCE = 10
"""Seconds to wait for the scheduler to answer."""

_LENGTH_BYTES, _LONGEST_GREETING = 8, 1 << 20
"""The bytes of the length of a message, and the most bytes of the first one, which has some 200."""


class Cluster:
    """A crew of the workers of a cluster; its scheduler gives the work of a lost one to others.

    `address` is `dask://HOST:PORT`, the scheduler's. The workers have to see the files under the
    same paths, and to have this version of cannlint. Raises CannlintError.
    """

    def __init__(self, address: str) -> None:
        if not address.startswith(SCHEME):
            raise CannlintError(
                "--executor {address}: not {scheme}HOST:PORT", address=address, scheme=SCHEME
            )
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise CannlintError("--executor needs Dask: pip install 'cannlint[fleet]'") from None
        where = address.removeprefix(SCHEME)
        silent = CannlintError("--executor {address}: no Dask scheduler answers", address=address)
        if not _greets(where):
            raise silent
        try:
            self._client = Client("tcp://" + where, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError):
            raise silent from None
        self._check_workers(address)
        self.executor: Executor = self._client.get_executor()
        self.lost: tuple[type[Exception], ...] = (KilledWorker,)

    def _check_workers(self, address: str) -> None:
        versions = self._client.run(renewed)
        if not versions:
            self._client.close()
            raise CannlintError("--executor {address}: the cluster has no workers", address=address)
        others = sorted({str(version) or "?" for version in versions.values()} - {__version__})
        if others:
            self._client.close()
            raise CannlintError(
                "--executor {address}: workers have cannlint {others}, this is {version}",
                address=address,
                others=", ".join(others),
                version=__version__,
            )

    @property
    def ahead(self) -> int:
        """The number of units that keeps all threads busy."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads) * _AHEAD

    def renew(self) -> bool:
        """Return False: the scheduler has retried the unit, and there are no other workers."""
        return False

    def close(self, is_done: bool) -> None:
        """Cancel the units that are not done."""
        self.executor.shutdown(wait=False)
        self._client.close()


def _greets(where: str) -> bool:
    """Whether a Dask scheduler listens at HOST:PORT: it sends a short message by itself.

    Dask believes any program: it waits for a silent one without an end, and allocates the memory
    for a message of any length.
    """
    host, _, port = where.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), _PATIENCE) as connection:
            length = connection.recv(_LENGTH_BYTES, socket.MSG_WAITALL)
    except (OSError, ValueError, OverflowError):
        return False
    is_whole = len(length) == _LENGTH_BYTES
    return is_whole and int.from_bytes(length, sys.byteorder) < _LONGEST_GREETING


def renewed() -> str:
    """Clear the caches of a worker; return its version of cannlint."""
    from cannlint.resolve.target import target_of

    clear_caches()
    target_of.cache_clear()  # has opened libraries, which are read again
    return __version__

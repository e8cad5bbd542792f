"""Do work on a Dask cluster of any number of machines."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.library.caches import clear_caches
from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

SCHEME = "dask://"
_AHEAD = 16
"""Units submitted for each thread of the cluster."""

_PATIENCE = 10
"""Seconds to wait for the scheduler to answer."""


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
            from distributed import Client
        except ImportError:
            raise CannlintError("--executor needs Dask: pip install 'cannlint[fleet]'") from None
        where = "tcp://" + address.removeprefix(SCHEME)
        try:
            self._client = Client(where, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError):
            raise CannlintError(
                "--executor {address}: no Dask scheduler answers", address=address
            ) from None
        self._check_workers(address)
        self.executor: Executor = self._client.get_executor()

    def _check_workers(self, address: str) -> None:
        versions = self._client.run(renewed)
        if not versions:
            self._client.close()
            raise CannlintError("--executor {address}: the cluster has no workers", address=address)
        others = sorted({version or "?" for version in versions.values()} - {__version__})
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

    def close(self) -> None:
        """Cancel the units that are not done."""
        self.executor.shutdown(wait=False)
        self._client.close()


def renewed() -> str:
    """Clear the caches of a worker; return its version of cannlint."""
    from cannlint.resolve.target import target_of

    clear_caches()
    target_of.cache_clear()  # has opened libraries, which are read again
    return __version__

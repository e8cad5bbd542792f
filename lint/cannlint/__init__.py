"""Reads CANN's precision and fusion config files as CANN does, and says what it will not do."""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.api import check as check
    from cannlint.api import inspect as inspect
    from cannlint.api import plan as plan
    from cannlint.errors import CannlintError as CannlintError

_API = ("CannlintError", "check", "inspect", "plan")


def __getattr__(name: str) -> object:
    """The functions of the Python API, which are imported when one is asked for."""
    if name in _API:
        from importlib import import_module  # not on the way of a commit hook

        # by its name: the package itself depends on nothing of what is in it
        return getattr(import_module("cannlint.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_API]

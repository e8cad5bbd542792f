"""Check CANN's precision and fusion config files the way CANN reads them."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.api import check as check
    from cannlint.api import inspect as inspect
    from cannlint.api import plan as plan
    from cannlint.errors import CannlintError as CannlintError
    from cannlint.version import __version__ as __version__

_API = ("CannlintError", "check", "inspect", "plan")


def __getattr__(name: str) -> object:
    """Import the version and the functions of the Python API on first use."""
    from importlib import import_module  # the command line does not need it

    if name in _API:
        return getattr(import_module("cannlint.api"), name)
    if name == "__version__":
        return import_module("cannlint.version").__version__
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_API, "__version__"]

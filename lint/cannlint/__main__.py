"""The entry point: `cannlint`, or `python -m cannlint`."""

from __future__ import annotations

import errno
import gc
import os
import sys

from cannlint.cli.exit import (
    EXIT_CANNOT_RUN,
    EXIT_INTERRUPTED,
    discard_output,
    prepare,
    print_error,
)
from cannlint.errors import CannlintError
from cannlint.language import translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_QUIET = ("-q", "--quiet")
_SKIP_UNKNOWN = "--skip-unknown"
_FIX = "--fix"
_FLAGS = (*_QUIET, _SKIP_UNKNOWN, _FIX)

_NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ECONNRESET)
"""A disk that is full, a quota or a limit of file size, a broken disk, a peer that is gone."""


_UNSAID = ("without exception", "without setting", "map segment")
"""In what is said of an extension in C that got no memory, or was not loaded for want of it."""


def main() -> int:
    """Run the command line and return the exit status."""
    # the process is short-lived: garbage collection would only cost time
    gc.disable()
    try:
        prepare()
        status = _run(_with_plain_names(sys.argv[1:]))
        sys.stdout.flush()  # flush here, so that errors are reported
        return status
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # the reader of the output has closed the pipe: no message
        discard_output()
        return EXIT_CANNOT_RUN
    except CannlintError as error:
        print_error(error)
        return EXIT_CANNOT_RUN
    except MemoryError:
        pass  # what it holds is all that was read: given back before there is something to say
    except (ImportError, SystemError) as error:
        is_unsaid = any(words in str(error) for words in _UNSAID)
        is_of_memory = is_unsaid or isinstance(error.__cause__, MemoryError)
        if not is_of_memory:
            raise
    except OSError as error:
        if error.errno not in _NOT_WRITTEN:
            raise
        discard_output()
        from cannlint.language import said

        reason = (error.strerror or "").lower()
        print_error(said("cannot write the output: {reason}", reason=reason))
        return EXIT_CANNOT_RUN
    print_error(translated("the memory is not enough: not everything was read"))
    return EXIT_CANNOT_RUN


def script() -> NoReturn:
    """Run the command line and end the process.

    Where there were worker processes, nothing of Python runs any more: what their pool does at the
    exit may fail on a pipe that has just been closed.
    """
    status = main()
    if "concurrent.futures.process" in sys.modules:
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _with_plain_names(arguments: list[str]) -> list[str]:
    """The arguments of a commit hook, where all after `--` are names of files.

    A file of a stranger may be named like an option, like standard input or like ATC: the path from
    this folder cannot be mistaken.
    """
    if "--" not in arguments or _SKIP_UNKNOWN not in arguments[: arguments.index("--")]:
        return arguments
    at = arguments.index("--")
    names = arguments[at + 1 :]
    return arguments[:at] + [os.path.join(".", name) if name[:1] == "-" else name for name in names]


def _run(arguments: list[str]) -> int:
    if arguments[:1] == ["check"] and _is_trivial(arguments[1:]):
        from cannlint.cli.checking import run_check
        from cannlint.cli.output import Output
        from cannlint.engine.run import FixMode, Options

        options, output = Options(), Output()
        options.skip_unknown = _SKIP_UNKNOWN in arguments
        options.fix = FixMode.WRITE if _FIX in arguments else FixMode.OFF
        output.quiet = any(argument in _QUIET for argument in arguments)
        paths = [argument for argument in arguments[1:] if argument not in _FLAGS]
        return run_check(paths, options, output)
    from cannlint.cli.app import run_app

    return run_app(arguments)


def _is_trivial(arguments: list[str]) -> bool:
    """Whether the arguments are paths and simple flags, as in a commit hook: no need for typer."""
    return all(not argument.startswith("-") or argument in _FLAGS for argument in arguments)


if __name__ == "__main__":
    script()

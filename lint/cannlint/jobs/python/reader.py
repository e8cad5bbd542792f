"""The jobs of a Python script, whichever front ends it uses.

A file has one kind, that of the front end it is seen to use first: `tf_script` for TensorFlow 1
and 2, `torch_script` for torch_npu, torchair and MindSpore. What is read does not depend on it:
a file may use several front ends, and start `atc` besides. Blocks of the script that share names
are read together, and what all of them have in common is added at the end.
"""

from __future__ import annotations

from cannlint.jobs.jobs_reading import TOO_DEEP, UNPARSED_SCRIPT, JobsReading, Unparsed
from cannlint.jobs.python.ways import Ways
from cannlint.jobs.shell.statements import LongCommandError
from cannlint.jobs.shell.steps import steps_for_all_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


def read(source: Source, kind: Kind) -> JobsReading:
    """The jobs of a script as a file of this kind, or why it cannot be read."""
    ways = Ways(source.data, kind)
    if not ways.any:
        return JobsReading(source, kind, [])
    from cannlint.jobs.python.parts import jobs_of
    from cannlint.jobs.python.script import too_long, unparsed_at
    from cannlint.jobs.python.syntax import TooLongError

    reading = JobsReading(source, kind, [])
    try:
        with steps_for_all_of(len(source.text)) as steps:
            reading.keep(jobs_of(source, ways))
        if steps.deepest:
            reading.note(UNPARSED_SCRIPT, Unparsed.of_all(source, TOO_DEEP, steps.deepest))
    except SyntaxError as error:
        reading.note(UNPARSED_SCRIPT, unparsed_at(source, error.lineno or 1))
    except TooLongError:
        reading.note(UNPARSED_SCRIPT, too_long(source))
    except LongCommandError as error:
        reading.note(UNPARSED_SCRIPT, Unparsed.of_all(source, error.reason, error.limit))
    return reading

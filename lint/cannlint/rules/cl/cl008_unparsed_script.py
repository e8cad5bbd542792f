"""A script cannot be parsed, so its jobs are not checked.

cannlint finds options only in scripts that it can parse. Without this message, a script with a
syntax error would look as if nothing was wrong with its options. cannlint reports the first error
of the script:

* a Python script that is written for Python 2, or has a syntax error
* a shell script with a quote that is never closed: cannlint continues after this line, the shell
  does not
* lines of a shell script with so many errors that they are no shell commands
* a script that is too long: more than 40,000 words of Python that share names, 10,000 expressions
  in commands that Python starts, or 50,000 words in a command, or more than 1,000,000 steps to
  follow a shell script, and 20 for each character: texts that run within texts, calls of functions,
  lists that grow
* a shell script with commands more than 40 deep within each other, or texts more than 80 deep; its
  other commands are checked

## Example

```tf_script
custom_op.parameter_map["precision_mode"].s = b"force_fp16"
print "training starts"
```

## Write instead

```tf_script
custom_op.parameter_map["precision_mode"].s = b"force_fp16"
print("training starts")
```

## What CANN does

Nothing: Python stops before it runs the script. A shell runs the commands in front of the error.

Source: the grammars of Python and Bash
"""

from __future__ import annotations

from cannlint.jobs.jobs_reading import (
    LONG_COMMAND,
    LONG_SCRIPT,
    MANY_STEPS,
    NO_SHELL,
    PYTHON_2,
    SYNTAX,
    TOO_DEEP,
    TOO_LONG,
    UNCLOSED_QUOTE,
    UNPARSED_SCRIPT,
    Unparsed,
)
from cannlint.reading.base import Reading
from cannlint.rules.api import SCRIPT_KINDS, Findings, Rule, Severity

RULE = Rule(
    "CL008", "unparsed-script", Severity.INFO, SCRIPT_KINDS, about=(UNPARSED_SCRIPT,), since="0.2.0"
)

_TEXTS = {
    PYTHON_2: (
        "this script is written for Python 2, so its jobs are not checked",
        "not Python 3",
        "convert the script to Python 3",
        "cannlint parses scripts as Python 3",
    ),
    SYNTAX: (
        "this script has a syntax error, so its jobs are not checked",
        "not valid Python",
        "correct the syntax error",
        "cannlint parses scripts with the Python that it runs on",
    ),
    UNCLOSED_QUOTE: (
        "this quote is never closed, so the jobs after it may be read incorrectly",
        "never closed",
        "close the quote",
        "the shell runs no command after this quote; cannlint continues on the next line",
    ),
    TOO_LONG: (
        "more than {words:,} words of this script belong together, so its jobs are not checked",
        "too long",
        "set the options in a shorter script",
        "cannlint reads what shares names together, and needs very much memory for so much",
    ),
    LONG_COMMAND: (
        "this script has a command of more than {words:,} words, so its jobs are not checked",
        "too long",
        "write lists of this length to a file",
        "Linux does not start a command with so many words",
    ),
    LONG_SCRIPT: (
        "this script has more than {words:,} commands, words and expansions, so its jobs are not "
        "checked",
        "too long",
        "write it as several scripts",
        "cannlint keeps all commands of a script in memory",
    ),
    MANY_STEPS: (
        "it takes more than {words:,} steps to follow this script, so its jobs are not checked",
        "too much work",
        "write it as several scripts, or with fewer texts, calls and lists within each other",
        "cannlint follows texts within texts, calls and loops for so many steps",
    ),
    TOO_DEEP: (
        "commands more than {words} deep within each other are not read, so jobs in them are not "
        "checked",
        "commands within commands",
        "write the inner commands as functions, or as another script",
        "cannlint reads all other commands of this script",
    ),
    NO_SHELL: (
        "the lines from here on are not shell commands, so jobs in them are not checked",
        "not shell commands",
        "correct the syntax errors, or exclude the file",
        "cannlint skips lines with too many syntax errors",
    ),
}


@RULE.check
def unparsed_script(reading: Reading) -> Findings:
    """Report the first part that cannot be parsed."""
    for part in reading.parts_with(UNPARSED_SCRIPT):
        assert isinstance(part, Unparsed)
        message, label, help, note = _TEXTS[part.reason]
        yield RULE.at(part.span, message, label=label, help=help, note=note, words=part.limit)

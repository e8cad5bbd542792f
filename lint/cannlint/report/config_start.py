"""The text of a first cannlint.toml: found files, and comments about the settings."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

from cannlint.discovery.survey import FoundFile
from cannlint.language import Phrase, translated
from cannlint.text.printable import printable

_HEAD = Phrase("""\
# The configuration of cannlint for this folder and all folders below.

# The SoC version; several SoCs are a list.
# soc = "Ascend910B3"

# The operator library: an embedded release (`cannlint library list`), or an install.
# library = "8.1.RC1"
# opp = "/usr/local/Ascend/ascend-toolkit/latest/opp"

# Operators of your own packages.
# extra-ops = ["MyCustomOp"]

# Files and folders to exclude.
# exclude = ["third_party"]
""")

_FILES = Phrase("""
# The kinds of files that are not recognised by their content.
[files]
""")

_TAIL = Phrase("""
# Findings to ignore.
# [[ignore]]
# rules = ["CD104"]
# paths = ["legacy/**"]
# reason = "kept as the vendor ships it"

# A compile job: its front end and options, paths relative to this file.
# [job.my_network]
# front-end = "atc"
# precision_mode = "allow_mix_precision"
""")


def config_text(files: Sequence[FoundFile]) -> str:
    """The text of a cannlint.toml; only [files] is set, all else is in comments."""
    named = [f'{_key(file.path)} = "{file.kind.value}"' for file in files if not file.by_content]
    example = ['# "conf/layers.lst" = "keep_dtype"'] if not named else []
    recognised = [
        f"#   {printable(file.path)}: {file.kind.value}" for file in files if file.by_content
    ]
    if recognised:
        recognised.insert(0, translated("# Files recognised by their content:"))
    head = translated(_HEAD) + translated(_FILES).rstrip()
    return "\n".join([head, *(named or example), *recognised]) + "\n" + translated(_TAIL)


def _key(path: str) -> str:
    return json.dumps(path.replace(os.sep, "/"), ensure_ascii=False)

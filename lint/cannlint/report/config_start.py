"""The text of a first cannlint.toml: found files, and comments about the settings."""

from __future__ import annotations

import json
import os

from cannlint.language import Phrase, translated
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.discovery.survey import FoundFile

_HEAD = Phrase("""\
# cannlint reads this file for everything in this folder and below.

# What the models run on; a list where it is several.
# soc = "Ascend910B3"

# The operator library: a release that cannlint has (`cannlint library list`), or an install.
# library = "8.1.RC1"
# opp = "/usr/local/Ascend/ascend-toolkit/latest/opp"

# Operators that your own packages add.
# extra-ops = ["MyCustomOp"]

# Left out when a folder is checked.
# exclude = ["third_party"]
""")

_FILES = Phrase("""
# Of what kind a file is, where its content does not tell.
[files]
""")

_TAIL = Phrase("""
# Findings that you accept.
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
    told = [f"#   {printable(file.path)}: {file.kind.value}" for file in files if file.by_content]
    if told:
        told.insert(0, translated("# Files recognised by their content:"))
    head = translated(_HEAD) + translated(_FILES).rstrip()
    return "\n".join([head, *(named or example), *told]) + "\n" + translated(_TAIL)


def _key(path: str) -> str:
    return json.dumps(path.replace(os.sep, "/"), ensure_ascii=False)

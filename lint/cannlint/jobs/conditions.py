"""Whether the options of a job are as a condition of the tables says.

What a condition and its states mean: `condition` and `state` in dev/option_tables.schema.json.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Value(Protocol):
        """A setting of a job (jobs/model.py, which imports this module)."""

        @property
        def read_value(self) -> str | None:
            """The value as the front end reads it."""

    State = str | list[str] | dict[str, list[str]]
    States = dict[str, State]
    Condition = str | States | list[States]

    class Options(Protocol):
        """The options of a job."""

        def get(self, option: str) -> Value | None:
            """The setting of an option that counts."""

        def lacks(self, option: str) -> bool:
            """Whether the option is certainly not set."""


_OFF = ("", "0", "False", "false", "None")


def holds(job: Options, condition: Condition) -> bool | None:
    """Whether a condition holds; None if the file does not show it."""
    if isinstance(condition, str):
        return _state(job, condition, "on")
    if isinstance(condition, list):
        found = [holds(job, one) for one in condition]
        return True if True in found else None if None in found else False
    states = [_state(job, option, state) for option, state in condition.items()]
    return False if False in states else None if None in states else True


def options_in(condition: Condition) -> list[str]:
    """The options that a condition is about."""
    if isinstance(condition, str):
        return [condition]
    parts = condition if isinstance(condition, list) else [condition]
    return list(dict.fromkeys(option for part in parts for option in part))


def _state(job: Options, option: str, state: State) -> bool | None:
    setting = job.get(option)
    if setting is None:
        unset = state in ("off", "absent") or "unlike" in state
        return unset if job.lacks(option) else None
    if state in ("given", "absent"):
        return state == "given"
    value = setting.read_value
    return None if value is None else _is(value, state)


def _is(value: str, state: State) -> bool:
    if state == "filled":
        return value != ""
    if state in ("on", "off"):
        return (value in _OFF) == (state == "off")
    if state == "many":
        return value.isascii() and value.isdigit() and int(value[:20]) > 1
    if isinstance(state, dict):
        return all(value not in others for others in state.values())
    return value in state

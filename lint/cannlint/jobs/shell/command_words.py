"""The words of one command with the values that are known in front of it."""

from __future__ import annotations

from cannlint.jobs.shell.assignments import Setter
from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.runners import reads_script
from cannlint.jobs.shell.statements import DECLARING, MOST_WORDS, LongCommandError
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.run import Run
    from cannlint.jobs.shell.statements import RawWord, Simple
    from cannlint.jobs.shell.values import Values


class CommandWords:
    """Expands the words of commands; `setter` notes what they set."""

    def __init__(self, run: Run, values: Values) -> None:
        self.text = run.text
        self.values = values
        self.expander = Expander(run.script.hidden, values, run.is_expanded)
        self.setter = Setter(run.text, values)
        self.echoed: list[Word] = []

    def words(self, command: Simple) -> list[Word]:
        """The words of a command; the new value of a variable is not that of words behind it."""
        words: list[Word] = []
        hidden: dict[str, Word] = {}
        assigns = True
        self.setter.lists.clear()
        for one in command.words:
            match = ASSIGNMENT.match(self.text, one.start) if assigns else None
            if match is None:
                words += self.expander.words(one)
                assigns = assigns and bool(words) and words[0].text in DECLARING
                _check_count(words)
                continue
            words.append(self._assigned(one))
            value = self.values.hide(match[1])
            if value is not None:
                hidden[match[1]] = value
        self.values.show(hidden)
        return words

    def _assigned(self, one: RawWord) -> Word:
        if one.items is None:
            return self.expander.value(one)
        items = [word for item in one.items for word in self.expander.words(item)]
        _check_count(items)
        self.setter.lists[one.start] = items
        return self.expander.array(one)

    def texts(self, words: list[Word], command: Simple) -> list[Word]:
        """The texts that a shell reads as its script: here documents and strings, echoed words."""
        texts: list[Word] = []
        if reads_script(words):
            if command.string is not None:
                texts.append(self.expander.word(command.string))
            texts += self.echoed
            texts += [self.expander.document(document) for document in command.documents[-1:]]
        is_echo = command.mark == "|" and len(words) > 1 and words[0].text == "echo"
        self.echoed = [joined(words[1:])] if is_echo else []
        return texts


def loop_values(words: list[Word]) -> list[Word]:
    """The values that a loop goes through; none where they are not known."""
    if len(words) < 4 or words[2].text != "in":
        return []
    values = words[3:]
    return [] if any(UNKNOWN_PART in word.text or "{" in word.text for word in values) else values


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError

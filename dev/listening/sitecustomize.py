"""Python imports this when it starts, and so the processes that tests start tell their calls."""

from calls import Calls

Calls().start()

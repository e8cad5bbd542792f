"""The fifth stage, accept: findings → those to report; the others are suppressed or not wanted."""

from __future__ import annotations

from cannlint.engine.units import SUPPRESSES, Accepted, has_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Options
    from cannlint.engine.suppression import Suppressions
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


class Acceptance:
    """Accepts findings as the options, the configurations and the comments of a run say.

    `suppressions` notes which tables and comments were of use; None where there are none.
    """

    __slots__ = ("_options", "suppressions")

    def __init__(self, options: Options) -> None:
        self._options = options
        self.suppressions: Suppressions | None = None

    def accept(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> Accepted:
        """The findings of a file that stay, with those about its suppressions."""
        _withhold_outside(source, findings)
        has_tables = settings is not None and bool(settings.ignores)
        if not (findings or has_tables or SUPPRESSES in source.data):
            return Accepted(findings)
        wanted = [finding for finding in findings if self._options.wants(finding.code)]
        texts = {source, *(finding.source or source for finding in wanted)}
        has_comments = any(SUPPRESSES in text.data for text in texts)
        if self._options.no_ignores or not (has_tables or has_comments):
            accepted = Accepted(wanted)
        else:
            accepted = self._suppress(source, kind, settings, wanted)
        accepted.is_refused = has_error(findings)
        return accepted

    def _suppress(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> Accepted:
        if self.suppressions is None:
            from cannlint.engine.suppression import Suppressions

            self.suppressions = Suppressions(self._options.wants)
        left = self.suppressions.apply(source, kind, settings, findings)
        about = self.suppressions.about_comments(source, kind, settings)
        return Accepted(left + about, len(findings) - len(left))


def _withhold_outside(source: Source, findings: list[Diagnostic]) -> None:
    """Take the words of files outside of the project out of what is found in or with them."""
    for finding in findings:
        for text in (finding.source or source, *(place.source for place in finding.related)):
            if text is not None and text.is_outside:
                finding.withhold(text.text)

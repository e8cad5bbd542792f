"""What this process keeps of files from one run to the next."""

from __future__ import annotations


def clear_caches() -> None:
    """Read configurations and libraries anew: files come, go and change."""
    from cannlint.config.file import settings_at
    from cannlint.config.search import forget_configurations
    from cannlint.library.choose import choose
    from cannlint.library.install import reading_of
    from cannlint.library.operators import of_files

    forget_configurations()
    settings_at.cache_clear()
    choose.cache_clear()
    reading_of.cache_clear()
    of_files.cache_clear()

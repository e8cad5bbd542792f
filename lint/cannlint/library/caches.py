"""The caches of this process."""

from __future__ import annotations


def clear_caches() -> None:
    """Clear the caches, so that configurations and libraries are read again."""
    from cannlint.config.file import settings_at
    from cannlint.config.search import forget_configurations
    from cannlint.library.choose import chosen
    from cannlint.library.install import reading_of
    from cannlint.library.operators import of_files

    forget_configurations()
    settings_at.cache_clear()
    chosen.cache_clear()
    reading_of.cache_clear()
    of_files.cache_clear()

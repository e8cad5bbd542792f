"""Which dtypes an operator ends with: check-support, then the judge (resolution.md 2, 7)."""

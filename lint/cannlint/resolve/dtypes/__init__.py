"""The final dtypes of an operator: check-support, then the judge (resolution.md 2, 7)."""

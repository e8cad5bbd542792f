"""The final dtypes of an operator: check-support, then the judge (manual/dtype-selection.md)."""

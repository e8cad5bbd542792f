"""What the operators of a model give out: dtypes, shapes, and the numbers of shape arithmetic."""

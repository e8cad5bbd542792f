"""The result of all options and files: each value with its origin."""

"""The rules about operator libraries."""

"""Bytes to text with places: what every other layer counts positions in."""

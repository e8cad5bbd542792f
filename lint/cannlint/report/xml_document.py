"""XML as text, for the formats that are XML."""

from __future__ import annotations

from xml.etree import ElementTree


def document(root: ElementTree.Element) -> str:
    """A document for a file in UTF-8, indented; its texts have to be printable."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode")

"""Text with positions: reading files, offsets, spans, edits, and writing files."""

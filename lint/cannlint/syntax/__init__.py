"""What the formats are written in: grammars, lines with two sides, JSON, comments for cannlint."""

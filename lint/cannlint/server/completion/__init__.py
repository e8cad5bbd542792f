"""Completion: what can stand at the cursor, while the text around it is being typed."""

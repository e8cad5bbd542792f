"""Rules for op_precision_mode files."""

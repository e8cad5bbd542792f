"""Rules for customize_dtypes files."""

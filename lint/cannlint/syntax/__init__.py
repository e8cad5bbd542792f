"""Located syntax: one module for each format, which keeps what is wrong as nodes."""

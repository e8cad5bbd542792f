"""Find the candidates that have to be held for a good result, in few compiles."""

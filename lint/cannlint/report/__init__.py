"""One module for each output format; all print the same findings."""

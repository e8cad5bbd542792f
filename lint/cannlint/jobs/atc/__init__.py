"""The command line of ATC, as ATC's own parser and its front end read it."""

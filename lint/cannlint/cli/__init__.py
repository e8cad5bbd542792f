"""The command line: one module for each command, thin adapters to the layers below."""

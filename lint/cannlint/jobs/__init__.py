"""Compile jobs: the options that scripts and configurations set, each with its place."""

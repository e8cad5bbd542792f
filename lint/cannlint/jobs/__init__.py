"""Compile jobs: a front end and its options, wherever users write them."""

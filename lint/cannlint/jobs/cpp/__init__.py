"""Compile jobs in C++: option maps of GE, and `aclSetCompileopt`. Only literals are read."""

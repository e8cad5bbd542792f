"""Shell scripts: their simple commands, with values of variables as far as they are known.

scan.py finds quotes, here documents and templates; tree.py gives the rest to tree-sitter, and
makes commands of its tree; expansion.py expands words; commands.py follows a script through
branches, loops and calls. Nothing is run.
"""

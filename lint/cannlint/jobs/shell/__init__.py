"""Shell scripts: their simple commands, with values of variables as far as they are known.

hidden.py hides here documents and templates from the parser; parse.py and tree.py make statements
of tree-sitter's trees; command_words.py and expansion.py expand the words of one command;
reader.py follows the statements through branches, loops and calls, with what is known of variables
at each place (values.py, states.py). Nothing is run.
"""

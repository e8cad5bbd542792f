"""Compile jobs in Python scripts: the options of TensorFlow, torch_npu, torchair and MindSpore.

From the inside out: `script` (the syntax tree and its places), `scopes` (statements and names),
`values` and `words` (what expressions are worth), `module` (one script with its imports), `dicts`,
`accumulated` and `iterations` (options that are put together), `attributes`, one module for each
front end, `pending_jobs` (from settings to jobs), and `reader`.
"""

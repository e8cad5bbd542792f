"""Commands and Python code in files of other languages: pages, CI files, notebooks, patches."""

"""Rules about compile jobs: the options of a front end, alone and together."""

"""Make a plan from a request: find the job, its files, the library and the graph."""

"""From what somebody asks for to a plan: the job, its files, the library and the graph."""

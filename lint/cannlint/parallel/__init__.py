"""Work for several processes or machines, and what is remembered from one run to the next."""

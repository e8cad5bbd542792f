"""Do work in several processes, or on several machines."""

"""What CANN knows by name: one table for each set of names, read by everything else."""

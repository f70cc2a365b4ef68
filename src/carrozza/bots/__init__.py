"""Players that are programs: each decides from a view and the legal actions, and nothing else."""

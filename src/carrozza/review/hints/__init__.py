"""What an expert would do in a game under way, and why: from one seat's view and nothing else."""

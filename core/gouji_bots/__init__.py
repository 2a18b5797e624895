"""Players that see one seat's view and an injected source of randomness, nothing else."""

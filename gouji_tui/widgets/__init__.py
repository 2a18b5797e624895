"""Widgets that draw what the presenter says and know nothing else."""

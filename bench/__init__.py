"""Measures Gouji against its budgets; ``bench/run.py`` prints the table, docs/benchmarks.md explains it."""

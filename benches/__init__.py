"""Benchmarks: ours, the peers, and both in one table. Run as modules from the root of the repository."""

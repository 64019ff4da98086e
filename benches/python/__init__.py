"""Our benchmarks."""

"""The slow, readable truth: scores and legal texts of positions in plain Python, written from the rules pages."""

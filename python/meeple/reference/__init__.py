"""The slow, readable truth: scores and legal texts of position documents in plain Python, written from the rules pages."""

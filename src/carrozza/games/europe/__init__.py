"""Europe."""

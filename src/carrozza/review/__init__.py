"""A game looked at afterwards: what each decision was worth, and what was luck."""

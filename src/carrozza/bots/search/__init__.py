"""The search: plays on from samples of what is hidden, and takes what turns out best."""

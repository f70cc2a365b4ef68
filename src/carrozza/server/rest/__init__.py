"""The requests a server answers, one file for each kind of thing."""

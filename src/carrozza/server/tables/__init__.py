"""Tables: made in the lobby, kept in memory, listed, told after the end."""

"""The table server: people, tables, live play, and the log from which all of it can be rebuilt."""

"""The database: its tables, its transactions, backups, and news between workers."""

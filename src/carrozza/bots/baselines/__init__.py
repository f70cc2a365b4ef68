"""Four agents of a playtesting study of 2017, rebuilt from their description, as yardsticks."""

"""The command `carrozza`."""

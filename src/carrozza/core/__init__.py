"""What every game shares. Pure: no files, no clock, no global randomness."""

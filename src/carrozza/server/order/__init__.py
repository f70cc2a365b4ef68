"""Keeping order: reports, mutes and bans, what operators see, and the log of what they did."""

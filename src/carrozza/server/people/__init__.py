"""Accounts, sessions, passkeys, and ways back in."""

"""Accounts: signing in, passwords, passkeys."""

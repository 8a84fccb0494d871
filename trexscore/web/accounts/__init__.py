"""Accounts: sign-in, passwords, passkeys."""

"""What people fill in. A form makes the same entry that a program would send, and is judged by the same rules."""

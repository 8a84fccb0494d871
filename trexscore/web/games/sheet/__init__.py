"""The score sheet, the result, and the printed sheet."""

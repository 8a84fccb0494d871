"""The links of a club."""

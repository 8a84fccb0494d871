"""The rules of Trex as a pure function: captures × house rules → points, with the reason for every line.

Standard library only: no web, no database, no text in any language. A refusal is a code with parameters.
"""

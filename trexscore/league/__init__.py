<<<<<<< HEAD
"""What games come to in a season, as a pure function: results → tallies → standings, with what decided between equals.

Standard library and the rules only. Numbers are exact: a shared place is counted in twelfths, a score is a fraction.
"""
=======
"""A club's league: what games count for. Knows rules and numbers alone, no database and no language."""
>>>>>>> ratings

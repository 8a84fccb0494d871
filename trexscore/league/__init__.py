"""What games come to in a season, as a pure function: results → tallies → standings, with what decided between equals.

Ratings and statistics stand beside it. Standard library and the rules only, and openskill for the ratings. Numbers of
standings are exact: a shared place is counted in twelfths, a score is a fraction.
"""

"""The league as pure functions: results → tallies → standings, with the deciding tie-breaks; ratings and statistics.

It imports only the standard library and the rules, and openskill for the ratings. Numbers of standings are exact: a
shared finish is counted in twelfths, a score is a fraction.
"""

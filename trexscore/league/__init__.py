"""The league as pure functions: results → tallies → standings, with the deciding tie-breaks; ratings and statistics.

It imports only the standard library, the rules and the ledger's JSON reader, and openskill for the ratings. Numbers of
standings are exact: a shared finish is counted in twelfths, a score is a fraction.
"""

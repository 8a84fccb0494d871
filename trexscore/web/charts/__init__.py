"""Charts: from values to coordinates. `templates/_macros/charts.html` draws them as SVG.

This package knows no page, game or language: the caller provides the reader's digits and direction (`ReaderFormat`) and
the text alternative (`TextAlternative`). All lengths are whole units of a view box as wide as a phone.
"""

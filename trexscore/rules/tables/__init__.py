"""House rules as tables: points of captures, and orders of play. Phones get them."""

"""House rules as tables for scoring, on the phone too: points of captures and orders of play."""

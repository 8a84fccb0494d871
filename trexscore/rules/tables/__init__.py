"""House rules as tables for scoring, also on the phone: points of captures and orders of play."""

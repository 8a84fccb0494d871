"""The five rule texts that the house rules are taken from."""

from typing import Literal, get_args

Source = Literal["wikipedia", "howto", "onlinetrex", "german", "denexa"]
SOURCES: tuple[Source, ...] = get_args(Source)

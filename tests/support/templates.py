"""Templates that fail where they would silently render nothing."""

from collections.abc import Mapping

from jinja2 import Undefined, UndefinedError
from jinja2.utils import missing, object_type_repr


class MissingAttribute(Undefined):
    """Raises where a template names an attribute that its object does not have."""

    def __init__(
        self,
        hint: str | None = None,
        obj: object = missing,
        name: str | None = None,
        exc: type[UndefinedError] = UndefinedError,
    ) -> None:
        super().__init__(hint, obj, name, exc)
        if obj is not missing and not isinstance(obj, Mapping):
            raise exc(f"{object_type_repr(obj)} has no attribute {name}")

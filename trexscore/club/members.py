"""Members of a club and their roles. A member's number is that of the entry by which they joined."""

from typing import Literal, NamedTuple, get_args

Role = Literal["owner", "admin", "referee", "scorer", "member", "guest"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From most to fewest permissions."""
LEADER_ROLES: tuple[Role, ...] = ("owner", "admin")


class Member(NamedTuple):
    """A member. `name` is None once removed; `merged_into_number` is the member into whom this one was merged."""

    number: int
    role: Role
    name: str | None = None
    has_left: bool = False
    merged_into_number: int | None = None
    anonymized: bool = False

    @property
    def is_leader(self) -> bool:
        """Whether the member is the owner or an admin."""
        return self.role in LEADER_ROLES

    @property
    def is_active(self) -> bool:
        """Whether the member is active: neither former nor merged."""
        return not self.has_left and self.merged_into_number is None

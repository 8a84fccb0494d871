"""Who belongs to a club. A member is a number, that of the entry by which it joined; names stand in other entries.

`{"joined": {"role": "member"}}`, `{"named": {"member": 7, "name": "…"}}`, `{"role": {"member": 7, "role": "admin"}}`,
`{"left": {"member": 7}}`, `{"returned": {"member": 7}}`, `{"merged": {"member": 9, "into": 7}}`,
`{"erased": {"member": 7}}`.
"""

from typing import Literal, NamedTuple, get_args

Role = Literal["owner", "admin", "referee", "scorer", "member", "guest"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From the one that may do most to the one that may do least."""
LEADS: tuple[Role, ...] = ("owner", "admin")


class Member(NamedTuple):
    """Somebody who plays here. `name` is None once erased, `into` the member that this one turned out to be."""

    number: int
    role: Role
    name: str | None = None
    left: bool = False
    into: int | None = None
    erased: bool = False

    @property
    def leads(self) -> bool:
        """Whether this is the owner or an admin."""
        return self.role in LEADS

    @property
    def is_here(self) -> bool:
        """Whether new games and evenings can count on this member."""
        return not self.left and self.into is None

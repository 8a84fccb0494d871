"""How often two have finished before each other: what a head to head asks, without reading their games.

The index of what games give to somebody now also finds what they gave on a past day, and a game is found by its name.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    numbers = ("club_id", "season", "member", "partner", "other", "other_partner", "ahead", "level", "behind")
    op.create_table(
        "meeting",
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in numbers),
        sa.Column("since", sa.String(length=24), nullable=False),
        sa.Column("until", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name="fk_meeting_club_id_club"),
        sa.PrimaryKeyConstraint("id", name="pk_meeting"),
    )
    two = ["member", "partner", "other", "other_partner"]
    op.create_index("ix_meeting_now", "meeting", ["club_id", "season", "until", *two], unique=False)
    op.create_index("ix_meeting_who", "meeting", ["club_id", "season", *two, "since"], unique=False)
    op.create_index("ix_club_game_uid", "club_game", ["club_id", "uid"], unique=False)
    op.drop_index("ix_part_who", "part")
    op.create_index("ix_part_who", "part", ["club_id", "season", "member", "partner", "sort"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_club_game_uid", "club_game")
    op.drop_index("ix_part_who", "part")
    op.create_index("ix_part_who", "part", ["club_id", "season", "until", "member", "partner", "sort"], unique=False)
    op.drop_table("meeting")

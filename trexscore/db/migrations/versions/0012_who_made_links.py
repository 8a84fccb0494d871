"""Who made a club's link, and when: whoever leads the club sees it beside the link."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("club_link", sa.Column("made_at", sa.String(length=24), nullable=True))
    op.add_column("club_link", sa.Column("made_by", sa.Integer, nullable=True))


def downgrade() -> None:
    op.drop_column("club_link", "made_by")
    op.drop_column("club_link", "made_at")

"""A table says how it calls some cards in Arabic."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("card_names", sa.String(40), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "card_names")

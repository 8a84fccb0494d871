"""Long work waits in the database for a process that does it outside of requests."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(22), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("lane", sa.String(24), nullable=False),
        sa.Column("scope", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("state", sa.String(24), nullable=False),
        sa.Column("step", sa.String(24), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("place", sa.String(64), nullable=True),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.Column("beat_at", sa.String(24), nullable=True),
        sa.Column("ended_at", sa.String(24), nullable=True),
        sa.Column("result", sa.Text, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_job"),
        sa.UniqueConstraint("key", name="uq_job_key"),
    )
    op.create_index("ix_job_state", "job", ["state", "id"])
    op.create_index("ix_job_owner", "job", ["owner", "state"])
    op.create_table(
        "job_piece",
        sa.Column("job_id", sa.Integer, nullable=False),
        sa.Column("part", sa.String(24), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["job_id"], ["job.id"], name="fk_job_piece_job_id_job", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("job_id", "part", "place", name="pk_job_piece"),
    )


def downgrade() -> None:
    op.drop_table("job_piece")
    op.drop_table("job")

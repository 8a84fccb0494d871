"""Accounts, their passkeys, and the links by which somebody gets one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("username", sa.String(40), nullable=False),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("password", sa.String(255), nullable=False),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("fs_uniquifier", sa.String(64), nullable=False),
        sa.Column("fs_webauthn_user_handle", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("username", name="uq_account_username"),
        sa.UniqueConstraint("email", name="uq_account_email"),
        sa.UniqueConstraint("fs_uniquifier", name="uq_account_fs_uniquifier"),
        sa.UniqueConstraint("fs_webauthn_user_handle", name="uq_account_fs_webauthn_user_handle"),
    )
    op.create_table(
        "passkey",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("credential_id", sa.LargeBinary(1024), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("transports", sa.UnicodeText, nullable=True),
        sa.Column("backup_state", sa.Boolean, nullable=False),
        sa.Column("device_type", sa.String(64), nullable=False),
        sa.Column("extensions", sa.String(255), nullable=True),
        sa.Column("lastuse_datetime", sa.DateTime, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("usage", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_passkey_account_id_account", ondelete="CASCADE"
        ),
        sa.UniqueConstraint("credential_id", name="uq_passkey_credential_id"),
    )
    op.create_index("ix_passkey_account_id", "passkey", ["account_id"])
    op.create_table(
        "account_link",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("account_id", sa.Integer, nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_account_link"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name="fk_account_link_account_id_account", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_account_link_account_id", "account_link", ["account_id"])

"""The application factory, where all parts are joined."""

from importlib import import_module
from pkgutil import walk_packages

from flask import Blueprint, Flask
from flask_compress import Compress
from flask_migrate import Migrate
from werkzeug.middleware.proxy_fix import ProxyFix

from trexscore import asset_folders, web
from trexscore.commands.jobs import init_jobs
from trexscore.commands.league.due_statistics import RATINGS_JOB_KIND
from trexscore.config import Settings
from trexscore.db import engine
from trexscore.db.migrations import MIGRATIONS_FOLDER as MIGRATIONS
from trexscore.db.models import db
from trexscore.web import (
    disk_space,
    health,
    hosts,
    language,
    limits,
    mail,
    moved_urls,
    rendering,
    security,
    static_files,
)
from trexscore.web.accounts import passwords
from trexscore.web.api.clubs import club_api
from trexscore.web.api.games import api
from trexscore.web.clubs.data.routes import DATASET_EXPORT_JOB_KIND
from trexscore.web.clubs.game_nights.table_routes import TABLE_START_JOB_KIND
from trexscore.web.clubs.imports.club_file_routes import CLUB_EXPORT_JOB_KIND, CLUB_IMPORT_JOB_KIND
from trexscore.web.clubs.imports.routes import GAMES_IMPORT_JOB_KIND
from trexscore.web.clubs.members.presenter import display_name
from trexscore.web.errors import init_errors
from trexscore.web.games.from_points.routes import POINTS_SEARCH_JOB_KIND
from trexscore.web.paper.routes import PAPER_CHECK_JOB_KIND

_YEAR_SECONDS = 365 * 24 * 3600
_COMPRESSED_MIME_TYPES = ("text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml")
"""JSON is not compressed: an entity tag belongs to exact bytes, and the phones' 304 responses depend on it."""

_JOB_KINDS = (
    PAPER_CHECK_JOB_KIND,
    POINTS_SEARCH_JOB_KIND,
    GAMES_IMPORT_JOB_KIND,
    CLUB_IMPORT_JOB_KIND,
    CLUB_EXPORT_JOB_KIND,
    DATASET_EXPORT_JOB_KIND,
    TABLE_START_JOB_KIND,
    RATINGS_JOB_KIND,
)
"""All kinds of jobs that pages start."""


def create_app(settings: Settings | None = None, *, has_job_process: bool = False) -> Flask:
    """Create the application. Its database must be up to date (`db.migrations.upgrade`).

    `has_job_process`: jobs run in a separate process (`jobs.runner`), not in the request that starts them.
    """
    settings = settings or Settings.from_environment()
    app = Flask("trexscore", template_folder=str(asset_folders.templates_folder()), static_folder=None)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},  # errors are logged, and tokens are parameters
        MAX_CONTENT_LENGTH=settings.max_body_bytes,
        MAX_IMPORT_BYTES=settings.max_import_bytes,
        MAX_FORM_MEMORY_SIZE=settings.max_body_bytes,
        COMPRESS_ALGORITHM="gzip",
        COMPRESS_LEVEL=9,
        COMPRESS_MIMETYPES=_COMPRESSED_MIME_TYPES,
        LOW_SPACE_BYTES=settings.low_space_bytes,
        PUBLIC_URL=settings.public_url,
        SIGN_UP=settings.sign_up_mode == "open",
        WTF_CSRF_TIME_LIMIT=None,  # a game, and its open page, last longer than an hour
        WTF_CSRF_SSL_STRICT=False,  # it requires a referrer over https, which our policy suppresses
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=_YEAR_SECONDS,  # a phone without its cookie could not save
    )
    if settings.trusted_proxy_count:
        hops = settings.trusted_proxy_count
        app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops)  # type: ignore[method-assign]
    Compress(app)
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        engine.configure_engine(db.engine)
    language.init_language(app)  # first, so that every error is in the reader's language
    hosts.init_hosts(app, settings)
    limits.init_limits(app, settings)
    security.init_security(app)
    passwords.init_passwords(app)
    mail.init_mail(app, settings)
    static_files.init_static_files(app)
    rendering.init_rendering(app)
    app.jinja_env.globals["display_name"] = display_name
    init_errors(app)
    moved_urls.init_moved_urls(app)
    init_jobs(app, {kind.name: kind for kind in _JOB_KINDS}, has_job_process=has_job_process)
    health.init_health(app)
    disk_space.init_disk_space(app)
    app.register_blueprint(security.exempt_from_csrf(api))
    app.register_blueprint(security.exempt_from_csrf(club_api))
    _register_pages(app)
    return app


def _register_pages(app: Flask) -> None:
    """Register the blueprint `pages` of each module whose name ends in `routes`."""
    for module in walk_packages(web.__path__, f"{web.__name__}."):
        if module.name.endswith("routes"):
            pages: Blueprint = import_module(module.name).pages
            app.register_blueprint(pages)

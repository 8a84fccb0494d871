"""`trexscore jobs`: lists the long jobs of an installation and their progress."""

import argparse

from trexscore.cli.installation import add_data_argument, existing_database_url, read_only_context_of_current_schema
from trexscore.cli.output.errors import EXIT_DONE
from trexscore.cli.output.progress_bar import progress_line
from trexscore.db import jobs
from trexscore.db.jobs import StoredJob
from trexscore.db.models import db

_MAX_LISTED_JOBS = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_data_argument(parser)


def run(options: argparse.Namespace) -> int:
    """List the last jobs, newest first, without their subjects and the people who started them."""
    with read_only_context_of_current_schema(existing_database_url(options.data)):
        last_jobs = jobs.list_jobs(db.session(), _MAX_LISTED_JOBS)
    if not last_jobs:
        print("There are no jobs.")
    for job in last_jobs:
        print(f"{job.created_at}  {job.kind:13}  {_state_text(job)}")
    return EXIT_DONE


def _state_text(job: StoredJob) -> str:
    if job.state == "running":
        return f"running: {progress_line(job.step, job.done, job.total)}"
    return f"failed: {job.result}" if job.state == "failed" else job.state

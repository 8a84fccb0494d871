"""Run jobs step by step in the test instead of in a worker."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import delete, update

from trexscore.commands.clock import current_timestamp
from trexscore.commands.jobs import execute_job, ignore_progress, job_kind_named
from trexscore.db import jobs
from trexscore.db.jobs import Job
from trexscore.db.transactions import write_transaction


@contextmanager
def without_job_worker(site: Flask) -> Iterator[None]:
    """Within this context, requests run no jobs; started jobs wait."""
    site.config["JOBS_BESIDE"] = True
    try:
        yield
    finally:
        site.config["JOBS_BESIDE"] = False


def set_jobs(site: Flask, **values: object) -> None:
    """Set columns of all jobs."""
    with site.app_context(), write_transaction() as session:
        session.execute(update(Job).values(**values))


def forget_jobs(site: Flask) -> None:
    with site.app_context(), write_transaction() as session:
        session.execute(delete(Job))


def run_waiting_jobs(site: Flask) -> None:
    """Run all waiting jobs."""
    with site.app_context():
        while True:
            with write_transaction() as session:
                claimed = jobs.claim_job(session, "", ("quick", "long"), current_timestamp())
            if claimed is None:
                return
            ended = execute_job(job_kind_named(claimed.kind), claimed, ignore_progress)
            with write_transaction() as session:
                jobs.finish_job(session, claimed, ended.state, current_timestamp(), ended.result_json)

"""A server process: one event loop with its connections, and the threads that run the application."""

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvicorn

from trexscore.app import create_app
from trexscore.config import Settings
from trexscore.jobs.child_processes import end_with_parent
from trexscore.server.connections import Connections, connection_class_registering_with
from trexscore.server.gateway import Gateway
from trexscore.server.processes import Beat
from trexscore.web.large_uploads import accepts_large_upload

_MAX_SHUTDOWN_SECONDS = 5
_THREAD_SWITCH_INTERVAL_SECONDS = 0.001
"""Seconds after which a computing thread yields. A poll switches threads several times."""
_MAX_RESIDENT_BYTES = 256 * 2**20
"""Bytes. A process that uses more is replaced after finishing its requests."""
_BEATS_PER_MEMORY_CHECK = 10


class Certificate(NamedTuple):
    chain_file: Path
    key_file: Path


def serve_then_exit(
    beat: Beat, settings: Settings, sockets: Sequence[socket.socket], certificate: Certificate | None
) -> None:
    """Serve requests until SIGTERM, then end the process even if a thread is still running."""
    end_with_parent()  # otherwise it would continue to occupy the port
    sys.setswitchinterval(_THREAD_SWITCH_INTERVAL_SECONDS)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
    app = create_app(settings, has_job_process=True)
    # Behind a proxy all connections come from its address.
    max_per_address = None if settings.trusted_proxy_count else settings.max_connections_per_address
    open_connections = Connections(settings.max_connections_per_process, max_per_address)

    def retire() -> None:
        server.should_exit = True

    gateway = Gateway(app, settings, lambda method, path: accepts_large_upload(app, method, path), retire)
    config = uvicorn.Config(
        gateway,
        http=connection_class_registering_with(open_connections),
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,  # a game's address contains its token
        proxy_headers=False,
        server_header=False,
        backlog=settings.backlog,
        timeout_keep_alive=3600,  # `Connections` is stricter
        timeout_graceful_shutdown=_MAX_SHUTDOWN_SECONDS,
        ssl_certfile=certificate and certificate.chain_file,
        ssl_keyfile=certificate and certificate.key_file,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        watch = asyncio.create_task(open_connections.watch())
        beating = asyncio.create_task(_beat_and_limit_memory(server, beat))
        await server.serve(list(sockets))
        watch.cancel()
        beating.cancel()

    gc.freeze()
    config.load()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())
        os._exit(0)


async def _beat_and_limit_memory(server: uvicorn.Server, beat: Beat) -> None:
    """Report that the loop is alive, and end the server if it uses too much memory."""
    beats = 0
    while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
        await asyncio.sleep(0.05)
    while True:
        beat()
        beats += 1
        if beats % _BEATS_PER_MEMORY_CHECK == 0 and _resident_bytes() > _MAX_RESIDENT_BYTES:
            server.should_exit = True
        await asyncio.sleep(1)


def _resident_bytes() -> int:
    """Resident bytes of this process; 0 if the system does not provide them."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")

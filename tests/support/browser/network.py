"""A proxy between phone and server that can drop all data or only the responses."""

import contextlib
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

NetworkState = Literal["working", "silent", "drops_responses"]
_CHUNK = 65536


@dataclass
class Network:
    """A proxy from `url` to a server; a phone uses it as if it were that server."""

    server_port: int
    state: NetworkState = "working"
    """`silent`: nothing arrives, and no error is raised. `drops_responses`: requests arrive, responses do not."""

    _socket: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    _open: list[socket.socket] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._start(self._accept)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}"

    def set_state(self, state: NetworkState) -> None:
        """Set the state. When the network works again, earlier connections are closed."""
        self.state = state
        if state == "working":
            self._cut()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)  # `close` alone does not end a pending `accept`
        self._socket.close()
        self._cut()
        for thread in self._threads:
            thread.join(10)

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _cut(self) -> None:
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._socket.accept()
            except OSError:
                return
            self._start(self._serve, phone)

    def _serve(self, phone: socket.socket) -> None:
        with phone, contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.server_port)) as server:
            self._open += [phone, server]
            request_thread = threading.Thread(target=self._pass_on, args=(phone, server, "silent"), daemon=True)
            request_thread.start()
            self._pass_on(server, phone, "drops_responses")
            request_thread.join()

    def _pass_on(self, source: socket.socket, target: socket.socket, dropping_state: NetworkState) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(_CHUNK):
                if self.state not in {dropping_state, "silent"}:
                    target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)

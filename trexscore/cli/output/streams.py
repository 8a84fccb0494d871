"""Standard output and error as a command finds them: closed, full, or in an encoding that lacks some characters."""

import codecs
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_LEGIBLE = "trexscore.legible"
_PLAINER = {"\u2212": "-", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "...", "\u2713": "OK"}
"""What stands in for signs of our own; a minus that became a question mark would turn a loss into anything."""
_UNSEEN = frozenset("\x7f\u0085\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class CannotWrite(Exception):
    """Standard output takes no more."""

    def __init__(self, why: str, number: int | None = None) -> None:
        super().__init__(f"Standard output cannot be written: {why}.")
        self.reader_left = number == errno.EPIPE
        """Whoever read has seen enough, which is nothing to complain of."""


@contextmanager
def checked_output() -> Iterator[None]:
    """Standard output whose faults are `CannotWrite`, so that they are not taken for those of another file."""
    if sys.stdout is None:
        raise CannotWrite("it is closed")
    with redirect_stdout(_over(sys.stdout, _Output)):
        try:
            yield
        finally:
            sys.stdout.flush()


@contextmanager
def patient_error() -> Iterator[None]:
    """Standard error that takes everything. Where it is closed the exit status alone says what was wrong."""
    _fill_gaps()
    if sys.stderr is None:
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stderr(nowhere):  # noqa: PTH123 - no file
            yield
    else:
        with redirect_stderr(_over(sys.stderr, _Error)):
            try:
                yield
            finally:
                sys.stderr.flush()


def as_shown(text: str) -> str:
    """A text as standard output will show it, to know how wide it becomes."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, _LEGIBLE).decode(encoding)


def in_one_line(text: str) -> str:
    """Somebody else's text without what would begin a line, steer a terminal or turn what follows around."""
    return "".join(_escaped(character) if character < " " or character in _UNSEEN else character for character in text)


class _Output(RawIOBase):
    """What lies under a stream of texts. After its first fault it takes everything: all of it is lost anyway."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._raw = getattr(stream.buffer, "raw", stream.buffer)
        self._is_lost = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._raw.fileno())

    def isatty(self) -> bool:
        return bool(self._raw.isatty())

    def write(self, data: "ReadableBuffer", /) -> int:
        size = memoryview(data).nbytes
        if self._is_lost:
            return size
        try:
            written = self._raw.write(data)
        except OSError as fault:
            return self._lose(size, fault)
        return self._lose(size, OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))) if written is None else int(written)

    def _lose(self, size: int, fault: OSError) -> int:  # noqa: ARG002 - of use where the loss is borne
        self._is_lost = True
        raise CannotWrite(fault.strerror or str(fault), fault.errno) from fault


class _Error(_Output):
    """There is nobody left to tell that telling failed."""

    def _lose(self, size: int, fault: OSError) -> int:  # noqa: ARG002
        self._is_lost = True
        return size


def _over(stream: TextIO, kind: type[_Output]) -> TextIO:
    if not isinstance(stream, TextIOWrapper):
        return stream
    stream.flush()
    return TextIOWrapper(
        BufferedWriter(kind(stream)),
        encoding=stream.encoding,
        errors=_LEGIBLE,
        line_buffering=stream.line_buffering or stream.write_through or kind is _Error,
    )


def _fill_gaps() -> None:
    """A file or a connection must not get the number of a closed stream: what is printed would end up in it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free


def _escaped(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode() if character > "~" else repr(character)[1:-1]


def _legible(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    missing = fault.object[fault.start : fault.end]
    return "".join(_PLAINER.get(character) or _escaped(character) for character in missing), fault.end


codecs.register_error(_LEGIBLE, _legible)

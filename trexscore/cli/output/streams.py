"""Standard output and error that can be closed, full, or in an encoding without some characters."""

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

_ENCODING_ERROR_HANDLER_NAME = "trexscore.legible"
_REPLACEMENT_BY_CHARACTER = {
    "\u2212": "-",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2026": "...",
    "\u2713": "OK",
}
"""For this program's own characters. A minus must not become a question mark: it would hide a loss."""
_CONTROL_AND_DIRECTION_CHARACTERS = frozenset(
    "\x7f\u0085\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


class CannotWrite(Exception):
    """Standard output cannot be written."""

    def __init__(self, reason: str, error_number: int | None = None) -> None:
        super().__init__(f"Standard output cannot be written: {reason}.")
        self.reader_left = error_number == errno.EPIPE
        """Whether the reader closed the pipe, which is not a failure."""


@contextmanager
def checked_stdout() -> Iterator[None]:
    """Standard output that raises `CannotWrite`, to tell its faults from those of other files."""
    if sys.stdout is None:
        raise CannotWrite("it is closed")
    with redirect_stdout(_wrap_stream(sys.stdout, _CheckedOutput)):
        try:
            yield
        finally:
            sys.stdout.flush()


@contextmanager
def ignore_stderr_faults() -> Iterator[None]:
    """Standard error that never fails. If it is closed, only the exit status shows a failure."""
    _reserve_closed_descriptors()
    if sys.stderr is None:
        with open(os.devnull, "w", encoding="utf-8") as null, redirect_stderr(null):  # noqa: PTH123 - no file
            yield
    else:
        with redirect_stderr(_wrap_stream(sys.stderr, _FaultIgnoringOutput)):
            try:
                yield
            finally:
                sys.stderr.flush()


def as_printed(text: str) -> str:
    """The text as standard output shows it, to measure its width."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, _ENCODING_ERROR_HANDLER_NAME).decode(encoding)


def escape_controls(text: str) -> str:
    """Escape line breaks, terminal controls and direction marks in a text from outside."""
    return "".join(
        _escape_character(character) if character < " " or character in _CONTROL_AND_DIRECTION_CHARACTERS else character
        for character in text
    )


class _CheckedOutput(RawIOBase):
    """The raw stream below a text stream. After its first fault it ignores all writes."""

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
            return self._handle_fault(size, fault)
        if written is None:
            return self._handle_fault(size, OSError(errno.EAGAIN, os.strerror(errno.EAGAIN)))
        return int(written)

    def _handle_fault(self, byte_count: int, error: OSError) -> int:  # noqa: ARG002 - `_FaultIgnoringOutput` returns it
        self._is_lost = True
        raise CannotWrite(error.strerror or str(error), error.errno) from error


class _FaultIgnoringOutput(_CheckedOutput):
    """Ignores faults, since there is no place left to report them."""

    def _handle_fault(self, byte_count: int, error: OSError) -> int:  # noqa: ARG002
        self._is_lost = True
        return byte_count


def _wrap_stream(stream: TextIO, output_class: type[_CheckedOutput]) -> TextIO:
    if not isinstance(stream, TextIOWrapper):
        return stream
    stream.flush()
    return TextIOWrapper(
        BufferedWriter(output_class(stream)),
        encoding=stream.encoding,
        errors=_ENCODING_ERROR_HANDLER_NAME,
        line_buffering=stream.line_buffering or stream.write_through or output_class is _FaultIgnoringOutput,
    )


def _reserve_closed_descriptors() -> None:
    """Reserve the numbers of closed streams, so that no file gets one and receives printed text."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest free number


def _escape_character(character: str) -> str:
    return character.encode("ascii", "backslashreplace").decode() if character > "~" else repr(character)[1:-1]


def _replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    unencodable_text = error.object[error.start : error.end]
    return "".join(
        _REPLACEMENT_BY_CHARACTER.get(character) or _escape_character(character) for character in unencodable_text
    ), error.end


codecs.register_error(_ENCODING_ERROR_HANDLER_NAME, _replace_unencodable)

"""What can go wrong: a class for each kind, all of them also of the built-in kind that fits."""

from collections.abc import Sequence


class GpmError(Exception):
    """Any error of gpmine. Its text says what, where, and what to do."""


class InputError(GpmError, ValueError):
    """What was asked, or the graph, does not make sense."""


class FileError(GpmError, OSError):
    """A file could not be read or written."""


class OutOfMemoryError(GpmError, MemoryError):
    """There is too little memory, of the host or of a GPU, or too few threads."""


class DeviceError(GpmError, RuntimeError):
    """A GPU is not there, or failed."""


class CountOverflowError(GpmError, OverflowError):
    """A number left 128 bits."""


class UnsupportedError(GpmError, NotImplementedError):
    """It is not offered here: by this build, or for this device."""


class StoppedError(GpmError):
    """The run was stopped before there was anything to say."""


class DeadlineError(GpmError, TimeoutError):
    """A deadline ended a question to a cluster before there was anything to say. `missing` has the numbers of the shards that did not come, `parts` what came."""

    def __init__(self, message: str, missing: Sequence[int] = (), parts: Sequence[bytes] = ()) -> None:
        super().__init__(message)
        self.missing, self.parts = list(missing), list(parts)


class WorkerError(GpmError, RuntimeError):
    """Workers of a cluster died, or had too little memory, more often than it is tried again."""


class InternalError(GpmError):
    """A bug: please report it."""

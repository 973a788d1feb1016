"""Where things are kept between two requests of a user."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Protocol


class Store(Protocol):
    """Keeps texts for a time: in memory, in Redis, or in a table of yours."""

    def get(self, key: str) -> str | None: ...

    def set(self, key: str, value: str, seconds: int) -> None: ...

    def delete(self, key: str) -> None: ...


class SharedStore(Store, Protocol):
    """A store that can also say who came first."""

    def add(self, key: str, value: str, seconds: int) -> bool:
        """Stores the value unless there is one, and says whether it was stored: of several at once, one is."""
        ...


class MemoryStore:
    """A store of this process alone: for tests, for examples, and where there is one process for good. It forgets with the
    process, and holds at most `most` entries; the oldest goes first."""

    def __init__(self, most: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._lock = Lock()
        self._entries: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def get(self, key: str) -> str | None:
        with self._lock:
            return self._live(key)

    def set(self, key: str, value: str, seconds: int) -> None:
        with self._lock:
            self._put(key, value, seconds)

    def delete(self, key: str) -> None:
        with self._lock:
            self._entries.pop(key, None)

    def add(self, key: str, value: str, seconds: int) -> bool:
        with self._lock:
            if self._live(key) is not None:
                return False
            self._put(key, value, seconds)
            return True

    def _live(self, key: str) -> str | None:
        value, until = self._entries.get(key, (None, 0.0))
        if value is not None and until > self._clock():
            return value
        self._entries.pop(key, None)
        return None

    def _put(self, key: str, value: str, seconds: int) -> None:
        self._entries.pop(key, None)
        self._entries[key] = (value, self._clock() + seconds)
        while len(self._entries) > self._most:
            self._entries.popitem(last=False)


class RedisStore:
    """A store in Redis, Valkey or the like, over the client that you have: `RedisStore(redis.execute_command)`."""

    def __init__(self, command: Callable[..., object], prefix: str = "atrium:") -> None:
        self._command = command
        self._prefix = prefix

    def get(self, key: str) -> str | None:
        value = self._command("GET", self._prefix + key)
        if isinstance(value, bytes):
            return value.decode()
        return value if isinstance(value, str) else None

    def set(self, key: str, value: str, seconds: int) -> None:
        self._command("SET", self._prefix + key, value, "EX", _life(seconds))

    def delete(self, key: str) -> None:
        self._command("DEL", self._prefix + key)

    def add(self, key: str, value: str, seconds: int) -> bool:
        # redis-py answers True, other clients "OK"; nothing was stored for None and False.
        return bool(self._command("SET", self._prefix + key, value, "EX", _life(seconds), "NX"))


def _life(seconds: float) -> int:
    return max(1, math.ceil(seconds))

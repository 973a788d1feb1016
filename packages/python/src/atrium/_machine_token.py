"""One machine token for every caller of a process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from ._errors import AtriumError, unanswered


@dataclass(frozen=True)
class IssuedToken:
    value: str
    asked_at: float
    expires_in: float
    """Seconds from `asked_at`."""

    @property
    def renew_at(self) -> float:
        return self.asked_at + self.expires_in - 90

    @property
    def ends_at(self) -> float:
        return self.asked_at + self.expires_in - 30


class MachineTokens:
    """One request at a time asks for a token, and a new one comes before the old one ends, while other calls still go out with
    the old one."""

    def __init__(
        self, ask: Callable[[float], IssuedToken], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._asking = Lock()
        self._token: IssuedToken | None = None
        self._asked = 0
        self._failure: AtriumError | None = None

    def current(self, until: float) -> str:
        """A token that is good for at least half a minute, as a rule. Waits no longer than until a time of the clock."""
        token, asked, now = self._token, self._asked, self._clock()
        if token and now < token.renew_at:
            return token.value
        if token and now < token.ends_at:
            return self._renewed(token, until)
        if not self._asking.acquire(timeout=max(0.0, until - now)):
            raise unanswered("deadline_exceeded")
        try:
            # Whoever waited shares what the one before got, a failure as well.
            if self._asked != asked and self._failure:
                raise self._failure
            if self._asked != asked and self._token:
                return self._token.value
            return self._request(until).value
        finally:
            self._asking.release()

    def refused(self, value: str) -> None:
        """Forgets a token that was refused, unless it is so young that another one would not do better."""
        token = self._token
        if token and token.value == value and self._clock() - token.asked_at > 30:
            self._token = None

    def _renewed(self, token: IssuedToken, until: float) -> str:
        if not self._asking.acquire(blocking=False):
            return token.value
        try:
            return self._request(until).value
        except AtriumError:
            # The old one still works. The next call asks again.
            return token.value
        finally:
            self._asking.release()

    def _request(self, until: float) -> IssuedToken:
        try:
            self._token, self._failure = self._ask(until), None
        except AtriumError as failure:
            self._failure = failure
            raise
        finally:
            self._asked += 1
        return self._token

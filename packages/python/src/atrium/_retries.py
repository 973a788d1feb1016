"""When a call is sent once more."""

from __future__ import annotations

from ._errors import AtriumError
from .generated.rules import REPEATABLE_POSTS

# Methods whose repetition does no harm: those that HTTP calls idempotent, and PATCH, which this service lets be repeated.
_REPEATABLE_METHODS = frozenset(("GET", "HEAD", "PUT", "DELETE", "PATCH"))

# Refusals that come before anything was done, whatever the method.
_NOTHING_HAPPENED = frozenset(("rate_limited", "service_overloaded", "enrolment_token_rate_limited"))

_TRIES = 4


def is_repeatable(method: str, path: str) -> bool:
    """Whether a call may be sent once more although nobody knows whether the first one arrived."""
    return method in _REPEATABLE_METHODS or (method == "POST" and path in REPEATABLE_POSTS)


def pause_before(
    failure: AtriumError, *, tried: int, repeatable: bool, random: float
) -> float | None:
    """How many seconds to wait before another try; None when the failure is the answer.

    `tried` says how often the call was sent, `random` is from 0 up to 1."""
    # An account that is locked is for its user to know, and no wait of this call would end it.
    if tried >= _TRIES or failure.code == "login_temporarily_locked":
        return None
    early = failure.status == 408 or failure.code in _NOTHING_HAPPENED
    lost = failure.code == "network_error" or failure.status in (429, 503)
    if not early and not (lost and repeatable):
        return None
    most = min(5.0, 0.25 * 2.0**tried)
    if failure.retry_after is None:
        return most * (0.5 + random / 2)
    return failure.retry_after + most * random

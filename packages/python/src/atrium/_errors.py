"""Why a call brought nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

import httpx

from .generated.rules import ProblemCode

UnansweredCode: TypeAlias = Literal["deadline_exceeded", "network_error"]
"""The codes of failures that are no answer of the service."""

ErrorCode: TypeAlias = ProblemCode | UnansweredCode
"""Every code that can be branched on. Keep a default branch: codes are added."""

_SESSION_ENDS: frozenset[str] = frozenset(
    (
        "revoked",
        "expired",
        "user_disabled",
        "tenant_disabled",
        "not_found",
        "session_activity_invalid",
        "session_idle_timeout",
        "session_activity_expired",
    )
)


class AtriumError(Exception):
    """A refusal of the service, or no answer at all. Branch on `code`."""

    status: int
    """The HTTP status; 0 when there was no answer."""
    code: ErrorCode | None
    """None for a refusal that has no published code."""
    title: str
    detail: str | None
    """For a log. May change."""
    request_id: str | None
    """What the service's log calls the request."""
    retry_after: int | None
    """Seconds after which another try makes sense."""
    problem: Mapping[str, Any]
    """The whole document, for fields of single codes."""

    def __init__(
        self,
        *,
        status: int,
        code: str | None,
        title: str,
        detail: str | None = None,
        request_id: str | None = None,
        retry_after: int | None = None,
        problem: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{status} {code or title}: {detail or title}")
        self.status = status
        self.code = cast("ErrorCode | None", code)
        self.title = title
        self.detail = detail
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem = problem or {}


def is_session_over(error: BaseException) -> bool:
    """Whether a failure says that the user's session is over: forget it, and have the user sign in again."""
    return isinstance(error, AtriumError) and error.status == 401 and error.code in _SESSION_ENDS


def failure_of(response: httpx.Response) -> AtriumError:
    """The failure that an answer tells of: a problem document or an OAuth error. Anything else has no code."""
    problem = _object_in(response.content)

    def text(*names: str) -> str | None:
        return next((value for name in names if isinstance(value := problem.get(name), str)), None)

    return AtriumError(
        status=response.status_code,
        code=text("code", "error_code", "error"),
        title=text("title", "error") or f"HTTP {response.status_code}",
        detail=text("detail", "error_description"),
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
        problem=problem,
    )


def unanswered(code: UnansweredCode) -> AtriumError:
    """The failure of a call that brought no answer: time ran out, or the connection failed."""
    title = "No answer" if code == "network_error" else "No answer in time"
    return AtriumError(status=0, code=code, title=title)


def _object_in(content: bytes) -> dict[str, Any]:
    try:
        parsed: object = json.loads(content)
    except ValueError:
        # A proxy's page, or nothing: the status says enough.
        return {}
    return cast("dict[str, Any]", parsed) if isinstance(parsed, dict) else {}


def _seconds(header: str | None) -> int | None:
    return int(header) if header and re.fullmatch(r"[0-9]{1,9}", header) else None

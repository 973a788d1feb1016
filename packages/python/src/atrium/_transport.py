"""How calls travel: as whom, how often, and for how long."""

from __future__ import annotations

import asyncio
import random
import time
from base64 import b64encode
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import NoReturn, cast
from urllib.parse import quote

import httpx

from ._errors import AtriumError, failure_of, unanswered
from ._identity import EndUser, Identities
from ._machine_token import IssuedToken, MachineTokens
from ._retries import is_repeatable, pause_before


@dataclass(frozen=True)
class CallOptions:
    """What holds for the calls of a `with atrium.options(…)`."""

    deadline: float | None = None
    end_user: EndUser = EndUser()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


_options: ContextVar[CallOptions] = ContextVar("atrium_options", default=CallOptions())


@contextmanager
def call_options(
    deadline: float | None, end_user: EndUser | None, headers: Mapping[str, str] | None
) -> Generator[None, None, None]:
    """Sets the options of the calls within; what is None stays as it is."""
    now = _options.get()
    changed = replace(
        now,
        deadline=now.deadline if deadline is None else deadline,
        end_user=end_user or now.end_user,
        headers={**now.headers, **(headers or {})},
    )
    token = _options.set(changed)
    try:
        yield
    finally:
        _options.reset(token)


class Course:
    """One call with all its tries."""

    def __init__(self, request: httpx.Request, deadline: float, *, repeatable: bool | None = None) -> None:
        self.until = time.monotonic() + deadline
        path = request.url.path
        self._repeatable = is_repeatable(request.method, path) if repeatable is None else repeatable
        self._tried = 0

    @property
    def left(self) -> float:
        """Seconds; nothing may be begun when none are left."""
        return self.until - time.monotonic()

    def timeouts(self) -> dict[str, float]:
        if self.left <= 0:
            raise unanswered("deadline_exceeded")
        return dict.fromkeys(("connect", "read", "write", "pool"), self.left)

    def pause_after(self, failure: AtriumError) -> float:
        """Seconds until the next try. Raises the failure when it is the answer, or when the wait would not fit into the
        deadline: the caller hears of the refusal now."""
        self._tried += 1
        pause = pause_before(
            failure, tried=self._tried, repeatable=self._repeatable, random=random.random()
        )
        if pause is None or pause >= self.left:
            raise failure
        return pause

    def lost(self, error: httpx.TransportError) -> AtriumError:
        """What a broken connection means. Raises when time ran out: there is none for another try."""
        if isinstance(error, httpx.TimeoutException) or self.left <= 0:
            self.out_of_time(error)
        failure = unanswered("network_error")
        failure.__cause__ = error
        return failure

    def out_of_time(self, error: BaseException) -> NoReturn:
        raise unanswered("deadline_exceeded") from error


class Calls:
    """What the transports share: the identity of a call, and the machine token."""

    def __init__(
        self,
        base_url: str,
        identities: Identities,
        deadline: float,
        inner: httpx.BaseTransport,
    ) -> None:
        self.base_url = base_url
        self._origin = httpx.URL(base_url)
        self._identities = identities
        self._deadline = deadline
        self.inner = inner
        self.tokens = MachineTokens(self._ask)

    def course(self, request: httpx.Request) -> Course:
        url, ours = request.url, self._origin
        if (url.scheme, url.host, url.port) != (ours.scheme, ours.host, ours.port):
            raise ValueError(f"The call leads elsewhere: {url.host}")
        given = _options.get().deadline
        return Course(request, self._deadline if given is None else given)

    def prepared(
        self, request: httpx.Request, identity: Mapping[str, str], course: Course
    ) -> httpx.Request:
        """The request of one try."""
        options = _options.get()
        headers = httpx.Headers(request.headers)
        for more in (options.end_user.headers(), options.headers, identity):
            headers.update(more)
        return httpx.Request(
            request.method,
            request.url,
            headers=headers,
            stream=request.stream,
            extensions={**request.extensions, "timeout": course.timeouts()},
        )

    def path_of(self, request: httpx.Request) -> str:
        return request.url.path.removeprefix(self._origin.path.rstrip("/"))

    def identity_of(self, request: httpx.Request, until: float) -> Mapping[str, str]:
        fixed = self._identities.fixed_headers(self.path_of(request))
        if fixed is not None:
            return fixed
        return {"authorization": f"Bearer {self.tokens.current(until)}"}

    def noted(self, failure: AtriumError, identity: Mapping[str, str]) -> None:
        """A revoked credential, or a service that began anew: the next call asks for another token."""
        if failure.status == 401 and failure.code is None:
            self.tokens.refused(identity.get("authorization", "").removeprefix("Bearer "))

    def machine_token(self) -> str:
        self._identities.fixed_headers("/api/v1/management/users")
        return self.tokens.current(time.monotonic() + self._deadline)

    def post_token(self, path: str, token: str) -> httpx.Response:
        """Posts a token in the credential's own name. Both endpoints that take one may be asked again."""
        self._identities.fixed_headers("/api/v1/management/users")
        given = _options.get().deadline
        return self._post(path, {"token": token}, self._deadline if given is None else given)

    def _ask(self, until: float) -> IssuedToken:
        asked_at = time.monotonic()
        response = self._post("/oauth/token", {"grant_type": "client_credentials"}, until - asked_at)
        answer = cast("dict[str, object]", response.json())
        return IssuedToken(
            str(answer["access_token"]), asked_at, float(str(answer["expires_in"]))
        )

    def _post(self, path: str, form: Mapping[str, str], deadline: float) -> httpx.Response:
        pair = (self._identities.client_id or "", self._identities.client_secret or "")
        basic = b64encode(":".join(quote(part, safe="") for part in pair).encode()).decode()
        headers = {"authorization": f"Basic {basic}"}
        request = httpx.Request("POST", f"{self.base_url}{path}", headers=headers, data=dict(form))
        course = Course(request, deadline, repeatable=True)
        return deliver(self.inner, course, lambda: self._timed(request, course))

    def _timed(self, request: httpx.Request, course: Course) -> httpx.Request:
        request.extensions = {"timeout": course.timeouts()}
        return request


def deliver(inner: httpx.BaseTransport, course: Course, build: Callable[[], httpx.Request]) -> httpx.Response:
    """Sends a call until it is answered, refused for good, or out of time."""
    while True:
        # Not a part of what may be tried again: a token that does not come has had its tries, and a missing secret never comes.
        request = build()
        outcome = _try_once(inner, request, course)
        if isinstance(outcome, httpx.Response):
            return outcome
        time.sleep(course.pause_after(outcome))


def _try_once(
    inner: httpx.BaseTransport, request: httpx.Request, course: Course
) -> httpx.Response | AtriumError:
    try:
        response = inner.handle_request(request)
        try:
            content = bytearray()
            for chunk in cast("httpx.SyncByteStream", response.stream):
                content += chunk
                # The body belongs to the call: it has to arrive in the same time.
                if course.left <= 0:
                    raise httpx.ReadTimeout("The answer was not whole in time")
        finally:
            response.close()
    except httpx.TransportError as error:
        return course.lost(error)
    return _judged(response, bytes(content), request)


def _judged(
    response: httpx.Response, content: bytes, request: httpx.Request
) -> httpx.Response | AtriumError:
    whole = httpx.Response(
        response.status_code,
        headers=response.headers,
        content=content,
        request=request,
        extensions={"http_version": response.extensions.get("http_version", b"HTTP/1.1")},
    )
    return whole if whole.is_success else failure_of(whole)


class SyncTransport(httpx.BaseTransport):
    """Sends the calls of `httpx.Client`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        calls = self._calls
        request.read()
        course = calls.course(request)
        identity: Mapping[str, str] = {}

        def build() -> httpx.Request:
            nonlocal identity
            identity = calls.identity_of(request, course.until)
            return calls.prepared(request, identity, course)

        try:
            return deliver(calls.inner, course, build)
        except AtriumError as failure:
            calls.noted(failure, identity)
            raise

    def close(self) -> None:
        self._calls.inner.close()


class AsyncTransport(httpx.AsyncBaseTransport):
    """Sends the calls of `httpx.AsyncClient`. The deadline is exact, and a cancelled task ends its call."""

    def __init__(self, calls: Calls, inner: httpx.AsyncBaseTransport) -> None:
        self._calls = calls
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        course = self._calls.course(request)
        try:
            return await asyncio.wait_for(self._deliver(request, course), course.left)
        except asyncio.TimeoutError as error:
            course.out_of_time(error)

    async def _deliver(self, request: httpx.Request, course: Course) -> httpx.Response:
        while True:
            # The token is one for all threads and tasks, so that a thread asks for it.
            identity = await asyncio.to_thread(self._calls.identity_of, request, course.until)
            prepared = self._calls.prepared(request, identity, course)
            outcome = await self._try_once(prepared, course)
            if isinstance(outcome, httpx.Response):
                return outcome
            self._calls.noted(outcome, identity)
            await asyncio.sleep(course.pause_after(outcome))

    async def _try_once(
        self, request: httpx.Request, course: Course
    ) -> httpx.Response | AtriumError:
        try:
            response = await self._inner.handle_async_request(request)
            try:
                stream = cast("httpx.AsyncByteStream", response.stream)
                content = b"".join([chunk async for chunk in stream])
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            return course.lost(error)
        return _judged(response, content, request)

    async def aclose(self) -> None:
        await self._inner.aclose()

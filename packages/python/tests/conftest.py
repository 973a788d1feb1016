"""What the tests are given: a running service, a product with a user, and servers that answer as a test says."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, TypeAlias

import httpx
import pytest

from atrium import Atrium


@dataclass(frozen=True)
class Given:
    """What the test's starter made (tests/systems/foreign/clients.foreign.ts)."""

    settings: dict[str, str]
    person: dict[str, str]
    control: str

    def atrium(self) -> Atrium:
        s = self.settings
        return Atrium(
            s["baseUrl"],
            client_id=s["clientId"],
            client_secret=s["clientSecret"],
            tenant_id=s["tenantId"],
            tenant_secret=s["tenantSecret"],
        )

    def code(self) -> str:
        """The code that was mailed last."""
        answer = httpx.get(f"{self.control}/code", params={"email": self.person["email"]})
        return answer.text

    def signed(self, purpose: str, typ: str, claims: dict[str, Any]) -> str:
        """A token by the service's own keys."""
        body = {"purpose": purpose, "typ": typ, "claims": claims}
        return httpx.post(f"{self.control}/sign", json=body).text


@pytest.fixture(scope="session")
def given() -> Given:
    return Given(**json.loads(os.environ["GIVEN"]))


@dataclass(frozen=True)
class Answer:
    status: int = 200
    body: object = field(default_factory=dict[str, object])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    hang: bool = False


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]


Script: TypeAlias = Callable[[str, int], Answer]
"""The answer to the nth request of a path, counted from 1."""


def always(answer: Answer) -> Script:
    """One answer to everything."""

    def script(_path: str, _nth: int) -> Answer:
        return answer

    return script


TOKEN = Answer(body={"access_token": "a-token", "expires_in": 900})


class Scripted:
    """A server that answers what a test says, for failures that a healthy service does not show."""

    def __init__(self, script: Script) -> None:
        self.seen: list[Seen] = []
        self._ended = Event()
        lock, seen, ended = Lock(), self.seen, self._ended

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                with lock:
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    seen.append(Seen(self.command, self.path, headers))
                    nth = sum(1 for one in seen if one.path == self.path)
                answer = script(self.path, nth)
                if answer.hang:
                    ended.wait(30)
                    return
                content = json.dumps(answer.body).encode()
                self.send_response(answer.status)
                for name, value in {
                    "content-length": str(len(content)),
                    "content-type": "application/json",
                    **answer.headers,
                }.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PATCH = answer

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base_url = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()

    def count(self, path: str) -> int:
        return sum(1 for one in self.seen if one.path == path)

    def atrium(self, deadline: float = 10.0) -> Atrium:
        return Atrium(
            self.base_url,
            client_id="id",
            client_secret="secret",
            tenant_id="atr_1",
            tenant_secret="alcs_1",
            deadline=deadline,
        )


@pytest.fixture
def scripted() -> Generator[Callable[[Script], Scripted], None, None]:
    begun: list[Scripted] = []

    def begin(script: Script) -> Scripted:
        begun.append(Scripted(script))
        return begun[-1]

    yield begin
    for one in begun:
        one.stop()

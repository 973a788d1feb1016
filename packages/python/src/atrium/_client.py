"""The service, for one tenant's environment."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

import httpx

from ._identity import EndUser, Identities, safe_base_url
from ._transport import AsyncTransport, Calls, SyncTransport, call_options
from .generated.api import Client


class Atrium:
    """Makes calls. Make one for the process: it keeps one machine token for all calls, and renews it before it ends.

    Hand `api` to the functions of `atrium.generated.api`:

        from atrium import Atrium
        from atrium.generated.api.api.users import list_users

        atrium = Atrium(base_url, client_id=client_id, client_secret=client_secret)
        users = list_users.sync(client=atrium.api, email="ada@example.com").users

    Each call goes out as whom its route asks for: the tenant, the machine or the operator. It is sent again after a 429, a 503
    or a broken connection where that is safe, and raises AtriumError for a refusal and for an answer that does not come."""

    def __init__(
        self,
        base_url: str,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        tenant_id: str | None = None,
        tenant_secret: str | None = None,
        operator_token: str | None = None,
        deadline: float = 10.0,
        transport: httpx.BaseTransport | None = None,
        async_transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`deadline`: seconds that a call may take, with all its tries. The transports stand in for the network's.

        Raises ValueError for an address that would send secrets in the clear."""
        self.base_url = safe_base_url(base_url)
        identities = Identities(client_id, client_secret, tenant_id, tenant_secret, operator_token)
        self._calls = Calls(
            self.base_url, identities, deadline, transport or httpx.HTTPTransport(retries=0)
        )
        # The transports have the deadline; what httpx would add of its own must not cut a call short.
        self._http = httpx.Client(
            base_url=self.base_url, transport=SyncTransport(self._calls), timeout=None
        )
        inner = async_transport or httpx.AsyncHTTPTransport(retries=0)
        self._async_http = httpx.AsyncClient(
            base_url=self.base_url, transport=AsyncTransport(self._calls, inner), timeout=None
        )
        self.api = Client(base_url=self.base_url)
        # The generator leaves their answers without a type.
        self.api.set_httpx_client(self._http)  # pyright: ignore[reportUnknownMemberType]
        self.api.set_async_httpx_client(self._async_http)  # pyright: ignore[reportUnknownMemberType]

    def options(
        self,
        *,
        deadline: float | None = None,
        end_user: EndUser | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[None]:
        """What holds for the calls within: `with atrium.options(deadline=2, end_user=EndUser(ip)): …`"""
        return call_options(deadline, end_user, headers)

    def machine_token(self) -> str:
        """The machine token that calls go out with, for a request of your own."""
        return self._calls.machine_token()

    def introspect(self, token: str) -> dict[str, Any]:
        """Whether a token of your environment may be used now, and what it says (RFC 7662). A token that was revoked, or whose
        user, session or client has ended, is `{"active": False}`, as any other that means nothing here."""
        answer: dict[str, Any] = self._calls.post_token("/oauth/introspect", token).json()
        return answer

    def revoke(self, token: str) -> None:
        """Revokes a token of your credential's own, or a user's token if the credential holds `tokens:issue` (RFC 7009). Any
        other token is left as it is."""
        self._calls.post_token("/oauth/revoke", token)

    def send(
        self, method: str, path: str, *, body: object = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """A call by its path, for what has no function. Answers the JSON object; empty when there is none."""
        response = self._http.request(method, path, json=body, headers=dict(headers or {}))
        if not response.content:
            return {}
        answer: dict[str, Any] = response.json()
        return answer

    def close(self) -> None:
        """Closes the connections of calls that wait. Those of tasks are closed by `aclose`."""
        self._http.close()

    async def aclose(self) -> None:
        """Closes all connections."""
        self.close()
        await self._async_http.aclose()

    def __enter__(self) -> Atrium:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

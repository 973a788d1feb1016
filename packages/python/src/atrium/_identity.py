"""Where the service is, and as whom to call it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from .generated.rules import TENANT_PATHS

_LOCAL = re.compile(r"(localhost|127\.\d+\.\d+\.\d+|::1)")
_NOBODYS = re.compile(r"/api/v1/(enrolment/|installations/|openapi\.json)")


@dataclass(frozen=True)
class EndUser:
    """The end user's browser, as your server saw it. The service believes it, so take it from the connection or a proxy of
    yours."""

    ip: str | None = None
    agent: str | None = None

    def headers(self) -> dict[str, str]:
        # A header neither begins nor ends with a space.
        plain = re.sub(r"[^\x20-\x7e]", "", self.agent or "")[:500].strip()
        return {
            **({"x-end-user-ip": self.ip} if self.ip else {}),
            **({"x-end-user-agent": plain} if plain else {}),
        }


@dataclass(frozen=True)
class Identities:
    """What a product knows. Leave out what your calls don't need."""

    client_id: str | None = None
    client_secret: str | None = None
    tenant_id: str | None = None
    tenant_secret: str | None = None
    operator_token: str | None = None

    def fixed_headers(self, path: str) -> Mapping[str, str] | None:
        """The headers of whoever a path is called by; None when it takes the machine token."""
        caller = caller_of(path)
        if caller == "nobody":
            return {}
        if caller == "operator":
            if not self.operator_token:
                raise TypeError("This call needs operator_token")
            return {"authorization": f"Bearer {self.operator_token}"}
        # `me` takes either; a backend that signs people in has the secret and needs no scope for it.
        if caller == "tenant" or (path == "/api/v1/auth/me" and self.tenant_secret):
            if not self.tenant_id or not self.tenant_secret:
                raise TypeError("This call needs tenant_id and tenant_secret")
            return {
                "authorization": f"Bearer {self.tenant_secret}",
                "x-tenant-id": self.tenant_id,
            }
        if not self.client_id or not self.client_secret:
            raise TypeError("This call needs client_id and client_secret")
        return None


def caller_of(path: str) -> Literal["tenant", "machine", "operator", "nobody"]:
    """Who a route wants to be called by."""
    if path == "/api/v1/operator/command-line":
        return "nobody"
    if path.startswith("/api/v1/operator/"):
        return "operator"
    if _NOBODYS.match(path):
        return "nobody"
    return "tenant" if path in TENANT_PATHS else "machine"


def safe_base_url(address: str) -> str:
    """An address without its last slash. Secrets go nowhere in the clear but to this machine.

    Raises ValueError for an address that would send them so."""
    url = urlsplit(address)
    local = _LOCAL.fullmatch(url.hostname or "") is not None
    if not url.hostname or not (url.scheme == "https" or (url.scheme == "http" and local)):
        raise ValueError(f"base_url must be https: {url.scheme}://{url.netloc}")
    return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path.rstrip('/')}"

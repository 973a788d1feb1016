"""Tokens, checked without asking the service about each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, cast

import jwt

from ._identity import safe_base_url
from ._keys import Keys, verified
from ._store import SharedStore

_EVENT = "http://schemas.openid.net/event/backchannel-logout"

# A delivery is tried for under nine hours, with the same `jti`.
_REMEMBERED_SECONDS = 24 * 3600

_LEEWAY_SECONDS = 30


@dataclass(frozen=True)
class UserClaims:
    """What a user access token says. It was true when the token was signed, at most five minutes ago."""

    sub: str
    """The user."""
    sid: str
    """The session."""
    tenant_id: str
    environment: str
    org_id: str
    role: str
    permissions: tuple[str, ...]
    package: str | None
    entitlements: tuple[str, ...]
    amr: tuple[str, ...]
    auth_time: int
    exp: int
    claims: Mapping[str, Any]
    """All of it."""


class Verifier:
    """Verifies user access tokens offline: signature, issuer, audience, kind and time. Make one for the process."""

    def __init__(
        self, base_url: str, app_id: str, *, tenant_id: str | None = None, keys: Keys | None = None
    ) -> None:
        if not app_id:
            raise ValueError("A verifier is for an app: name app_id")
        self._issuer = safe_base_url(base_url)
        self._app_id = app_id
        self._tenant_id = tenant_id
        self._keys = keys or Keys(base_url)

    def verify(self, token: str) -> UserClaims:
        """The claims of a token. Raises jwt.InvalidTokenError for every other token, and AtriumError when the keys can't be
        had."""
        claims = verified(
            token,
            self._keys,
            typ="at+jwt",
            # The algorithm that the service signs these with. A token that names another one, or none, is somebody else's.
            algorithms=["EdDSA"],
            issuer=self._issuer,
            audience=self._app_id,
            required=["sub", "sid", "exp", "iat", "tenant_id"],
            leeway=5,
        )
        if self._tenant_id is not None and claims["tenant_id"] != self._tenant_id:
            raise jwt.InvalidTokenError("The token is of another tenant")
        return UserClaims(
            sub=claims["sub"],
            sid=claims["sid"],
            tenant_id=claims["tenant_id"],
            environment=claims.get("environment", ""),
            org_id=claims.get("org_id", ""),
            role=claims.get("role", ""),
            permissions=tuple(claims.get("permissions") or ()),
            package=claims.get("package"),
            entitlements=tuple(claims.get("entitlements") or ()),
            amr=tuple(claims.get("amr") or ()),
            auth_time=claims.get("auth_time", 0),
            exp=claims["exp"],
            claims=claims,
        )


@dataclass(frozen=True)
class Logout:
    """Whom a logout token signs out: one session, or every session of a user that began before."""

    sid: str | None
    sub: str | None
    at: datetime
    """When the token was made: a session that began later is not meant."""


class LogoutReceiver:
    """Takes logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.6). Each is acted on once; one whose `end` failed may come
    again."""

    def __init__(
        self, base_url: str, client_id: str, store: SharedStore, *, keys: Keys | None = None
    ) -> None:
        self._issuer = safe_base_url(base_url)
        self._client_id = client_id
        self._store = store
        self._keys = keys or Keys(base_url)

    def receive(self, token: str, end: Callable[[Logout], None]) -> bool:
        """Verifies a token, calls `end`, and says whether it did: a token that came before is not acted on.

        Raises jwt.InvalidTokenError for what is no logout token of this client: answer 400. Raises AtriumError when the keys
        can't be had: answer 503, and the service tries again."""
        claims = verified(
            token,
            self._keys,
            typ="logout+jwt",
            algorithms=["RS256", "PS256", "ES256", "EdDSA"],
            issuer=self._issuer,
            audience=self._client_id,
            required=["iat", "exp", "jti", "events"],
            leeway=_LEEWAY_SECONDS,
        )
        logout = _logout_in(claims)
        place = f"logout:{claims['jti']}"
        if not self._store.add(place, "1", _REMEMBERED_SECONDS):
            return False
        try:
            end(logout)
        except BaseException:
            self._store.delete(place)
            raise
        return True


def _logout_in(claims: Mapping[str, Any]) -> Logout:
    events: object = claims["events"]
    event = cast("dict[str, object]", events).get(_EVENT) if isinstance(events, dict) else None
    if not isinstance(event, dict):
        raise jwt.InvalidTokenError("It is no logout token")
    # An ID token must not pass for one.
    if "nonce" in claims:
        raise jwt.InvalidTokenError("A logout token has no nonce")
    if time.time() - claims["iat"] > 300 + _LEEWAY_SECONDS:
        raise jwt.InvalidTokenError("The token is too old")
    sid, sub = claims.get("sid"), claims.get("sub")
    if not isinstance(sid, str) and not isinstance(sub, str):
        raise jwt.InvalidTokenError("The token names nobody")
    return Logout(
        sid=sid if isinstance(sid, str) else None,
        sub=sub if isinstance(sub, str) else None,
        at=datetime.fromtimestamp(claims["iat"], timezone.utc),
    )

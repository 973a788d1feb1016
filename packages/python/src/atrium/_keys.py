"""The public keys of a service."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, cast

import httpx
import jwt

from ._errors import unanswered
from ._identity import safe_base_url

_KEPT_SECONDS = 600
_PAUSE_SECONDS = 30
_TIMEOUT_SECONDS = 5


class Keys:
    """The keys of a service, kept for ten minutes, and asked for again when a token names another one, at most twice a minute."""

    def __init__(
        self,
        base_url: str,
        *,
        transport: httpx.BaseTransport | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = f"{safe_base_url(base_url)}/oauth/jwks"
        self._client = httpx.Client(transport=transport, timeout=_TIMEOUT_SECONDS)
        self._clock = clock
        self._lock = Lock()
        self._keys: Mapping[str, jwt.PyJWK] = {}
        self._asked_at: float | None = None

    def find(self, kid: str | None) -> jwt.PyJWK:
        """The key that a token names.

        Raises jwt.InvalidKeyError for a key that the service does not have, and AtriumError `network_error` when the keys
        can't be had."""
        with self._lock:
            age = None if self._asked_at is None else self._clock() - self._asked_at
            unknown = kid not in self._keys
            if age is None or age > _KEPT_SECONDS or (unknown and age > _PAUSE_SECONDS):
                self._fetch()
            key = self._keys.get(kid or "")
        if key is None:
            raise jwt.InvalidKeyError("The service has no such key")
        return key

    def _fetch(self) -> None:
        try:
            response = self._client.get(self._address)
            response.raise_for_status()
            answer = cast("dict[str, Any]", response.json())
        except (httpx.HTTPError, ValueError) as error:
            raise unanswered("network_error") from error
        found = jwt.PyJWKSet.from_dict(answer).keys
        self._keys = {key.key_id: key for key in found if key.key_id}
        self._asked_at = self._clock()


def verified(
    token: str,
    keys: Keys,
    *,
    typ: str,
    algorithms: list[str],
    issuer: str,
    audience: str,
    required: list[str],
    leeway: float,
) -> dict[str, Any]:
    """The claims of a token that is what it has to be. Raises jwt.InvalidTokenError for any other."""
    header = jwt.get_unverified_header(token)
    if str(header.get("typ", "")).lower().removeprefix("application/") != typ:
        raise jwt.InvalidTokenError(f"The token is no {typ}")
    # The algorithm is the verifier's to name, and the key has one of its own: a token names neither.
    if header.get("alg") not in algorithms:
        raise jwt.InvalidAlgorithmError("The token is signed otherwise")
    key = keys.find(header.get("kid"))
    return jwt.decode(
        token,
        key,
        algorithms=algorithms,
        audience=audience,
        issuer=issuer,
        leeway=leeway,
        options={"require": required},
    )

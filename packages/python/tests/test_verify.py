"""Tokens that pass, and all the others."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import jwt
import pytest
from conftest import Answer, Given, Script, Scripted, always

from atrium import AtriumError, Keys, Logout, LogoutReceiver, MemoryStore, Verifier

EVENT = "http://schemas.openid.net/event/backchannel-logout"


def user_claims(given: Given, **more: object) -> dict[str, Any]:
    now = int(time.time())
    return {
        "iss": given.settings["baseUrl"],
        "aud": given.settings["appId"],
        "sub": "u",
        "sid": "s",
        "tenant_id": given.settings["tenantId"],
        "iat": now,
        "exp": now + 60,
        **more,
    }


def test_a_user_access_token_passes_and_everything_else_does_not(given: Given) -> None:
    base_url, app = given.settings["baseUrl"], given.settings["appId"]
    verifier = Verifier(base_url, app, tenant_id=given.settings["tenantId"])
    assert verifier.verify(given.signed("user_token", "at+jwt", user_claims(given))).sub == "u"
    now = int(time.time())
    for wrong in (
        {"exp": now - 60},
        {"iss": "https://other.example"},
        {"aud": str(uuid4())},
        {"tenant_id": "atr_other"},
        {"sid": None},
    ):
        claims = {name: value for name, value in user_claims(given, **wrong).items() if value}
        with pytest.raises(jwt.InvalidTokenError):
            verifier.verify(given.signed("user_token", "at+jwt", claims))
    good = given.signed("user_token", "at+jwt", user_claims(given))
    head, body, signature = good.split(".")
    unsigned = jwt.encode(user_claims(given), "", algorithm="none", headers={"typ": "at+jwt"})
    for token in (
        given.signed("user_token", "JWT", user_claims(given)),
        given.signed("id_token", "at+jwt", user_claims(given)),
        given.atrium().machine_token(),
        f"{head}.{body}.{signature[::-1]}",
        unsigned,
        "no token",
    ):
        with pytest.raises(jwt.InvalidTokenError):
            verifier.verify(token)


def test_the_keys_are_asked_for_once_and_again_for_a_new_one_at_most_twice_a_minute(
    given: Given,
) -> None:
    now = [1000.0]
    keys = Keys(given.settings["baseUrl"], clock=lambda: now[0])
    token = given.signed("user_token", "at+jwt", user_claims(given))
    kid = jwt.get_unverified_header(token)["kid"]
    assert keys.find(kid) is keys.find(kid)
    first = keys.find(kid)
    with pytest.raises(jwt.InvalidKeyError):
        keys.find("unknown")
    assert keys.find(kid) is first
    now[0] += 31
    with pytest.raises(jwt.InvalidKeyError):
        keys.find("unknown")
    assert keys.find(kid) is not first


def test_keys_that_cannot_be_had_are_no_fault_of_the_token(
    given: Given, scripted: Callable[[Script], Scripted]
) -> None:
    server = scripted(always(Answer(503)))
    verifier = Verifier(server.base_url, given.settings["appId"])
    with pytest.raises(AtriumError):
        verifier.verify(given.signed("user_token", "at+jwt", user_claims(given)))


def logout_claims(given: Given, **more: object) -> dict[str, Any]:
    now = int(time.time())
    return {
        "iss": given.settings["baseUrl"],
        "aud": "aoc_1",
        "sub": "u",
        "sid": "s",
        "jti": str(uuid4()),
        "iat": now,
        "exp": now + 120,
        "events": {EVENT: {}},
        **more,
    }


def test_a_logout_token_ends_its_session_once(given: Given) -> None:
    receiver = LogoutReceiver(given.settings["baseUrl"], "aoc_1", MemoryStore())
    token = given.signed("id_token", "logout+jwt", logout_claims(given))
    ended: list[Logout] = []

    def failing(_: Logout) -> None:
        raise RuntimeError("The database is away")

    with pytest.raises(RuntimeError):
        receiver.receive(token, failing)
    assert receiver.receive(token, ended.append) is True
    assert receiver.receive(token, ended.append) is False
    assert [(logout.sid, logout.sub) for logout in ended] == [("s", "u")]


def test_what_is_no_logout_token_ends_nothing(given: Given) -> None:
    receiver = LogoutReceiver(given.settings["baseUrl"], "aoc_1", MemoryStore())
    now = int(time.time())
    ended: list[Logout] = []
    wrongs: list[dict[str, object]] = [
        {"nonce": "n"},
        {"events": {}},
        {"events": "x"},
        {"events": {EVENT: True}},
        {"aud": "aoc_2"},
        {"iss": "https://other.example"},
        {"iat": now - 600},
        {"sub": None, "sid": None},
        {"jti": None},
    ]
    for wrong in wrongs:
        claims = {
            name: value for name, value in logout_claims(given, **wrong).items() if value is not None
        }
        with pytest.raises(jwt.InvalidTokenError):
            receiver.receive(given.signed("id_token", "logout+jwt", claims), ended.append)
    with pytest.raises(jwt.InvalidTokenError):
        receiver.receive(given.signed("id_token", "JWT", logout_claims(given)), ended.append)
    assert ended == []

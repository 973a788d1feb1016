"""A login, from the password to the end of its session, at the running service."""

from __future__ import annotations

import pytest
from conftest import Given

from atrium import AtriumError, Login, MemoryStore, OtpRequired, Verifier, is_session_over
from atrium.generated.api.models import Reverified


def begun(given: Given, login: Login) -> OtpRequired:
    step = login.preflight(given.person["email"], given.person["password"])
    assert step.kind == "otp_required"
    return step


def test_a_wrong_password_is_refused(given: Given) -> None:
    with pytest.raises(AtriumError) as refused:
        Login(given.atrium()).preflight(given.person["email"], "not it")
    assert refused.value.code == "invalid_credentials"
    assert not is_session_over(refused.value)


def test_a_login_leads_to_a_session_a_token_and_its_end(given: Given) -> None:
    atrium, app = given.atrium(), given.settings["appId"]
    store = MemoryStore()
    login = Login(atrium, app_id=app, store=store)
    waiting = begun(given, login)
    with pytest.raises(AtriumError) as refused:
        login.verify(waiting, "000000" if given.code() != "000000" else "000001")
    assert refused.value.code == "invalid_credentials"
    step = login.verify(waiting, given.code(), remember_device=True, device_name="Tests")
    assert step.kind == "grant"
    assert step.trusted_device
    session = login.exchange(step)
    assert str(session.user.id) == given.person["id"]
    with pytest.raises(AtriumError):
        login.exchange(step)

    session_id = str(session.session_id)
    assert store.get(f"activity:{session_id}")
    identity = login.identity(session_id)
    assert identity.user.email == given.person["email"]
    claims = Verifier(atrium.base_url, app).verify(login.token(session_id).access_token)
    assert claims.sub == given.person["id"]
    assert claims.permissions == ("reports:read",)

    proof = {"method": "password", "password": given.person["password"]}
    assert isinstance(login.reverify(session_id, proof), Reverified)
    trusted = login.preflight(
        given.person["email"], given.person["password"], trusted_device=step.trusted_device.token
    )
    assert trusted.kind == "grant"

    login.end(session_id)
    assert store.get(f"activity:{session_id}") is None
    with pytest.raises(AtriumError) as ended:
        login.token(session_id)
    assert is_session_over(ended.value)


def test_the_activity_token_is_replayed_and_a_stale_store_is_an_ended_session(given: Given) -> None:
    login = Login(given.atrium(), app_id=given.settings["appId"])
    step = login.verify(begun(given, login), given.code())
    assert step.kind == "grant"
    session_id = str(login.exchange(step).session_id)
    login.identity(session_id)
    login.identity(session_id)
    login.forget(session_id)
    with pytest.raises(AtriumError) as refused:
        login.identity(session_id)
    assert refused.value.status == 401

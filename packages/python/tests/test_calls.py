"""As whom, how often and for how long calls travel."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from conftest import TOKEN, Answer, Given, Script, Scripted, always

from atrium import Atrium, AtriumError, EndUser
from atrium.generated.api.api.users import create_user, list_users
from atrium.generated.api.models import NewUser

USERS = "/api/v1/management/users"
Begin = Callable[[Script], Scripted]


def only(users: Callable[[int], Answer]) -> Script:
    """A service whose tokens work."""
    return lambda path, nth: TOKEN if path == "/oauth/token" else users(nth)


def test_a_call_is_typed_and_answered_by_the_service(given: Given) -> None:
    with given.atrium() as atrium:
        found = list_users.sync(client=atrium.api, email=given.person["email"]).users
        assert [str(user.id) for user in found] == [given.person["id"]]


def test_tasks_call_too(given: Given) -> None:
    async def ask() -> list[str]:
        atrium = given.atrium()
        lists = await asyncio.gather(*(list_users.asyncio(client=atrium.api) for _ in range(5)))
        await atrium.aclose()
        return [str(users.users[0].id) for users in lists]

    assert asyncio.run(ask()) == [given.person["id"]] * 5


def test_a_refusal_has_a_code_and_the_requests_id(given: Given) -> None:
    with given.atrium() as atrium:
        with pytest.raises(AtriumError) as refused:
            atrium.send("POST", "/api/v1/auth/session/exchange", body={"grant": "spent"})
        assert (refused.value.status, refused.value.code) == (401, "invalid_credentials")
        assert refused.value.request_id


def test_a_wrong_secret_is_invalid_client(given: Given) -> None:
    settings = given.settings
    atrium = Atrium(settings["baseUrl"], client_id=settings["clientId"], client_secret="wrong")
    with pytest.raises(AtriumError) as refused:
        list_users.sync(client=atrium.api)
    assert (refused.value.status, str(refused.value.code)) == (401, "invalid_client")


def test_many_callers_share_one_token_request(scripted: Begin) -> None:
    server = scripted(only(lambda _: Answer(body={"users": []})))
    atrium = server.atrium()
    together = Barrier(20)

    def ask(_: int) -> int:
        together.wait()
        return len(list_users.sync(client=atrium.api).users)

    with ThreadPoolExecutor(20) as pool:
        assert list(pool.map(ask, range(20))) == [0] * 20
    assert server.count("/oauth/token") == 1
    assert server.count(USERS) == 20
    assert all(
        one.headers["authorization"] == "Bearer a-token" for one in server.seen if one.path == USERS
    )


def test_callers_that_waited_share_the_failure(scripted: Begin) -> None:
    server = scripted(always(Answer(400, {"error": "invalid_request"})))
    atrium = server.atrium()
    together = Barrier(5)

    def ask(_: int) -> str | None:
        together.wait()
        try:
            list_users.sync(client=atrium.api)
        except AtriumError as error:
            return error.code
        return None

    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(ask, range(5))) == ["invalid_request"] * 5
    assert server.count(USERS) == 0


def test_a_safe_call_is_repeated_after_a_503_and_waits_as_long_as_it_is_told(
    scripted: Begin,
) -> None:
    busy = Answer(503, {"code": "service_overloaded"}, {"retry-after": "1"})
    server = scripted(only(lambda nth: busy if nth == 1 else Answer(body={"users": []})))
    begun = time.monotonic()
    assert list_users.sync(client=server.atrium().api).users == []
    assert time.monotonic() - begun >= 1
    assert server.count(USERS) == 2


def test_a_post_is_not_repeated_when_nobody_knows_what_became_of_it(scripted: Begin) -> None:
    server = scripted(only(lambda _: Answer(503, {"title": "A proxy's"})))
    with pytest.raises(AtriumError) as refused:
        create_user.sync(client=server.atrium().api, body=NewUser(email="ada@example.com"))
    assert (refused.value.status, refused.value.code) == (503, None)
    assert server.count(USERS) == 1


def test_a_post_is_repeated_when_nothing_was_done(scripted: Begin) -> None:
    late = Answer(429, {"code": "rate_limited"}, {"retry-after": "0"})
    server = scripted(only(lambda nth: late if nth < 3 else Answer(400, {"title": "No"})))
    with pytest.raises(AtriumError) as refused:
        create_user.sync(client=server.atrium().api, body=NewUser(email="ada@example.com"))
    assert refused.value.status == 400
    assert server.count(USERS) == 3


def test_a_locked_account_is_not_tried_again(scripted: Begin) -> None:
    locked = Answer(429, {"code": "login_temporarily_locked"}, {"retry-after": "1"})
    server = scripted(always(locked))
    with pytest.raises(AtriumError) as refused:
        server.atrium().send("POST", "/api/v1/auth/login/preflight", body={})
    assert (refused.value.code, refused.value.retry_after) == ("login_temporarily_locked", 1)
    assert len(server.seen) == 1


def test_a_wait_that_does_not_fit_is_not_begun(scripted: Begin) -> None:
    server = scripted(only(lambda _: Answer(503, {}, {"retry-after": "60"})))
    begun = time.monotonic()
    with pytest.raises(AtriumError) as refused:
        list_users.sync(client=server.atrium().api)
    assert refused.value.retry_after == 60
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("waits", [True, False])
def test_an_answer_that_does_not_come_is_a_deadline(scripted: Begin, waits: bool) -> None:
    server = scripted(only(lambda _: Answer(hang=True)))
    atrium = server.atrium()
    with pytest.raises(AtriumError) as refused, atrium.options(deadline=0.3):
        if waits:
            list_users.sync(client=atrium.api)
        else:
            asyncio.run(list_users.asyncio(client=atrium.api))
    assert (refused.value.status, refused.value.code) == (0, "deadline_exceeded")


def test_a_token_that_does_not_come_is_a_deadline(scripted: Begin) -> None:
    server = scripted(always(Answer(hang=True)))
    with pytest.raises(AtriumError) as refused:
        list_users.sync(client=server.atrium(deadline=0.3).api)
    assert refused.value.code == "deadline_exceeded"


def test_a_service_that_is_not_there_is_a_network_error() -> None:
    atrium = Atrium("http://127.0.0.1:9", tenant_id="atr_1", tenant_secret="alcs_1")
    with pytest.raises(AtriumError) as refused:
        atrium.send("POST", "/api/v1/auth/login/preflight", body={})
    assert refused.value.code == "network_error"


def test_no_redirect_is_followed(scripted: Begin) -> None:
    thief = scripted(always(Answer()))
    server = scripted(only(lambda _: Answer(302, {}, {"location": thief.base_url})))
    with pytest.raises(AtriumError) as refused:
        list_users.sync(client=server.atrium().api)
    assert refused.value.status == 302
    assert thief.seen == []


def test_the_end_user_goes_along_and_can_add_no_header(scripted: Begin) -> None:
    server = scripted(always(Answer(body={})))
    atrium = server.atrium()
    user = EndUser("203.0.113.7", "Browser\r\nx-evil: 1 ü")
    with atrium.options(end_user=user, headers={"x-trusted-device": "d"}):
        atrium.send("POST", "/api/v1/auth/login/preflight", body={})
    atrium.send("POST", "/api/v1/auth/login/preflight", body={})
    first, second = server.seen
    assert first.headers["x-end-user-ip"] == "203.0.113.7"
    assert first.headers["x-end-user-agent"] == "Browserx-evil: 1"
    assert first.headers["x-trusted-device"] == "d"
    assert first.headers["authorization"] == "Bearer alcs_1"
    assert first.headers["x-tenant-id"] == "atr_1"
    assert "x-end-user-ip" not in second.headers and "x-trusted-device" not in second.headers


def test_secrets_go_nowhere_in_the_clear_and_nowhere_else(scripted: Begin) -> None:
    for address in ("http://id.example", "ftp://id.example", "id.example", "http://localhost.evil.example"):
        with pytest.raises(ValueError, match="https"):
            Atrium(address)
    server, thief = scripted(always(Answer())), scripted(always(Answer()))
    with pytest.raises(ValueError, match="elsewhere"):
        server.atrium().send("GET", f"{thief.base_url}/api/v1/auth/me")
    assert thief.seen == []


def test_a_missing_secret_is_named() -> None:
    atrium = Atrium("https://id.example")
    with pytest.raises(TypeError, match="client_id and client_secret"):
        list_users.sync(client=atrium.api)
    with pytest.raises(TypeError, match="tenant_secret"):
        atrium.send("POST", "/api/v1/auth/login/preflight", body={})
    with pytest.raises(TypeError, match="operator_token"):
        atrium.send("GET", "/api/v1/operator/tenants")

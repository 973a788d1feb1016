"""The blocks of the README run as they are written."""

from __future__ import annotations

import re
import time
from importlib.metadata import metadata
from uuid import UUID

from conftest import Given

from atrium import MemoryStore
from atrium.generated.api.api.users import reactivate_user


def blocks() -> list[str]:
    text = str(metadata("atrium-client").json["description"])
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def test_the_blocks_of_the_readme_run(given: Given) -> None:
    settings, person = given.settings, given.person
    now = int(time.time())
    ended: list[object] = []
    claims: dict[str, object] = {"iss": settings["baseUrl"], "sub": "u", "sid": "s", "iat": now, "exp": now + 60}
    logout: dict[str, object] = {"jti": f"readme-{now}", "events": {EVENT: {}}, "aud": "aoc_1"}
    user: dict[str, object] = {"aud": settings["appId"], "tenant_id": settings["tenantId"]}
    names: dict[str, object] = {
        "base_url": settings["baseUrl"],
        "client_id": settings["clientId"],
        "client_secret": settings["clientSecret"],
        "tenant_id": settings["tenantId"],
        "tenant_secret": settings["tenantSecret"],
        "app_id": settings["appId"],
        "oidc_client_id": "aoc_1",
        "email": person["email"],
        "password": person["password"],
        "store": MemoryStore(),
        "ask_user": lambda question: given.code(),  # pyright: ignore
        "access_token": given.signed("user_token", "at+jwt", claims | user),
        "logout_token": given.signed("id_token", "logout+jwt", claims | logout),
        "end": ended.append,
    }
    first, *others = blocks()
    exec(first, names)
    with given.atrium() as atrium:
        reactivate_user.sync(UUID(person["id"]), client=atrium.api)
    for block in others:
        exec(block, names)
    assert len(others) == 2
    assert ended == ["s"]


EVENT = "http://schemas.openid.net/event/backchannel-logout"

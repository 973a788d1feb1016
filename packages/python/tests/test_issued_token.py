"""Tokens that were given to somebody, asked about and given back."""

from __future__ import annotations

import pytest
from conftest import Given

from atrium import AtriumError


def test_a_token_is_worth_nothing_once_it_is_revoked(given: Given) -> None:
    asks, other = given.atrium(), given.atrium()
    own = other.machine_token()
    told = asks.introspect(own)
    assert told["active"] is True
    assert told["client_id"] == given.settings["clientId"]
    asks.revoke(own)
    assert asks.introspect(own) == {"active": False}
    with pytest.raises(AtriumError) as refused:
        asks.introspect("")
    assert refused.value.status == 400

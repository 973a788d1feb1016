"""When the machine token is asked for."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from atrium import AtriumError
from atrium._machine_token import IssuedToken, MachineTokens  # pyright: ignore[reportPrivateUsage]


class Service:
    """Gives tokens by a clock of its own."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.asked = 0
        self.fails = False
        self.hold: Event | None = None

    def ask(self, until: float) -> IssuedToken:
        self.asked += 1
        if self.hold:
            assert self.hold.wait(10)
        if self.fails:
            raise AtriumError(status=503, code=None, title="Busy")
        return IssuedToken(f"token-{self.asked}", self.now, 900)

    def tokens(self) -> MachineTokens:
        return MachineTokens(self.ask, lambda: self.now)


def test_a_token_serves_until_shortly_before_its_end() -> None:
    service = Service()
    tokens = service.tokens()
    assert tokens.current(2000) == "token-1"
    service.now += 809
    assert tokens.current(3000) == "token-1"
    service.now += 2
    assert tokens.current(3000) == "token-2"
    assert service.asked == 2


def test_while_one_call_renews_it_the_others_go_out_with_the_old_one() -> None:
    service = Service()
    tokens = service.tokens()
    tokens.current(2000)
    service.now += 820
    service.hold = Event()
    renewed: list[str] = []
    thread = Thread(target=lambda: renewed.append(tokens.current(3000)))
    thread.start()
    while service.asked < 2:
        pass
    assert tokens.current(3000) == "token-1"
    service.hold.set()
    thread.join()
    assert renewed == ["token-2"]


def test_a_renewal_that_fails_leaves_the_old_one_while_it_works() -> None:
    service = Service()
    tokens = service.tokens()
    tokens.current(2000)
    service.now, service.fails = service.now + 820, True
    assert tokens.current(3000) == "token-1"
    service.now += 60
    with pytest.raises(AtriumError):
        tokens.current(3000)


def test_a_refused_token_is_forgotten_unless_it_is_young() -> None:
    service = Service()
    tokens = service.tokens()
    tokens.refused(tokens.current(2000))
    assert tokens.current(2000) == "token-1"
    service.now += 31
    tokens.refused("another")
    assert tokens.current(2000) == "token-1"
    tokens.refused("token-1")
    assert tokens.current(2000) == "token-2"

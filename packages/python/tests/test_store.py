"""What a store keeps, and for how long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from atrium import MemoryStore, RedisStore


def test_the_memory_store_forgets_after_a_time_and_beyond_a_number() -> None:
    now = [0.0]
    store = MemoryStore(2, lambda: now[0])
    store.set("a", "1", 10)
    now[0] = 9.9
    assert store.get("a") == "1"
    now[0] = 10
    assert store.get("a") is None
    for name in ("b", "c", "d"):
        store.set(name, "1", 10)
    assert [store.get(name) for name in ("b", "c", "d")] == [None, "1", "1"]
    store.delete("c")
    assert store.get("c") is None


def test_of_several_at_once_one_comes_first() -> None:
    store = MemoryStore()
    with ThreadPoolExecutor(8) as pool:
        first = list(pool.map(store.add, ["jti"] * 50, ["1"] * 50, [60] * 50))
    assert first.count(True) == 1


def test_the_redis_store_speaks_redis() -> None:
    said: list[tuple[object, ...]] = []
    replies: list[object] = [True, b"text", None, True, None, 1]

    def command(*words: object) -> object:
        said.append(words)
        return replies.pop(0)

    store = RedisStore(command)
    store.set("a", "1", 60)
    assert store.get("a") == "text"
    assert store.get("a") is None
    assert store.add("b", "1", 60) is True
    assert store.add("b", "1", 60) is False
    store.delete("a")
    assert said == [
        ("SET", "atrium:a", "1", "EX", 60),
        ("GET", "atrium:a"),
        ("GET", "atrium:a"),
        ("SET", "atrium:b", "1", "EX", 60, "NX"),
        ("SET", "atrium:b", "1", "EX", 60, "NX"),
        ("DEL", "atrium:a"),
    ]

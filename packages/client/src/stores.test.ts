import { cookieStore, memoryStore, redisStore } from "@atrium/client";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.useRealTimers());
const SECRET = "a secret of at least 32 characters";

function aJar() {
  const cookies = new Map<string, string>();
  const ages: number[] = [];
  return {
    cookies,
    ages,
    get: (name: string) => cookies.get(name),
    set(name: string, value: string, maxAge: number) {
      ages.push(maxAge);
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    },
  };
}

test("a store in memory returns a value until its end, and limits their number", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const store = memoryStore(2);
  await store.set("a", "1", 10);
  expect(await store.get("a")).toBe("1");
  vi.setSystemTime(Date.now() + 10_001);
  expect(await store.get("a")).toBeNull();
  for (const key of ["a", "b", "c"]) await store.set(key, key, 10);
  expect([await store.get("a"), await store.get("b"), await store.get("c")]).toEqual([
    null,
    "b",
    "c",
  ]);
});

test("of several parallel calls that add one key, one succeeds", async () => {
  const store = memoryStore();
  const added = await Promise.all(Array.from({ length: 20 }, () => store.add("jti", "1", 60)));
  expect(added.filter(Boolean)).toHaveLength(1);
  await store.delete("jti");
  expect(await store.add("jti", "1", 60)).toBe(true);
});

test("a cookie's value can't be read, changed, moved to another name or used after its time", async () => {
  const jar = aJar();
  const store = cookieStore(jar, SECRET);
  await store.set("activity:s1", "the token", 60);
  const [[name = "", sealed = ""] = []] = jar.cookies;
  expect(await store.get("activity:s1")).toBe("the token");
  expect(atob(sealed.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "")).not.toContain(
    "token",
  );
  for (const at of [0, 5, 20, sealed.length - 2]) {
    const other = sealed[at] === "A" ? "B" : "A";
    jar.cookies.set(name, sealed.slice(0, at) + other + sealed.slice(at + 1));
    expect(await store.get("activity:s1")).toBeNull();
  }
  jar.cookies.set("atrium_activity_s2", sealed);
  expect(await store.get("activity:s2")).toBeNull();
  jar.cookies.set(name, sealed);
  expect(
    await cookieStore(jar, "another secret of 32 characters...").get("activity:s1"),
  ).toBeNull();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect(await store.get("activity:s1")).toBeNull();
});

test("a cookie has its value's lifetime, is deleted with it, and is never larger than browsers store", async () => {
  const jar = aJar();
  const store = cookieStore(jar, SECRET);
  await store.set("a", "1", 60);
  await store.delete("a");
  expect(jar.ages).toEqual([60, 0]);
  await expect(store.set("a", "x".repeat(4000), 60)).rejects.toThrow(RangeError);
  await expect(cookieStore(jar, "short").set("a", "1", 60)).rejects.toThrow(/32/);
});

test("a store in Redis uses one key each, with an expiry, and adds with NX", async () => {
  const sent: string[][] = [];
  const replies: unknown[] = [null, "OK", "OK", null, 1];
  const store = redisStore(async (...command) => {
    sent.push(command);
    return replies[sent.length - 1];
  });
  expect(await store.get("k")).toBeNull();
  await store.set("k", "v", 1.5);
  expect([await store.add("k", "v", 60), await store.add("k", "v", 60)]).toEqual([true, false]);
  await store.delete("k");
  const add = ["SET", "atrium:k", "v", "EX", "60", "NX"];
  expect(sent).toEqual([
    ["GET", "atrium:k"],
    ["SET", "atrium:k", "v", "EX", "2"],
    add,
    add,
    ["DEL", "atrium:k"],
  ]);
});

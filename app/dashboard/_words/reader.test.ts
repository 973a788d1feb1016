import { beforeEach, expect, test, vi } from "vitest";
import { knownTimeZone, readerOf } from "@/app/dashboard/_words/reader";

const request = vi.hoisted(() => ({ cookies: new Map<string, string>(), headers: new Headers() }));

vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => {
      const value = request.cookies.get(name);
      return value === undefined ? undefined : { name, value };
    },
  }),
  headers: async () => request.headers,
}));

beforeEach(() => {
  request.cookies = new Map();
  request.headers = new Headers();
});

test("a reader's own choice outranks their browser's preference", async () => {
  request.headers.set("accept-language", "fr-CA, en;q=0.5");
  expect(await readerOf()).toEqual({ locale: "fr", timeZone: "UTC" });
  request.cookies.set("atrium_locale", "ja");
  expect(await readerOf()).toMatchObject({ locale: "ja" });
});

test("a language that the dashboard does not have becomes English", async () => {
  request.cookies.set("atrium_locale", "xx");
  expect(await readerOf()).toEqual({ locale: "en", timeZone: "UTC" });
});

test("a reader's time zone is the one that their browser reported", async () => {
  request.cookies.set("atrium_time_zone", "Asia/Tokyo");
  expect(await readerOf()).toMatchObject({ timeZone: "Asia/Tokyo" });
});

test("a time zone that is unknown, made up or missing is UTC", () => {
  for (const name of [
    undefined,
    "",
    "Mars/Olympus",
    "../../etc/passwd",
    "\u0000",
    "x".repeat(5000),
  ])
    expect(knownTimeZone(name), name).toBe("UTC");
  expect(knownTimeZone("Europe/Berlin")).toBe("Europe/Berlin");
});

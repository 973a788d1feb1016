import fc from "fast-check";
import { expect, test } from "vitest";
import { LightHeaders } from "@/host/light-headers";

const name = fc.constantFrom(
  "Allow",
  "allow",
  "Vary",
  "set-cookie",
  "Set-Cookie",
  "x-frame-options",
);
const value = fc.stringMatching(/^ ?[!-~\xa0]{1,5}( [!-~]{1,5})?(\t|\r\n|\xff|\xa0)?$/);
const step = fc.oneof(
  fc.record({ does: fc.constantFrom("append" as const, "set" as const), name, value }),
  fc.record({ does: fc.constant("delete" as const), name }),
);

/** Results of all methods that read headers; the platform lists them by name. */
const seen = (headers: Headers) => ({
  entries: [...headers].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
  keys: [...headers.keys()].toSorted(),
  values: [...headers.values()].toSorted(),
  cookies: headers.getSetCookie(),
  cookie: headers.get("set-cookie"),
  allow: [headers.get("ALLOW"), headers.has("allow"), headers.has("SET-COOKIE")],
});

test("after any changes they hold the same as the platform's own headers", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), fc.array(step), (initial, steps) => {
      const all = [new LightHeaders(initial), new Headers(initial)];
      for (const headers of all)
        for (const each of steps)
          if (each.does === "delete") headers.delete(each.name);
          else headers[each.does](each.name, each.value);
      const [light, platform] = all.map((headers) => seen(headers));
      expect(light).toEqual(platform);
      expect(seen(new Headers(all[0]))).toEqual(platform);
    }),
  );
});

test("they are made of pairs, of an object and of other headers", () => {
  for (const initial of [[["A", "1"] as [string, string]], { A: "1" }, new Headers({ A: "1" })])
    expect([...new LightHeaders(initial)]).toEqual([["a", "1"]]);
  expect([...new LightHeaders()]).toEqual([]);
});

test("they refuse what the platform's own refuse: a second line, and characters outside of Latin-1", () => {
  for (const text of ["a\r\nb: c", "a\0", "Ł"])
    for (const headers of [new LightHeaders(), new Headers()])
      expect(() => headers.set("location", text)).toThrow(TypeError);
  new LightHeaders().set("location", "\u00e9\u00ff");
});

import { expectOwnPage, ownPath } from "@atrium/client/web";
import { expect, test } from "vitest";

const origin = "https://app.example";

test.each([
  ["/", "/"],
  ["/reports?from=1#top", "/reports?from=1#top"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["\\\\evil.example", "/"],
  ["https://evil.example/", "/"],
  ["https:evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["evil.example", "/"],
  ["/a/..//evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/\r\nset-cookie: a=b", "/"],
  ["", "/"],
  [null, "/"],
])("a return to %j goes to %j", (requested, path) => {
  expect(ownPath(requested, origin)).toBe(path);
});

test.each([
  [{ origin }, true],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ origin: "null", "sec-fetch-site": "same-origin" }, true],
  [{ origin: "https://evil.example" }, false],
  [{ origin: "http://app.example" }, false],
  [{ origin: "https://app.example.evil.example" }, false],
  [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, false],
  [{ origin: "null" }, false],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{}, false],
])("a form with %j is accepted: %j", (headers, taken) => {
  const check = () => expectOwnPage(new Headers(headers as Record<string, string>), origin);
  if (taken) expect(check).not.toThrow();
  else expect(check).toThrow(/another site/);
});

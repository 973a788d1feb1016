import { expect, test } from "vitest";
import { withParameters } from "@/lib/core/oidc/http/with-parameters";

const answer = { code: "a b", state: "ü" };

test.each([
  ["https://app.example/cb", "https://app.example/cb?code=a+b&state=%C3%BC"],
  ["https://app.example", "https://app.example/?code=a+b&state=%C3%BC"],
  ["https://app.example/cb?", "https://app.example/cb?code=a+b&state=%C3%BC"],
  [
    "https://app.example/cb?flag&sig=a%2Fb~c&list=(1)&p=/x/y&e=%E4&t=a%20b&semi=a;b&d=%2e&q='",
    "https://app.example/cb?flag&sig=a%2Fb~c&list=(1)&p=/x/y&e=%E4&t=a%20b&semi=a;b&d=%2e&q='&code=a+b&state=%C3%BC",
  ],
  ["com.example.app:/cb?x", "com.example.app:/cb?x&code=a+b&state=%C3%BC"],
  [
    "https://app.example/cb?é=\ud800",
    "https://app.example/cb?%C3%A9=%EF%BF%BD&code=a+b&state=%C3%BC",
  ],
])("adding parameters to %s leaves its query unchanged", (address, whole) => {
  expect(withParameters(address, answer)).toBe(whole);
});

test("an address without additional parameters is unchanged", () => {
  expect(withParameters("https://app.example/bye?e=%E4", {})).toBe("https://app.example/bye?e=%E4");
  expect(withParameters("https://app.example/bye", {})).toBe("https://app.example/bye");
});

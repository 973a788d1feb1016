import { expect, test } from "vitest";
import { refusalTarget } from "./unread-request-object";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const unsigned = (claims: unknown) => `${part({ alg: "none" })}.${part(claims)}.`;
const targetOf = (parameters: Record<string, string>) =>
  refusalTarget(new URLSearchParams(parameters));

test("a refused request object determines the response mode and state of its answer", () => {
  const request = unsigned({ response_mode: "form_post", state: "s" });
  expect(targetOf({ request })).toEqual({ responseMode: "form_post", state: "s" });
});

test("parameters take precedence over the object", () => {
  const request = unsigned({ response_mode: "form_post", state: "s" });
  expect(targetOf({ request, response_mode: "query", state: "t" })).toEqual({
    responseMode: "query",
    state: "t",
  });
});

test.each([
  ["no JWT", "x"],
  ["no object", unsigned("text")],
  ["other types", unsigned({ response_mode: 1, state: ["s"] })],
  ["nothing", unsigned({})],
])("%s has no effect", (_, request) => {
  expect(targetOf({ request })).toEqual({ responseMode: null, state: null });
});

import { expect, test, vi } from "vitest";
import { GET } from "@/app/.well-known/webauthn/route";
import { heldHandler, isHeld, takeViolations } from "@/tests/support/held-answers";
import { publishedDescription } from "@/tests/support/published-description";
import { routeModule } from "@/tests/support/route-module";

// Every route that a test loads checks its answers against the description (tests/support/answers-setup). A
// violation that the test does not take fails it.

vi.mock("@/lib/core/factors/related-origins", () => ({ relatedOrigins: async () => "none" }));

const role = {
  id: "01938f2c-6f3a-7c41-9a55-0d6a7e1f2b40",
  key: "editor",
  name: "Editor",
  description: null,
  permissions: [],
  is_system: false,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};

/** Returns the violations of an answer. */
async function violationsOf(
  answer: Response,
  path = "/api/v1/management/roles/{id}",
  method = "GET",
) {
  const handler = heldHandler(path, method, () => answer);
  await handler(new Request("http://localhost:3000/"), { params: Promise.resolve({}) });
  return takeViolations();
}

const problem = (status: number, more: object = {}, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ status, title: "No", ...more }), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });

test("an answer as it is described passes, with its body", async () => {
  expect(await violationsOf(Response.json(role))).toEqual([]);
  expect(await violationsOf(problem(404))).toEqual([]);
});

test.each([
  ["a status that is not described", problem(418), "the status is not described"],
  ["another media type", new Response("{}"), "the media type text/plain is not described"],
  ["no body", new Response(null), "the media type of none is not described"],
  ["a field of another type", Response.json({ ...role, name: 1 }), "/name must be string"],
  ["no such field", Response.json({ ...role, name: undefined }), "property 'name'"],
  ["a field too many", Response.json({ ...role, colour: "red" }), "additional properties"],
  ["a time without a zone", Response.json({ ...role, created_at: "2026-11-21" }), "date-time"],
  ["no Retry-After", problem(503), "the header Retry-After is missing"],
  ["a code that has no place", problem(404, { code: "revoked" }), "the code revoked is not"],
  ["a code of another status", problem(401, { code: "no_role" }), "the code no_role is not"],
  ["a field of another code", problem(404, { maximum: 3 }), "maximum belongs to another code"],
])("an answer with %s does not", async (_, answer, expected) => {
  expect(await violationsOf(answer)).toContainEqual(expect.stringContaining(expected));
});

test("a refusal without the code that its status always has does not pass", async () => {
  const answer = problem(429, {}, { "retry-after": "3" });
  const violations = await violationsOf(answer, "/api/v1/auth/login/preflight", "POST");
  expect(violations).toContainEqual(expect.stringContaining("property 'code'"));
});

test("every published operation is held", async () => {
  const methods = Object.entries(publishedDescription().paths).flatMap(([path, described]) =>
    Object.keys(described).map((method) => [path, method.toUpperCase() as "GET"] as const),
  );
  const loose = methods.map(async ([path, method]) =>
    isHeld((await routeModule(path))[method]) ? [] : [`${method} ${path}`],
  );
  expect((await Promise.all(loose)).flat()).toEqual([]);
});

test("a route file checks its answers for any address of the request", async () => {
  await GET(new Request("http://localhost:3000/"), { params: Promise.resolve({}) });
  expect(takeViolations()).toEqual([
    'readRelatedOrigins answered 200: /origins must be array {"type":"array"}',
  ]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { DELETE, GET, PATCH, POST, PUT } from "@/app/api/[[...path]]/route";
import { content, optional as optionalBody } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { operationsOf } from "@/lib/core/http/operation";
import { ids } from "@/lib/core/http/path-ids";
import { problemResponse } from "@/lib/core/http/problem";
import { publicRoute } from "@/lib/core/http/public-route";
import { resource } from "@/lib/core/http/resource";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { config } from "@/lib/kernel/config/config";
import { ServiceError } from "@/lib/kernel/errors";

const Body = z.strictObject({
  display_name: z.string(),
  nested: z.strictObject({ a: z.number() }).optional(),
});
const says = {
  id: "echo",
  tag: "Description",
  summary: "Answer what was sent",
  caller: "anyone",
  answers: { ok: answer(z.unknown(), {}, "What was sent.") },
} as const;
const echo = resource({
  POST: endpoint({
    ...says,
    body: content(Body, { display_name: "Ada" }),
    handle: async ({ body, ok }) => ok(body),
  }),
});

function post(
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "application/json" },
) {
  const request = new Request("http://localhost/api/echo", { method: "POST", body, headers });
  return echo.POST(request, { params: Promise.resolve({}) });
}

async function problemOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("x-request-id")).toBeTruthy();
  const problem = await response.json();
  expect(problem.status).toBe(response.status);
  expect(problem.title).toBeTruthy();
  return problem;
}

test("a body is passed on with camelCase names", async () => {
  expect(await (await post('{"display_name":"Ada"}')).json()).toEqual({ displayName: "Ada" });
});

test("an unknown field is refused by its name, also in a nested object", async () => {
  expect(await problemOf(await post('{"display_name":"Ada","admin":true}'))).toMatchObject({
    status: 400,
    detail: "admin: unknown field",
  });
  expect(
    await problemOf(await post('{"display_name":"Ada","nested":{"a":1,"b":2}}')),
  ).toMatchObject({
    detail: "nested.b: unknown field",
  });
});

test("a missing or wrong field is refused by its name", async () => {
  const problem = await problemOf(await post('{"nested":{"a":"x"}}'));
  expect(problem.detail).toContain("display_name");
  expect(problem.detail).toContain("nested.a");
});

test("a body that is not JSON is 400, another type 415, a large one 413", async () => {
  expect(await problemOf(await post("{"))).toMatchObject({ status: 400 });
  expect(await problemOf(await post(new Uint8Array([0x22, 0xff, 0x22])))).toMatchObject({
    status: 400,
  });
  expect(
    await problemOf(await post("a=b", { "content-type": "application/x-www-form-urlencoded" })),
  ).toMatchObject({
    status: 415,
  });
  expect(
    await problemOf(await post(JSON.stringify({ display_name: "x".repeat(70_000) }))),
  ).toMatchObject({
    status: 413,
  });
});

test("an optional body may be omitted, with any content type", async () => {
  const optional = resource({
    POST: endpoint({
      ...says,
      body: optionalBody(z.strictObject({ reason: z.string().optional() }), {}),
      handle: async ({ body, ok }) => ok(body),
    }),
  });
  const ask = (body: string | null, headers: Record<string, string>) =>
    optional.POST(new Request("http://localhost/api/x", { method: "POST", body, headers }), {
      params: Promise.resolve({}),
    });
  const json = { "content-type": "application/json" };
  for (const answer of [await ask(null, {}), await ask(null, json), await ask("", json)])
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
  expect(await (await ask('{"reason":"left"}', json)).json()).toEqual({ reason: "left" });
  expect((await ask('{"reason":"left"}', { "content-type": "text/plain" })).status).toBe(415);
  expect((await ask("{", json)).status).toBe(400);
  expect((await ask('{"other":1}', json)).status).toBe(400);
});

test("a body that nests too deep is a 400, with any arrangement of brackets", async () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  for (const levels of [65, 30_000]) {
    const body = `{"display_name":"\\"]]]","nested":${nested(levels)}}`;
    expect((await problemOf(await post(body))).detail).toContain("nests deeper");
  }
  // Brackets inside a text don't count as nesting.
  expect((await post(JSON.stringify({ display_name: "[".repeat(500) }))).status).toBe(200);
});

test("the name of an inherited object member is an unknown field like any other", async () => {
  for (const field of ["__proto__", "constructor", "toString"])
    expect(await problemOf(await post(`{"display_name":"Ada","${field}":{}}`))).toMatchObject({
      status: 400,
      detail: `${field}: unknown field`,
    });
});

test("a member __proto__ is refused at any depth and in any spelling, and no other is", async () => {
  const loose = resource({
    POST: endpoint({
      ...says,
      body: content(z.strictObject({ any: z.record(z.string(), z.unknown()) }), { any: {} }),
      handle: async ({ body, ok }) => ok(body),
    }),
  });
  const ask = async (body: string) => {
    const headers = { "content-type": "application/json" };
    const request = new Request("http://localhost/api/echo", { method: "POST", body, headers });
    return loose.POST(request, { params: Promise.resolve({}) });
  };
  for (const name of ["__proto__", "\\u005f_proto__", "__\\u0070roto__"])
    for (const body of [`{"any":{"${name}":{"a":1},"b":1}}`, `{"any":{"b":[{"${name}":1}]}}`])
      expect(await problemOf(await ask(body))).toMatchObject({
        status: 400,
        detail: "The body has a member named __proto__.",
      });
  expect(await (await ask('{"any":{"b":"__proto__"}}')).json()).toEqual({
    any: { b: "__proto__" },
  });
});

test("a stream without a length is cut off at the limit", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16_384).fill(0x20));
    },
  });
  const request = new Request("http://localhost/api/echo", {
    method: "POST",
    body: endless,
    headers: { "content-type": "application/json" },
    // @ts-expect-error Node's fetch needs it for a streamed body; the DOM types don't know it.
    duplex: "half",
  });
  expect((await echo.POST(request, { params: Promise.resolve({}) })).status).toBe(413);
  expect(pulled).toBeLessThan(20);
});

test("an unknown method of a path is 405 with Allow", async () => {
  const request = new Request("http://localhost/api/echo", { method: "DELETE" });
  const response = await echo.DELETE(request, { params: Promise.resolve({}) });
  expect(response.headers.get("allow")).toBe("OPTIONS, POST");
  expect(await problemOf(response)).toMatchObject({ status: 405 });
});

test("an unknown path is the same 404 for every method", async () => {
  for (const [method, handler] of Object.entries({ GET, POST, PUT, PATCH, DELETE })) {
    const request = new Request("http://localhost/api/nowhere", { method });
    const response = await handler(request, { params: Promise.resolve({}) });
    expect(await problemOf(response)).toMatchObject({ status: 404 });
  }
});

test("the caller's own request id is used if it is well formed, and replaced if not", async () => {
  const answer = async (id: string) =>
    (await post("{}", { "content-type": "application/json", "x-request-id": id })).headers.get(
      "x-request-id",
    );
  expect(await answer("trace-12345")).toBe("trace-12345");
  expect(await answer("<script>")).not.toBe("<script>");
});

test("an answer of the planes runs no script, can't be framed, and requires TLS where it is used", async () => {
  const oauth = oauthRoute("public", async () => Response.json({}));
  const before = config().baseUrl;
  for (const baseUrl of ["http://localhost:3000", "https://id.example.com"]) {
    config().baseUrl = baseUrl;
    const request = new Request("http://localhost/oauth/x");
    const none = { params: Promise.resolve({}) };
    const [json, refused, token] = [
      await post("{}"),
      await echo.PUT(request, none),
      await oauth(request, none),
    ];
    for (const { headers } of [json, refused, token]) {
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.has("strict-transport-security")).toBe(baseUrl.startsWith("https"));
    }
  }
  config().baseUrl = before;
});

test("an unexpected failure does not reveal its cause", async () => {
  const broken = resource({
    GET: publicRoute(async () => {
      throw new Error("password=hunter2");
    }),
  });
  const response = await broken.GET(new Request("http://localhost/api/x"), {
    params: Promise.resolve({}),
  });
  expect(JSON.stringify(await problemOf(response))).not.toContain("hunter2");
  expect(response.status).toBe(500);
});

test("a refusal has its code, its fields in wire names, and whole seconds in Retry-After alone", async () => {
  const response = problemResponse(
    new ServiceError("organization_type_not_resolved", {
      fields: { availableTotal: 1, available: [{ organizationType: "clinic" }] },
      retryAfterSeconds: 1.2,
    }),
  );
  expect(response.headers.get("retry-after")).toBe("2");
  expect([...response.headers.keys()].some((name) => name.startsWith("x-ratelimit"))).toBe(false);
  expect(await response.json()).toEqual({
    status: 400,
    title: "Bad Request",
    code: "organization_type_not_resolved",
    available_total: 1,
    available: [{ organization_type: "clinic" }],
  });
});

const One = z.object({ a: z.string() });

test("an undeclared answer does not compile", async () => {
  const declares = { ...says, answers: { ok: answer(One, { a: "1" }, "One.") } } as const;
  // @ts-expect-error The body has another type.
  endpoint({ ...declares, handle: async ({ ok }) => ok({ a: 1 }) });
  // @ts-expect-error The body has an undeclared field.
  endpoint({ ...declares, handle: async ({ ok }) => ok({ a: "1", b: "2" }) });
  // @ts-expect-error The answer is not declared.
  endpoint({ ...declares, handle: async ({ created }) => created({ a: "1" }) });
  // @ts-expect-error The response is not declared.
  endpoint({ ...declares, handle: async () => Response.json({ a: "1" }) });
  // @ts-expect-error The header is not declared.
  endpoint({ ...declares, handle: async ({ ok }) => ok({ a: "1" }, { "x-b": "2" }) });
  // @ts-expect-error The example has another type.
  answer(One, { a: 1 }, "One.");
  const right = endpoint({ ...declares, handle: async ({ ok }) => ok({ a: "1" }) });
  const response = await right(new Request("http://localhost/api/x"), {
    params: Promise.resolve({}),
  });
  expect([response.status, await response.json()]).toEqual([200, { a: "1" }]);
});

test("a caller whose token has scopes can't be declared without one, and no other with one", () => {
  const rest = { ...says, handle: async () => Promise.reject(new Error("never called")) };
  // @ts-expect-error A machine token needs a scope.
  endpoint({ ...rest, caller: "machine" });
  // @ts-expect-error A tenant secret has no scope.
  endpoint({ ...rest, caller: "tenant", scope: "users:read" });
});

test("an endpoint whose ids differ from those of its path is refused when the description is built", () => {
  const module = {
    GET: endpoint({ ...says, params: ids("id"), handle: async ({ ok }) => ok({}) }),
  };
  expect(() => operationsOf([{ path: "/api/x/{other}", module }])).toThrow("echo declares");
  expect(operationsOf([{ path: "/api/x/{id}", module }])).toMatchObject([
    { method: "GET", path: "/api/x/{id}", id: "echo" },
  ]);
});

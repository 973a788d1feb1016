import { expect, test, vi } from "vitest";
import { OPTIONS as devicePreflight, POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { config } from "@/lib/kernel/config/config";
import { aTenant } from "@/tests/builders/a-tenant";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { postForm } from "@/tests/support/post-form";

vi.hoisted(() => {
  process.env.ATRIUM_LIMIT_TOKEN_REQUESTS = "3";
});

const origin = "https://rp.example.com";
const none = { params: Promise.resolve({}) };
const readers = (headers: Headers) => [
  headers.get("access-control-allow-origin"),
  /retry-after/i.test(headers.get("access-control-expose-headers") ?? ""),
];

test("a page can read every refusal of an endpoint that it may call, including Retry-After", async () => {
  const client = await anOidcClient(await aTenant(), { type: "public" });
  for (const authorization of [null, "Bearer made-up", "DPoP made-up"]) {
    const request = new Request(`${config().baseUrl}/oauth/userinfo`, {
      headers: { origin, ...(authorization && { authorization }) },
    });
    const response = await userinfoRoute(request, none);
    expect([response.status, ...readers(response.headers)]).toEqual([401, origin, true]);
  }
  const token = (client_id: string) =>
    postForm(
      tokenRoute,
      "/oauth/token",
      { grant_type: "refresh_token", refresh_token: "junk", client_id },
      { origin },
    );
  const unknown = await token("aoc_unknown");
  expect([unknown.status, ...readers(unknown.headers)]).toEqual([401, origin, true]);
  const answers = [];
  while (answers.length < 4) answers.push(await token(client.clientId));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
  for (const { headers } of answers) expect(readers(headers)).toEqual([origin, true]);
});

test("pages of any origin can read a refusal of the device endpoint, and only the client's own its grants", async () => {
  const client = await anOidcClient(await aTenant(), { type: "public", deviceAuthorization: true });
  const asking = new Request(`${config().baseUrl}/oauth/device`, {
    ...{ method: "OPTIONS", headers: { origin } },
  });
  expect((await devicePreflight(asking, none)).headers.get("access-control-allow-origin")).toBe(
    origin,
  );
  const ask = (form: Record<string, string>, from = origin) =>
    postForm(deviceRoute, "/oauth/device", form, { origin: from });
  const { clientId: client_id } = client;
  expect((await ask({ client_id })).headers.get("access-control-allow-origin")).toBe(origin);
  const foreign = await ask({ client_id }, "https://elsewhere.example");
  expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  const refused = await ask({ client_id, scope: "nothing" });
  expect([refused.status, ...readers(refused.headers)]).toEqual([400, origin, true]);
});

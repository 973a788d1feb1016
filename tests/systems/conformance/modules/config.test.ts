// Named after the modules of the OpenID Foundation's config plan.
import { expect, test } from "vitest";
import { GET as metadataRoute } from "@/app/.well-known/oauth-authorization-server/route";
import { GET as discoveryRoute } from "@/app/.well-known/openid-configuration/route";
import { GET as jwksRoute } from "@/app/oauth/jwks/route";
import { config } from "@/lib/kernel/config/config";

async function read(route: typeof discoveryRoute, path: string) {
  const request = new Request(new URL(path, config().baseUrl));
  const response = await route(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/json");
  return (await response.json()) as Record<string, unknown>;
}

const discovery = () => read(discoveryRoute, "/.well-known/openid-configuration");

test("oidcc-discovery-endpoint-verification: the issuer is the address of the request", async () => {
  expect((await discovery()).issuer).toBe(config().baseUrl);
});

test("oidcc-discovery-endpoint-verification: what the standard requires is there, with values it allows", async () => {
  const document = await discovery();
  expect(document.response_types_supported).toContain("code");
  expect(document.scopes_supported).toContain("openid");
  expect(document.subject_types_supported).toEqual(["public"]);
  expect(document.id_token_signing_alg_values_supported).toContain("RS256");
  expect(document.grant_types_supported).toContain("authorization_code");
  expect(document.claims_supported).toContain("sub");
  // If absent, it counts as supported (OpenID Connect Discovery §3).
  expect(document.request_uri_parameter_supported).toBe(false);
  for (const name of ["authorization", "token", "userinfo"])
    expect(new URL(String(document[`${name}_endpoint`])).origin).toBe(config().baseUrl);
});

test("oidcc-discovery-endpoint-verification: every endpoint named is a route", async () => {
  const document = await discovery();
  for (const [name, value] of Object.entries(document)) {
    if (!name.endsWith("_endpoint") && name !== "jwks_uri") continue;
    const { pathname } = new URL(String(value));
    const route = await import(/* @vite-ignore */ `@/app${pathname}/route`);
    expect(route.GET ?? route.POST).toBeTypeOf("function");
  }
});

test("oidcc-discovery-endpoint-verification: keys are public, distinct, and say what they are for", async () => {
  const { keys } = (await read(jwksRoute, "/oauth/jwks")) as { keys: Record<string, string>[] };
  expect(new Set(keys.map((key) => key.kid)).size).toBe(keys.length);
  expect(keys.some((key) => key.kty === "RSA" && key.alg === "RS256")).toBe(true);
  for (const key of keys) {
    expect(key.use).toBe("sig");
    for (const secret of ["d", "p", "q", "dp", "dq", "qi", "k"])
      expect(key).not.toHaveProperty(secret);
  }
});

test("not oidcc-idtoken-unsigned: an ID token without a signature is nowhere on offer", async () => {
  expect((await discovery()).id_token_signing_alg_values_supported).not.toContain("none");
});

test("oidcc-rp-initiated-logout-discovery-endpoint-verification: the logout is named", async () => {
  expect((await discovery()).end_session_endpoint).toBe(`${config().baseUrl}/oauth/logout`);
});

test("oidcc-backchannel-logout-discovery-endpoint-verification: so are notifications that carry a sid", async () => {
  expect(await discovery()).toMatchObject({
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
});

test("both discovery documents say the same", async () => {
  const path = "/.well-known/oauth-authorization-server";
  expect(await read(metadataRoute, path)).toEqual(await discovery());
});

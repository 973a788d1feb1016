import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import { proveCredential } from "@/lib/core/credentials/prove-credential";
import type { Operation } from "@/lib/core/http/operation";
import { proveOidcClient } from "@/lib/core/oidc-clients/prove-oidc-client";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { authenticateTenantSecret } from "@/lib/core/tenants/authenticate-tenant-secret";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aClientKey } from "@/tests/builders/a-client-key";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";
import { queuedMail } from "@/tests/support/queued-mail";
import { filled, routeModule } from "@/tests/support/route-module";

let acme: TestEnvironment;
let token: string;
beforeAll(async () => {
  acme = await aTenant({ name: "Acme Works" });
  token = await anOperatorToken("acme's pipeline", acme.publicId);
});

/** Calls a route below the tenant: `GET /branding`, `POST /environments/{key}/credentials`. */
function ask(
  method: Operation["method"],
  below: string,
  { ids = {}, body }: { ids?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const template = `/api/v1/operator/tenants/{id}${below}`;
  const at = filled(template, (name) =>
    name === "id" ? acme.publicId : name === "key" ? acme.environmentKey : (ids[name] ?? ""),
  );
  return routeModule(template).then((route) =>
    call(route[method], { method, ...at, token, ...(body === undefined ? {} : { body }) }),
  );
}

describe("the security policy", () => {
  const patch = (body: unknown) => ask("PATCH", "/security-policy", { body });

  test("is read as it is in force, changed field by field, and reset with null", async () => {
    expect((await ask("GET", "/security-policy")).body).toMatchObject({
      idle_timeout_minutes: 30,
      overrides: {},
    });
    const changed = await patch({ idle_timeout_minutes: 60, allowed_factors: ["passkey"] });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        idle_timeout_minutes: 60,
        absolute_timeout_minutes: 720,
        overrides: { idle_timeout_minutes: 60, allowed_factors: ["passkey"] },
      },
    });
    expect(await inTransaction(acme, readSecurityPolicy)).toMatchObject({ idleTimeoutMinutes: 60 });
    const back = await patch({ idle_timeout_minutes: null, allowed_factors: null });
    expect(back.body).toMatchObject({ idle_timeout_minutes: 30, overrides: {} });
    expect(await eventsOf(acme, acme.tenantId)).toEqual(
      expect.arrayContaining(["security_policy.updated", "security_policy.updated"]),
    );
  });

  test("keeps its bounds, and a lockout whole", async () => {
    for (const [body, expected] of [
      [{ idle_timeout_minutes: 14 }, "idle_timeout_minutes"],
      [{ allowed_factors: [] }, "allowed_factors"],
      [{ lockout_threshold: 5 }, "lockout_threshold"],
    ] as const) {
      const answer = await patch(body);
      expect(answer.status, expected).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(expected);
    }
    for (const body of [{ login_otp: "sometimes" }, { trusted_device_email: "yes" }])
      expect((await patch(body)).status).toBe(400);
  });
});

describe("the branding", () => {
  const PIXEL =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const patch = (body: unknown) => ask("PATCH", "/branding", { body });

  test("is changed field by field, the logo as a data: URI, and taken back with null", async () => {
    expect((await ask("GET", "/branding")).body).toMatchObject({ color: null, logo: null });
    const changed = await patch({ display_name: " Acme ", color: "#1D4ED8", logo: PIXEL });
    const looks = { display_name: "Acme", color: "#1d4ed8", logo: PIXEL, terms_url: null };
    expect(changed).toMatchObject({ status: 200, body: looks });
    expect((await ask("GET", "/branding")).body).toMatchObject(looks);
    expect((await patch({ logo: null, color: null })).body).toMatchObject({
      display_name: "Acme",
      color: null,
      logo: null,
    });
  });

  test("refuses values that can't be shown, and names the field", async () => {
    for (const [body, expected] of [
      [{ color: "blue" }, "color"],
      [{ terms_url: "http://acme.example/terms" }, "terms_url"],
      [{ logo: "https://acme.example/logo.png" }, "logo"],
      [{ logo: "data:image/png;base64,AAAA" }, "logo"],
      [{ logo: `data:image/png;base64,${"A".repeat(100_000)}` }, "logo"],
    ] as const) {
      const answer = await patch(body);
      expect(answer.status, JSON.stringify(body).slice(0, 60)).toBe(422);
      expect(JSON.stringify(answer.body)).toContain(expected);
    }
  });
});

describe("administrators", () => {
  test("are invited by mail, listed, read and removed", async () => {
    const email = `${randomUUID()}@owners.example`;
    const body = { email, role: "owner" };
    const invited = await ask("POST", "/administrators", { body });
    expect(invited).toMatchObject({
      status: 201,
      body: { email, role: "owner", status: "invited" },
    });
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    expect(await queuedMail(platform, email)).toHaveLength(1);
    expect((await ask("POST", "/administrators", { body })).status).toBe(409);
    const { user_id } = invited.body as { user_id: string };
    const one = await ask("GET", "/administrators/{user_id}", { ids: { user_id } });
    expect(one.body).toEqual(invited.body);
    expect((await ask("GET", "/administrators")).body).toMatchObject({
      administrators: expect.arrayContaining([invited.body]),
    });
    const remove = () => ask("DELETE", "/administrators/{user_id}", { ids: { user_id } });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect((await ask("GET", "/administrators/{user_id}", { ids: { user_id } })).status).toBe(404);
  });

  test("always have an owner, and must have an address and a role", async () => {
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    const owner = await aUser(platform);
    await addAdministrator(acme, owner, "owner");
    const removed = await ask("DELETE", "/administrators/{user_id}", {
      ids: { user_id: owner.id },
    });
    expect(removed.status).toBe(409);
    for (const body of [
      { email: "nobody", role: "owner" },
      { email: "a@b.example", role: "king" },
    ])
      expect((await ask("POST", "/administrators", { body })).status).toBe(400);
  });
});

describe("environments", () => {
  test("are added empty, listed and read; a key is taken once", async () => {
    const body = { key: "staging", name: "Staging", kind: "staging" };
    const added = await ask("POST", "/environments", { body });
    expect(added).toMatchObject({ status: 201, body });
    expect((await ask("POST", "/environments", { body })).status).toBe(409);
    const { environments } = (await ask("GET", "/environments")).body as { environments: object[] };
    expect(environments).toContainEqual(added.body);
    const passkeys = { domain: "Acme.example", origins: ["https://login.acme.example/"] };
    const changed = await ask("PATCH", "/environments/{key}", {
      body: { name: "Live", passkeys },
    });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        name: "Live",
        passkeys: { domain: "acme.example", origins: ["https://login.acme.example"] },
      },
    ]);
    const refused = await ask("PATCH", "/environments/{key}", {
      body: { name: "Not this", passkeys: { ...passkeys, origins: [] } },
    });
    expect(refused.status).toBe(422);
    const unchanged = await ask("PATCH", "/environments/{key}", { body: { passkeys: null } });
    expect(unchanged.body).toMatchObject({ name: "Live", passkeys: null });
    const one = await ask("GET", "/environments/{key}");
    expect(one.body).toMatchObject({ key: acme.environmentKey });
    const { id } = added.body as { id: string };
    const scope = { tenantId: acme.tenantId, environmentId: id };
    expect(await eventsOf(scope, id)).toEqual(["environment.created"]);
    for (const wrong of [
      { ...body, key: "Not A Key" },
      { ...body, key: "x", kind: "other" },
    ])
      expect((await ask("POST", "/environments", { body: wrong })).status).toBe(400);
  });

  test("are twenty at the most", async () => {
    const many = await aTenant({ environments: Array.from({ length: 20 }, (_, at) => `e${at}`) });
    const own = await anOperatorToken("many", many.publicId);
    const template = "/api/v1/operator/tenants/{id}/environments";
    const answer = await call((await routeModule(template)).POST, {
      method: "POST",
      ...filled(template, () => many.publicId),
      token: own,
      body: { key: "one-more", name: "One more", kind: "staging" },
    });
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("20") } });
  });
});

describe("machine credentials", () => {
  const E = "/environments/{key}/credentials";

  test("are made with a secret that works and is shown once, rotated and revoked", async () => {
    const body = { name: "CI", purpose: "management_automation", scopes: ["users:read"] };
    const made = await ask("POST", E, { body });
    expect(made).toMatchObject({
      status: 201,
      body: { ...body, client_secret: expect.any(String) },
    });
    const { id, client_id, client_secret } = made.body as Record<string, string>;
    expect(await proveCredential(client_id ?? "", client_secret ?? "")).toBeTruthy();
    const ids = { credential_id: id ?? "" };
    const one = await ask("GET", `${E}/{credential_id}`, { ids });
    expect(one.text).not.toContain(client_secret);
    expect((await ask("GET", E)).text).not.toContain(client_secret);
    const second = await ask("POST", `${E}/{credential_id}/secrets`, { ids });
    expect(second).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^as_/) } });
    expect((await ask("POST", `${E}/{credential_id}/secrets`, { ids })).status).toBe(409);
    const { secrets } = one.body as { secrets: { id: string }[] };
    const retire = (secret: string) =>
      ask("POST", `${E}/{credential_id}/secrets/{secret_id}/revoke`, {
        ids: { ...ids, secret_id: secret },
      });
    expect((await retire(secrets[0]?.id ?? "")).body).toMatchObject({ secrets: [{}] });
    expect((await retire((second.body as { id: string }).id)).status).toBe(409);
    const revoke = () => ask("POST", `${E}/{credential_id}/revoke`, { ids });
    expect((await revoke()).body).toMatchObject({ revoked_at: expect.any(String) });
    expect((await revoke()).status).toBe(200);
    expect(await eventsOf(acme, id ?? "")).toEqual([
      "credential.created",
      "credential.secret_added",
      "credential.secret_retired",
      "credential.revoked",
    ]);
  });

  test("get no runtime scope for automation, and no unknown scope", async () => {
    const body = { name: "CI", purpose: "management_automation", scopes: ["tokens:issue"] };
    expect((await ask("POST", E, { body })).status).toBe(422);
    expect((await ask("POST", E, { body: { ...body, scopes: [] } })).status).toBe(422);
    expect((await ask("POST", E, { body: { ...body, scopes: ["users:eat"] } })).status).toBe(400);
  });
});

test("tenant secrets are made and work, are shown once, and end when they are revoked", async () => {
  const E = "/environments/{key}/tenant-secrets";
  const made = await ask("POST", E);
  expect(made.status).toBe(201);
  const { id, secret } = made.body as { id: string; secret: string };
  expect(await authenticateTenantSecret(acme.publicId, secret)).toBeTruthy();
  expect((await ask("POST", E)).status).toBe(409);
  const listed = await ask("GET", E);
  expect(listed.text).not.toContain(secret);
  expect((listed.body as { tenant_secrets: object[] }).tenant_secrets).toHaveLength(2);
  const ids = { secret_id: id };
  expect((await ask("GET", `${E}/{secret_id}`, { ids })).body).toMatchObject({ revoked_at: null });
  const revoke = () => ask("POST", `${E}/{secret_id}/revoke`, { ids });
  expect((await revoke()).body).toMatchObject({ revoked_at: expect.any(String) });
  expect((await revoke()).status).toBe(200);
  expect(await authenticateTenantSecret(acme.publicId, secret)).toBeNull();
  expect((await ask("GET", `${E}/{secret_id}`, { ids })).body).toMatchObject({ id });
});

test("a previous system is set up, shows each secret only once, and is removed", async () => {
  const E = "/environments/{key}/previous-system";
  const none = { url: null, enabled: false, secrets: [], last_failure: null };
  expect((await ask("GET", E)).body).toEqual(none);
  expect((await ask("PATCH", E, { body: { enabled: true } })).status).toBe(422);
  for (const url of ["http://old.example.com", "https://10.0.0.1/", "https://a:b@old.example.com/"])
    expect((await ask("PATCH", E, { body: { url } })).status).toBe(400);
  const url = "https://old.example.com/check";
  expect((await ask("PATCH", E, { body: { url, enabled: true } })).body).toEqual({
    ...none,
    url,
    enabled: true,
  });
  const made = await ask("POST", `${E}/secrets`);
  expect(made).toMatchObject({
    status: 201,
    body: { secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) },
  });
  const { id, secret, hint } = made.body as { id: string; secret: string; hint: string };
  const second = await ask("POST", `${E}/secrets`);
  expect((await ask("POST", `${E}/secrets`)).status).toBe(409);
  const read = await ask("GET", E);
  expect(read.body).toMatchObject({ secrets: [{ id, hint }, {}] });
  expect(read.text).not.toContain(secret);
  const revoke = (secretId: string) =>
    ask("POST", `${E}/secrets/{secret_id}/revoke`, { ids: { secret_id: secretId } });
  expect((await revoke(id)).body).toMatchObject({
    secrets: [{ id: (second.body as { id: string }).id }],
  });
  expect((await revoke(id)).status).toBe(404);
  expect((await ask("PATCH", E, { body: { url: null } })).body).toMatchObject({
    url: null,
    enabled: false,
    secrets: [{}],
  });
});

describe("OpenID Connect clients", () => {
  const E = "/environments/{key}/oidc-clients";
  const input = {
    type: "confidential",
    name: "Portal",
    redirect_uris: ["https://portal.acme.example/callback"],
  };

  test("are registered with a secret that works, changed, issued another secret and revoked", async () => {
    const made = await ask("POST", E, { body: { ...input, key: "front-door" } });
    expect(made).toMatchObject({
      status: 201,
      body: { ...input, key: "front-door", app_id: null, refresh_grace_seconds: 10 },
    });
    const { id, client_id, client_secret } = made.body as Record<string, string>;
    expect(await proveOidcClient(client_id ?? "", client_secret ?? "")).toBeTruthy();
    const ids = { oidc_client_id: id ?? "" };
    expect((await ask("GET", E)).text).not.toContain(client_secret);
    const { id: app_id } = await anApp(acme);
    const body = {
      ...{ name: "Front door", app_id, allowed_scopes: ["organizations"] },
      refresh_grace_seconds: 0,
    };
    const changed = await ask("PATCH", `${E}/{oidc_client_id}`, { ids, body });
    expect(changed).toMatchObject({ status: 200, body: { ...body, key: "front-door" } });
    const second = await ask("POST", `${E}/{oidc_client_id}/secrets`, { ids });
    const { id: secret_id, secret } = second.body as Record<string, string>;
    expect(await proveOidcClient(client_id ?? "", secret ?? "")).toBeTruthy();
    const ended = await ask("POST", `${E}/{oidc_client_id}/secrets/{secret_id}/revoke`, {
      ids: { ...ids, secret_id: secret_id ?? "" },
    });
    expect((ended.body as { secrets: object[] }).secrets).toHaveLength(1);
    expect(await proveOidcClient(client_id ?? "", secret ?? "")).toBeNull();
    const revoked = await ask("POST", `${E}/{oidc_client_id}/revoke`, { ids });
    expect(revoked.body).toMatchObject({ revoked_at: expect.any(String) });
    const again = await ask("POST", `${E}/{oidc_client_id}/revoke`, { ids });
    expect(again).toMatchObject({ status: 200, body: revoked.body as object });
    expect(await proveOidcClient(client_id ?? "", client_secret ?? "")).toBeNull();
    expect((await ask("DELETE", `${E}/{oidc_client_id}`, { ids })).status).toBe(404);
  });

  test("get a key made from their name by default, each its own, and a key is used once", async () => {
    const body = { ...input, name: "Café für Gäste!", type: "public" };
    const [one, two] = [await ask("POST", E, { body }), await ask("POST", E, { body })];
    expect(one.body).toMatchObject({ key: "cafe-fur-gaste", client_secret: null });
    expect(two.body).toMatchObject({ key: expect.stringMatching(/^cafe-fur-gaste-[0-9a-f]{8}$/) });
    const taken = await ask("POST", E, { body: { ...body, key: "cafe-fur-gaste" } });
    expect(taken).toMatchObject({ status: 409, body: { detail: expect.stringContaining("key") } });
    const { id } = one.body as { id: string };
    expect(
      (await ask("DELETE", `${E}/{oidc_client_id}`, { ids: { oidc_client_id: id } })).status,
    ).toBe(204);
    expect((await ask("POST", E, { body: { ...body, key: "cafe-fur-gaste" } })).status).toBe(201);
    const secret = await ask("POST", `${E}/{oidc_client_id}/secrets`, {
      ids: { oidc_client_id: (two.body as { id: string }).id },
    });
    expect(secret.status).toBe(422);
  });

  test("refuse values that can't be registered, and name the field", async () => {
    const { publicJwk: key } = await aClientKey();
    for (const [change, status] of [
      [{ redirect_uris: ["http://portal.acme.example/callback"] }, 422],
      [{ redirect_uris: [] }, 422],
      [{ backchannel_logout_uri: "https://127.0.0.1/out" }, 422],
      [{ backchannel_logout_uri: "http://localhost:4000/out" }, 422],
      [{ app_id: randomUUID() }, 422],
      [{ allowed_scopes: ["permissions"] }, 422],
      [{ allowed_scopes: ["everything"] }, 400],
      [{ type: "secretive" }, 400],
      [{ client_id: "aoc_mine" }, 400],
      [{ jwks: { keys: [{ ...key, note: "\0" }] } }, 400],
      [{ jwks: { keys: [{ ...key, since: 2 ** 53 }] } }, 400],
      [{ jwks: { keys: [{ ...key, since: parseJson("9007199254740993") }] } }, 400],
      [{ refresh_grace_seconds: 31 }, 400],
      [{ refresh_grace_seconds: -1 }, 400],
      [{ refresh_grace_seconds: 1.5 }, 400],
    ] as const) {
      const answer = await ask("POST", E, { body: { ...input, ...change } });
      expect(answer.status, JSON.stringify(change)).toBe(status);
      expect(JSON.stringify(answer.body)).toContain(Object.keys(change)[0]);
    }
    const many = Array.from({ length: 8 }, () => ask("POST", E, { body: input }));
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 201));
  });
});

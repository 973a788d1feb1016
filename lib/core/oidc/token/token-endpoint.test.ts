import { decodeJwt, decodeProtectedHeader } from "jose";
import { beforeAll, expect, test, vi } from "vitest";
import { POST } from "@/app/oauth/token/route";
import { resolveCredential } from "@/lib/core/credentials/credential-store";
import { proveCredential } from "@/lib/core/credentials/prove-credential";
import { authenticateMachine } from "@/lib/core/http/authenticate-machine";
import { asOAuthError, oauthErrorResponse } from "@/lib/core/oidc/http/render-error";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import { proveOidcClient } from "@/lib/core/oidc-clients/prove-oidc-client";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { ServiceError } from "@/lib/kernel/errors";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant({ scopes: ["users:read", "users:write", "tokens:issue"] });
  client = await anOidcClient(acme);
});

/** Suffix of an unknown id. */
const unknown = "unknown000000000000000";

type Fields = Record<string, string> | [string, string][];

function ask(form: Fields, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${config().baseUrl}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString(),
  });
  return Promise.resolve(POST(request, { params: Promise.resolve({}) }));
}

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});

const grant = { grant_type: "client_credentials" };
const proof = () => ({ client_id: acme.clientId, client_secret: acme.clientSecret });

test("a machine token has the contents of the spec, and authenticates on the management plane", async () => {
  const response = await ask({ ...grant, ...proof() });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toContain("no-store");
  const body = await response.json();
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: "Bearer",
    expires_in: 900,
    scope: "users:read users:write tokens:issue",
  });
  expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: "EdDSA", typ: "at+jwt" });
  expect(decodeJwt(body.access_token)).toMatchObject({
    iss: config().baseUrl,
    aud: "service-management-api",
    sub: acme.clientId,
    client_id: acme.clientId,
    scope: "users:read users:write tokens:issue",
    tenant_id: acme.publicId,
    environment: "production",
  });
  const request = new Request("http://x/", {
    headers: { authorization: `Bearer ${body.access_token}` },
  });
  const caller = await authenticateMachine(request, "r", "users:read");
  expect(caller).toMatchObject({ tenantId: acme.tenantId, environmentId: acme.environmentId });
});

test("Basic works as well as form credentials", async () => {
  expect((await ask(grant, basic(acme.clientId, acme.clientSecret))).status).toBe(200);
});

test("the granted scope is the requested subset, and one scope outside of it is refused", async () => {
  const some = await ask({ ...grant, ...proof(), scope: "users:read" });
  expect(await some.json()).toMatchObject({ scope: "users:read" });
  for (const scope of ["users:read roles:write", "openid", "bogus", "identity:read"]) {
    const refused = await ask({ ...grant, ...proof(), scope });
    expect(refused.status).toBe(400);
    const refusedScopes = scope.replace("users:read ", "");
    expect(await refused.json()).toMatchObject({
      error: "invalid_scope",
      error_description: `scope ${refusedScopes} is not one of the credential's`,
    });
  }
  const slips = await ask({ ...grant, ...proof(), scope: 'users:read user:write x"y tokens:isue' });
  expect(await slips.json()).toMatchObject({
    error_description:
      "scope user:write, x?y, tokens:isue is not one of the credential's (did you mean users:write, tokens:issue?)",
  });
  const many = Array.from({ length: 40 }, (_, at) => `bogus:${at}`).join(" ");
  const { error_description } = await (await ask({ ...grant, ...proof(), scope: many })).json();
  expect(error_description).toMatch(/^scope bogus:0, .*bogus:9 and 30 more is not/);
  const empty = await ask({ ...grant, ...proof(), scope: "" });
  expect(await empty.json()).toMatchObject({ scope: "users:read users:write tokens:issue" });
});

test("an unknown id, a wrong secret, another client's secret, a revoked credential and a disabled tenant get the same bytes", async () => {
  const other = await aTenant();
  const revoked = await aTenant();
  const disabled = await aTenant();
  await inPrismaTransaction(revoked, ({ prisma }) =>
    prisma.credential.updateMany({ data: { revokedAt: new Date() } }),
  );
  await inPrismaTransaction(disabled, ({ prisma }) =>
    prisma.tenant.updateMany({ data: { status: "disabled", disabledAt: new Date() } }),
  );
  const pairs: [string, string][] = [
    ["ac_unknown0000000000000000", acme.clientSecret],
    ["aoc_unknown000000000000000", acme.clientSecret],
    ["not an id at all", acme.clientSecret],
    [acme.clientId, "as_wrong"],
    [acme.clientId, other.clientSecret],
    [revoked.clientId, revoked.clientSecret],
    [disabled.clientId, disabled.clientSecret],
  ];
  const seen = new Set<string>();
  for (const [id, secret] of pairs)
    for (const response of [
      await ask({ ...grant, client_id: id, client_secret: secret }),
      await ask(grant, basic(id, secret)),
    ]) {
      expect(response.status).toBe(401);
      const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
      seen.add(JSON.stringify(headers) + (await response.text()));
    }
  expect(seen.size).toBe(1);
  expect([...seen][0]).toContain("invalid_client");
});

test("credentials sent in two ways are an invalid request", async () => {
  const header = basic(acme.clientId, acme.clientSecret);
  for (const response of [
    await ask({ ...grant, ...proof() }, header),
    await ask({ ...grant, ...proof(), client_assertion: "x" }),
    await ask({ ...grant, client_assertion: "x" }, header),
    await ask({ ...grant, client_id: "ac_another" }, header),
  ]) {
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
  }
});

test("a missing or repeated parameter is an invalid request", async () => {
  const pairs = Object.entries({ ...grant, ...proof() });
  for (const form of [
    proof(),
    grant,
    [...pairs, ["scope", "users:read"], ["scope", "users:write"]] as [string, string][],
    [...pairs, ["grant_type", "client_credentials"]] as [string, string][],
    [...pairs, ["client_id", acme.clientId]] as [string, string][],
  ]) {
    const response = await ask(form);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
  }
});

test("no malformed Authorization header is an internal error", async () => {
  for (const authorization of [
    "Basic",
    "Basic ",
    "Basic !!!",
    "Basic bm9jb2xvbg==",
    `Basic ${Buffer.from("%E0%A4%A:x").toString("base64")}`,
    `Basic ${Buffer.from("\0:x").toString("base64")}`,
    `Basic ${Buffer.from(":").toString("base64")}`,
    "Bearer x",
    "Digest username=x",
    "x".repeat(5000),
  ]) {
    const response = await ask(grant, { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "invalid_client" });
  }
});

test("an invalid or too large body is refused before anything is looked up", async () => {
  const json = await ask(grant, { "content-type": "application/json" });
  expect(json.status).toBe(400);
  const large = await ask({ ...grant, ...proof(), scope: "x".repeat(70_000) });
  expect(large.status).toBe(413);
});

test("a grant type that is unknown or not for machines has its own error", async () => {
  const unknown = await ask({ grant_type: "password", ...proof() });
  expect(await unknown.json()).toMatchObject({ error: "unsupported_grant_type" });
  const code = await ask({ grant_type: "authorization_code", ...proof(), code: "x" });
  expect(await code.json()).toMatchObject({ error: "unauthorized_client" });
});

test("each kind of client has grant types of its own", async () => {
  const party = { client_id: client.clientId, client_secret: client.clientSecret ?? "" };
  const exchange = "urn:ietf:params:oauth:grant-type:token-exchange";
  const errorOf = async (form: Record<string, string>) => (await (await ask(form)).json()).error;
  for (const [type, machine, relyingParty] of [
    ["client_credentials", undefined, "unauthorized_client"],
    ["authorization_code", "unauthorized_client", "invalid_request"],
    ["refresh_token", "unauthorized_client", "invalid_request"],
    [exchange, "invalid_request", "unauthorized_client"],
    ["password", "unsupported_grant_type", "unsupported_grant_type"],
    ["implicit", "unsupported_grant_type", "unsupported_grant_type"],
    ["constructor", "unsupported_grant_type", "unsupported_grant_type"],
  ] as const) {
    expect([type, await errorOf({ grant_type: type, ...proof() })]).toEqual([type, machine]);
    expect([type, await errorOf({ grant_type: type, ...party })]).toEqual([type, relyingParty]);
  }
});

test("a client past its budget is limited, and unauthenticated requests can't use it up", async () => {
  const busy = await aTenant();
  const { limits } = config();
  const before = limits.tokenRequests;
  limits.tokenRequests = 5;
  try {
    const good = { ...grant, client_id: busy.clientId, client_secret: busy.clientSecret };
    const bad = { ...good, client_secret: "as_wrong" };
    const guesses = await Promise.all(Array.from({ length: 8 }, () => ask(bad)));
    expect(guesses.map((response) => response.status).sort()).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429,
    ]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(good)));
    expect(answers.filter((response) => response.status === 200)).toHaveLength(5);
    const limited = answers.find((response) => response.status === 429);
    expect(Number(limited?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await limited?.json()).toMatchObject({
      error: "temporarily_unavailable",
      error_code: "rate_limited",
    });
  } finally {
    limits.tokenRequests = before;
  }
});

test("last use is recorded, but not at every request", async () => {
  const used = await aTenant();
  const form = { ...grant, client_id: used.clientId, client_secret: used.clientSecret };
  const lastUse = async () =>
    (await inPrismaTransaction(used, ({ prisma }) => prisma.credential.findFirst()))?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  await ask(form);
  const first = await lastUse();
  expect(first).toBeInstanceOf(Date);
  await ask(form);
  expect(await lastUse()).toEqual(first);
  const reset = setClock({ now: () => new Date(Date.now() + 301_000) });
  await ask(form);
  reset();
  expect(await lastUse()).not.toEqual(first);
});

test("the same statements with as many rows run for every error of a client", async () => {
  const [gone, disabled] = [await aTenant(), await aTenant()];
  const [revoked, inactive] = [await anOidcClient(gone), await anOidcClient(disabled)];
  await inPrismaTransaction(gone, async ({ prisma }) => {
    await prisma.credential.updateMany({ data: { revokedAt: new Date() } });
    await prisma.oidcClient.updateMany({ data: { revokedAt: new Date() } });
  });
  await inPrismaTransaction(disabled, ({ prisma }) =>
    prisma.tenant.updateMany({ data: { status: "disabled", disabledAt: new Date() } }),
  );
  for (const ids of [
    [acme.clientId, `ac_${unknown}`, gone.clientId, disabled.clientId],
    [client.clientId, `aoc_${unknown}`, revoked.clientId, inactive.clientId],
  ]) {
    const works = [];
    for (const id of ids) works.push(await workOf(id));
    for (const work of works) expect(work).toEqual(works[0]);
  }
});

/** Statements of a refused token request, and the rows that PostgreSQL returns for each. */
async function workOf(clientId: string) {
  const rows: number[] = [];
  const statements = await statementsOf(async () => {
    const send = connections.send.bind(connections);
    const watched = vi.spyOn(connections, "send").mockImplementation(async (sent) => {
      const answers = await send(sent);
      rows.push(...answers.map((answer) => answer.rows.length));
      return answers;
    });
    await ask({ ...grant, client_id: clientId, client_secret: "as_wrong" });
    watched.mockRestore();
  });
  return { statements, rows };
}

test("an unknown id is never authenticated by the secret of the client whose rows it reads", async () => {
  const first = await unscoped.first(read<{ credential: string; client: string }>`
    SELECT atrium_resolve_credential_or_another(${`ac_${unknown}`}) AS credential,
      atrium_resolve_oidc_client_or_another(${`aoc_${unknown}`}) AS client`);
  // The clients read in their place are of this test, so that their secrets are known.
  expect(first).toEqual({ credential: acme.clientId, client: client.clientId });
  for (const [id, own] of [
    [`ac_${unknown}`, acme],
    [`aoc_${unknown}`, client],
  ] as const) {
    const prove = id.startsWith("aoc_") ? proveOidcClient : proveCredential;
    const resolve = id.startsWith("aoc_") ? resolveOidcClient : resolveCredential;
    for (const isCached of [false, true]) {
      if (isCached) expect(await prove(own.clientId, own.clientSecret)).not.toBeNull();
      else changeFeed.publish(null);
      expect(await prove(id, own.clientSecret)).toBeNull();
      expect(await resolve(id)).toBeNull();
      const refused = await ask({ ...grant, client_id: id, client_secret: own.clientSecret });
      expect(refused.status).toBe(401);
      expect(await resolve(own.clientId)).not.toBeNull();
    }
  }
});

test("a plane at its capacity answers in the OAuth format, with Retry-After", async () => {
  const overloaded = new ServiceError("service_overloaded", { retryAfterSeconds: 1 });
  const response = oauthErrorResponse(asOAuthError(overloaded));
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.json()).toMatchObject({
    error: "temporarily_unavailable",
    error_code: "service_overloaded",
  });
});

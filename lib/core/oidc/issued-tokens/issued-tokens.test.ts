import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { POST as mintRoute } from "@/app/api/v1/auth/token/route";
import { GET as usersRoute } from "@/app/api/v1/management/users/route";
import { POST as introspectRoute } from "@/app/oauth/introspect/route";
import { OPTIONS as revokeOptions, POST as revokeRoute } from "@/app/oauth/revoke/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anAssertion, anInstallation } from "@/tests/builders/an-installation";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { call } from "@/tests/support/call-route";
import { type FormAnswer, postForm, proofOf } from "@/tests/support/post-form";
import { statementsOf } from "@/tests/support/statements";

let acme: TestEnvironment;
let other: TestEnvironment;
let client: TestOidcClient;
let foreign: TestOidcClient;
beforeAll(async () => {
  [acme, other] = [await aTenant(), await aTenant()];
  [client, foreign] = [await anOidcClient(acme), await anOidcClient(acme)];
});

type Proof = Record<string, string>;
const introspect = (proof: Proof, token: string) =>
  postForm(introspectRoute, "/oauth/introspect", { ...proof, token });
const revoke = (proof: Proof, token: string, headers: Record<string, string> = {}) =>
  postForm(revokeRoute, "/oauth/revoke", { ...proof, token }, headers);

/** Answer to every client that may not use or see a token. */
const INACTIVE = '{"active":false}';
const isInactive = (answer: FormAnswer) => answer.status === 200 && answer.text === INACTIVE;

/** Returns a user's tokens at a client. */
async function signedIn(at = client, browser = new Browser()) {
  const environment = acme;
  const user = await aUser(environment);
  const { body } = await exchangeCode(at, await signIn(browser, at, user.id));
  const { access_token: access = "", refresh_token: refresh = "" } = body;
  return { user, access, refresh };
}

async function machineToken(of: TestEnvironment, scope = "users:read"): Promise<string> {
  const form = { ...proofOf(of), grant_type: "client_credentials", scope };
  const { body } = await postForm(tokenRoute, "/oauth/token", form);
  return String(body.access_token);
}

/** Returns a user's token for an app, as a product's backend mints it. */
async function userToken(of: TestEnvironment) {
  const app = await anApp(of);
  const role = await aRole(of, { appIds: [app.id], permissions: ["reports:read"] });
  const { userId } = await aMember(of, { roleId: role.id });
  const session = await aSession(of, { userId });
  const answer = await call(mintRoute, {
    method: "POST",
    path: "/api/v1/auth/token",
    token: await machineToken(of, "tokens:issue"),
    body: { session_id: session.id, app_id: app.id },
  });
  return { userId, app, token: String(Object(answer.body).access_token) };
}

async function installationToken(of: TestEnvironment) {
  const installation = await anInstallation(of);
  const proof = async () => ({
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await anAssertion(installation.id, installation.key),
  });
  const form = { ...(await proof()), grant_type: "client_credentials" };
  const { body } = await postForm(tokenRoute, "/oauth/token", form);
  return { id: installation.id, proof, token: String(body.access_token) };
}

const readUsers = async (token: string) =>
  (await call(usersRoute, { path: "/api/v1/management/users", token })).status;
const readUserinfo = async (token: string) =>
  (await call(userinfoRoute, { path: "/oauth/userinfo", token })).status;

describe("introspection", () => {
  test("shows a client its own access and refresh token", async () => {
    const { user, access, refresh } = await signedIn();
    const expected = {
      active: true,
      client_id: client.clientId,
      sub: user.id,
      iss: config().baseUrl,
    };
    const { status, body, headers } = await introspect(proofOf(client), access);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...expected,
        scope: "openid profile email",
        token_type: "Bearer",
        iat: expect.any(Number),
        exp: Number(body.iat) + 900,
      },
    });
    expect(headers.get("cache-control")).toBe("no-store");
    const again = await introspect(proofOf(client), refresh);
    expect(again.body).toMatchObject(expected);
    expect(again.body).not.toHaveProperty("token_type");
  });

  test("shows a machine credential every token of its environment", async () => {
    const proof = proofOf(acme);
    const { user, access, refresh } = await signedIn();
    expect((await introspect(proof, access)).body).toMatchObject({ active: true, sub: user.id });
    expect((await introspect(proof, refresh)).body).toMatchObject({ active: true, sub: user.id });
    const machine = await machineToken(acme);
    expect((await introspect(proof, machine)).body).toEqual({
      active: true,
      token_type: "Bearer",
      ...decodeJwt(machine),
    });
    const minted = await userToken(acme);
    expect((await introspect(proof, minted.token)).body).toEqual({
      active: true,
      token_type: "Bearer",
      scope: "reports:read",
      ...decodeJwt(minted.token),
    });
    const installed = await installationToken(acme);
    expect((await introspect(proof, installed.token)).body).toMatchObject({
      active: true,
      client_id: installed.id,
      scope: "installations:report",
    });
    expect((await introspect(await installed.proof(), installed.token)).body.active).toBe(true);
  });

  test("reports the token as inactive to everyone else, in the same bytes", async () => {
    const { access, refresh } = await signedIn();
    const machine = await machineToken(acme);
    const { token } = await userToken(acme);
    const installed = await installationToken(acme);
    const staging = (await aTenant({ environments: ["production", "staging"] })).others[0];
    if (!staging) throw new Error("The tenant has one environment");
    for (const one of [access, refresh, machine, token, "nonsense", `${machine}x`])
      for (const proof of [
        ...[proofOf(foreign), proofOf(other), proofOf(staging), await installed.proof()],
        proofOf(await anOidcClient(other)),
      ]) {
        const answer = await introspect(proof, one);
        expect([answer.status, answer.text]).toEqual([200, INACTIVE]);
      }
  });

  test("sends PostgreSQL the same statements for another client's token and an unknown one", async () => {
    const { access } = await signedIn();
    const proof = proofOf(foreign);
    // Fills the process's cache of the client first.
    await introspect(proof, "nonsense");
    const unknown = await statementsOf(() => introspect(proof, "nonsense"));
    expect(await statementsOf(() => introspect(proof, access))).toEqual(unknown);
    const elsewhere = await machineToken(other);
    expect(await statementsOf(() => introspect(proof, elsewhere))).toEqual(unknown);
  });

  type Signed = Awaited<ReturnType<typeof signedIn>>;
  test.each<[string, (signed: Signed, by: TestOidcClient) => Promise<unknown>]>([
    ["a suspended user", ({ user }) => suspendUser(acme, user.id, null)],
    ["a deleted user", ({ user }) => deleteUser(acme, user.id)],
    ["a revoked client", (_, by) => revokeOidcClient(acme, by.id)],
  ])("shows nothing of tokens of %s", async (_, end) => {
    const by = await anOidcClient(acme);
    const signed = await signedIn(by);
    const proof = proofOf(acme);
    expect((await introspect(proof, signed.access)).body.active).toBe(true);
    await end(signed, by);
    expect(isInactive(await introspect(proof, signed.access))).toBe(true);
    expect(isInactive(await introspect(proof, signed.refresh))).toBe(true);
  });

  test("shows nothing of a user's token once its session is over, or a machine's once it is revoked", async () => {
    const { userId, token } = await userToken(acme);
    await suspendUser(acme, userId, null);
    expect(isInactive(await introspect(proofOf(acme), token))).toBe(true);
    const spare = await createCredential(acme, {
      name: "spare",
      purpose: "management_automation",
      scopes: ["users:read"],
    });
    const machine = await machineToken({ ...acme, ...spare });
    expect((await introspect(proofOf(acme), machine)).body.active).toBe(true);
    await revokeCredential(acme, spare.id);
    expect(isInactive(await introspect(proofOf(acme), machine))).toBe(true);
  });

  test("shows nothing of expired tokens, and of a rotated refresh token", async () => {
    const { access, refresh } = await signedIn();
    const machine = await machineToken(acme);
    const form = { grant_type: "refresh_token", refresh_token: refresh };
    expect((await tokenRequest(client, form)).status).toBe(200);
    expect(isInactive(await introspect(proofOf(client), refresh))).toBe(true);
    const at = new Date(Date.now() + 901_000);
    const reset = setClock({ now: () => at });
    try {
      expect(isInactive(await introspect(proofOf(client), access))).toBe(true);
      expect(isInactive(await introspect(proofOf(acme), machine))).toBe(true);
    } finally {
      reset();
    }
  });

  test("refuses a disabled tenant, a wrong secret, an unknown and a public client in the same bytes", async () => {
    const gone = await aTenant();
    const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
    await disableTenant(by, gone.publicId, null);
    const open = await anOidcClient(acme, { type: "public" });
    const refusals = await Promise.all(
      [
        proofOf(gone),
        { ...proofOf(client), client_secret: "wrong" },
        { client_id: "aoc_unknown", client_secret: "wrong" },
        proofOf(open),
      ].map((proof) => introspect(proof, "anything")),
    );
    for (const { status, text } of refusals)
      expect([status, text]).toEqual([
        401,
        '{"error":"invalid_client","error_description":"client authentication failed"}',
      ]);
  });

  test("names the parameter that is missing or repeated", async () => {
    const { body } = await introspect(proofOf(client), "");
    expect(body).toEqual({
      error: "invalid_request",
      error_description: "missing required parameter: token",
    });
    expect((await revoke(proofOf(client), "")).body).toEqual(body);
  });
});

describe("revocation", () => {
  test("of a refresh token ends its family and the client's part in the session, and no others", async () => {
    const browser = new Browser();
    const { user, access, refresh } = await signedIn(client, browser);
    const second = await browserTokens(browser, foreign, user.id);
    expect(await partiesOf(user.id)).toEqual([client.id, foreign.id].sort());
    const answer = await revoke(proofOf(client), refresh);
    expect([answer.status, answer.text]).toEqual([200, ""]);
    const form = { grant_type: "refresh_token", refresh_token: refresh };
    expect(await tokenRequest(client, form)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await readUserinfo(access)).toBe(401);
    expect(await partiesOf(user.id)).toEqual([foreign.id]);
    expect(await readUserinfo(second)).toBe(200);
    // A sign-in at another client in the same browser does not restore the participation.
    await browserTokens(browser, foreign, user.id);
    expect(await partiesOf(user.id)).toEqual([foreign.id]);
    // A new sign-in at this client does.
    await browserTokens(browser, client, user.id);
    expect(await partiesOf(user.id)).toEqual([client.id, foreign.id].sort());
    expect(await eventsOf(acme, client.id)).toContain("oauth.token_revoked");
  });

  test("of a rotated refresh token ends its successors", async () => {
    const { refresh } = await signedIn();
    const form = { grant_type: "refresh_token", refresh_token: refresh };
    const { body } = await tokenRequest(client, form);
    await revoke(proofOf(client), refresh);
    const { status } = await tokenRequest(client, {
      ...form,
      refresh_token: body.refresh_token ?? "",
    });
    expect(status).toBe(400);
    expect(await readUserinfo(body.access_token ?? "")).toBe(401);
  });

  test("of an access token does not end the refresh token", async () => {
    const { access, refresh } = await signedIn();
    await revoke(proofOf(client), access);
    expect(await readUserinfo(access)).toBe(401);
    expect(isInactive(await introspect(proofOf(client), access))).toBe(true);
    const form = { grant_type: "refresh_token", refresh_token: refresh };
    expect((await tokenRequest(client, form)).status).toBe(200);
  });

  test("of a machine token ends that token at once, and no other", async () => {
    const [one, two] = [await machineToken(acme), await machineToken(acme)];
    expect(await readUsers(one)).toBe(200);
    await revoke(proofOf(acme), one);
    expect([await readUsers(one), await readUsers(two)]).toEqual([401, 200]);
    expect(isInactive(await introspect(proofOf(acme), one))).toBe(true);
    expect((await introspect(proofOf(acme), two)).body.active).toBe(true);
  });

  test("costs a caller who revoked nothing no statement", async () => {
    const fresh = await aTenant();
    const [one, two] = [await machineToken(fresh), await machineToken(fresh)];
    const before = await statementsOf(() => readUsers(one));
    expect(before.join()).not.toContain("FROM revoked_tokens");
    await revoke(proofOf(fresh), two);
    expect(await statementsOf(() => readUsers(one))).toHaveLength(before.length + 1);
  });

  test("of a user's token is for clients that may mint them in its environment", async () => {
    const { token, userId } = await userToken(acme);
    const active = async () => (await introspect(proofOf(acme), token)).body.active;
    const reader = await createCredential(acme, {
      name: "reader",
      purpose: "product_runtime",
      scopes: ["users:read"],
    });
    for (const proof of [proofOf(reader), proofOf(other), proofOf(client)])
      expect((await revoke(proof, token)).status).toBe(200);
    expect(await active()).toBe(true);
    await revoke(proofOf(acme), token);
    expect(await active()).toBe(false);
    expect(await eventsOf(acme, userId)).toContain("oauth.token_revoked");
  });

  test("of an installation's token is for that installation", async () => {
    const { proof, token } = await installationToken(acme);
    await revoke(proofOf(acme), token);
    expect((await introspect(proofOf(acme), token)).body.active).toBe(true);
    await revoke(await proof(), token);
    expect(isInactive(await introspect(proofOf(acme), token))).toBe(true);
  });

  test("of another client's token, or of an unknown one, is a 200 without effect", async () => {
    const { access, refresh } = await signedIn();
    const machine = await machineToken(acme);
    const theirs = proofOf(await anOidcClient(other));
    for (const proof of [proofOf(foreign), proofOf(other), proofOf(acme), theirs])
      for (const token of [access, refresh, "nonsense"])
        expect([(await revoke(proof, token)).status, (await revoke(proof, token)).text]).toEqual([
          200,
          "",
        ]);
    await revoke(proofOf(other), machine);
    await revoke(proofOf(client), machine);
    expect(await readUserinfo(access)).toBe(200);
    expect(await readUsers(machine)).toBe(200);
    expect((await introspect(proofOf(client), refresh)).body.active).toBe(true);
  });

  test("is for a public client too, and its own page can read the answer", async () => {
    const redirectUris = ["https://spa.example.com/callback"];
    const open = await anOidcClient(acme, { type: "public", redirectUris });
    const { refresh, user } = await signedIn(open);
    const from = (origin: string) => revoke(proofOf(open), refresh, { origin });
    const foreignAnswer = await from("https://evil.example.com");
    expect(foreignAnswer.headers.get("access-control-allow-origin")).toBeNull();
    const own = await from("https://spa.example.com");
    expect(own.headers.get("access-control-allow-origin")).toBe("https://spa.example.com");
    expect(await partiesOf(user.id)).toEqual([]);
    const preflight = await call(revokeOptions, {
      method: "OPTIONS",
      path: "/oauth/revoke",
      headers: { origin: "https://spa.example.com" },
    });
    expect(preflight.status).toBe(204);
  });

  test("by two processes twenty times at once is audited once", async () => {
    const { user, refresh } = await signedIn();
    const machine = await machineToken(acme);
    for (const form of [
      { ...proofOf(client), token: refresh },
      { ...proofOf(acme), token: machine },
    ])
      expect(new Set((await Promise.all([elsewhere(form), elsewhere(form)])).flat())).toEqual(
        new Set([200]),
      );
    const kinds = await eventsOf(acme, user.id);
    expect(kinds.filter((kind) => kind === "oauth.token_revoked")).toHaveLength(1);
    const remembered = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.revokedToken.count({ where: { jti: decodeJwt(machine).jti ?? "" } }),
    );
    expect(remembered).toBe(1);
  }, 90_000);
});

async function elsewhere(form: Record<string, string>): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/redeem-once.ts"],
    {
      env: { ...process.env, REDEMPTION: JSON.stringify({ times: 10, form, at: "revoke" }) },
      timeout: 60_000,
    },
  );
  return JSON.parse(stdout) as number[];
}

/** Signs a user in, who may be signed in to the browser already. */
async function browserTokens(browser: Browser, at: TestOidcClient, userId: string) {
  const { body } = await exchangeCode(at, await signIn(browser, at, userId));
  return body.access_token ?? "";
}

/** Returns the relying parties that take part in a user's sessions. */
async function partiesOf(userId: string): Promise<string[]> {
  const parties = await inPrismaTransaction(
    acme,
    ({ prisma }) => prisma.$queryRaw<{ id: string }[]>`
      SELECT c.oidc_client_id::text AS id FROM session_clients c JOIN sessions s ON s.id = c.session_id
      WHERE s.user_id = ${userId}::uuid`,
  );
  return parties.map(({ id }) => id).sort();
}

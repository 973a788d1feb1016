import { createHmac, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as authorizeRoute } from "@/app/oauth/authorize/route";
import { POST as hostedPreflightRoute } from "@/app/oauth/login/preflight/route";
import { passwordHashCount } from "@/lib/core/passwords/password-hash";
import { changePreviousSystem } from "@/lib/features/migration/previous-system/change-previous-system";
import { createSigningSecret } from "@/lib/features/migration/previous-system/create-signing-secret";
import { readPreviousSystem } from "@/lib/features/migration/previous-system/previous-system-store";
import { revokeSigningSecret } from "@/lib/features/migration/previous-system/revoke-signing-secret";
import { inBatch } from "@/lib/kernel/db/batch";
import { type Network, setNetwork } from "@/lib/kernel/outbound/network";
import { isPublicAddress } from "@/lib/kernel/outbound/public-address";
import { aPolicy } from "@/tests/builders/a-policy";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import { eventsOf } from "@/tests/support/audit-events";
import { authorizeUrl, Browser, locationOf, pkce } from "@/tests/support/browser";
import { callPreflight, comparable } from "@/tests/support/call-login";
import { certificateFor } from "@/tests/support/https-host";
import { statementsOf } from "@/tests/support/statements";
import { storedUser } from "@/tests/support/stored-user";
import { leadingTo } from "@/tests/support/tls-host";

// A real host with TLS, as a tenant's old system would be one.

type Reply = (query: { email: string; password: string }) => {
  status?: number;
  headers?: Record<string, string>;
  /** Response body; null for none at all. */
  text: string | null;
};
const yes =
  (user: object = {}): Reply =>
  () => ({
    text: JSON.stringify({ authenticated: true, user }),
  });
const no: Reply = () => ({ text: '{"authenticated":false}' });
/** Replies as a system that knows one password. */
const knows =
  (right: string, user: object = {}): Reply =>
  ({ password }) => ({ text: JSON.stringify({ authenticated: password === right, user }) });

let reply: Reply = no;
const receivedQueries: { body: string; headers: IncomingHttpHeaders }[] = [];
const { key, cert } = certificateFor("old.example.com", 2);
const server = createServer({ key, cert }, async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  receivedQueries.push({ body, headers: request.headers });
  const { status = 200, headers = {}, text } = reply(JSON.parse(body));
  if (text !== null) response.writeHead(status, headers).end(text);
});
let port = 0;
let restore: () => void;
const network: Network = { lookup: leadingTo("127.0.0.1"), allowed: () => true, ca: cert };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  restore = setNetwork(network);
});
afterAll(async () => {
  restore();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  receivedQueries.length = 0;
  reply = no;
});

const url = () => `https://old.example.com:${port}/check`;
const anAddress = () => `Person.${randomUUID()}@Example.com`;

/** A tenant whose users are migrated, and the secret that signs the queries. */
async function aMigration(): Promise<TestEnvironment & { secret: string; secretId: string }> {
  const acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
  const { id: secretId, secret } = await createSigningSecret(acme);
  await changePreviousSystem(acme, { url: url(), isEnabled: true });
  return { ...acme, secret, secretId };
}
const signInTo = (place: TestEnvironment, email: string, password = A_PASSWORD) =>
  callPreflight(place, { email, password });
const failureAt = async (place: TestEnvironment) =>
  (await inBatch(place, readPreviousSystem))?.lastFailure?.reason ?? null;
/** The signature by Standard Webhooks' own rule. */
const signed = (secret: string, { body, headers }: (typeof receivedQueries)[number]) =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
    .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
    .digest("base64")}`;

describe("a first sign-in", () => {
  test("creates the user that the previous system returns, and does not query it again", async () => {
    const acme = await aMigration();
    const organization = await anOrganization(acme, { slug: "initech-old" });
    const role = await aRole(acme, { key: "analyst-old" });
    const email = anAddress();
    reply = knows(A_PASSWORD, {
      external_id: "old|1",
      display_name: "Milton",
      locale: "en-GB",
      email_verified: true,
      memberships: [
        { organization: "initech-old", role: "analyst-old" },
        { organization: "nowhere", role: "analyst-old" },
      ],
      department: "a field that nobody agreed on",
    });
    const first = await signInTo(acme, email);
    expect(first).toMatchObject({ status: 200, body: { status: "grant" } });
    const user = await storedUser(acme, email);
    expect(user).toMatchObject({
      email,
      externalId: "old|1",
      displayName: "Milton",
      locale: "en-GB",
      emailVerifiedMethod: "tenant_asserted",
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      memberships: [{ organizationId: organization.id, roleId: role.id, status: "active" }],
    });
    expect(await eventsOf(acme, user?.id ?? "")).toEqual([
      ...["user.created", "user.email_verified", "membership.added", "user.migrated"],
      "login.succeeded",
    ]);
    expect(receivedQueries.map(({ body }) => JSON.parse(body))).toEqual([
      { email, password: A_PASSWORD },
    ]);

    reply = no;
    expect((await signInTo(acme, email)).status).toBe(200);
    expect((await signInTo(acme, email, "another")).status).toBe(401);
    expect(receivedQueries).toHaveLength(1);
  });

  test("completes an existing user without a password, and overwrites nothing", async () => {
    const acme = await aMigration();
    const user = await aUser(acme, { password: null, displayName: "Ours" });
    reply = yes({ external_id: "old|2", display_name: "Theirs", email_verified: false });
    expect((await signInTo(acme, user.email)).status).toBe(200);
    expect(await storedUser(acme, user.email)).toMatchObject({
      id: user.id,
      displayName: "Ours",
      externalId: "old|2",
      emailVerifiedMethod: null,
    });
    expect(await eventsOf(acme, user.id)).toEqual([
      "user.updated",
      "user.migrated",
      "login.succeeded",
    ]);
  });

  test("creates one user when it happens several times in parallel, and every sign-in succeeds", async () => {
    const acme = await aMigration();
    const email = anAddress();
    reply = yes({ external_id: "old|3" });
    const answers = await Promise.all([1, 2, 3].map(() => signInTo(acme, email)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const user = await storedUser(acme, email);
    const events = await eventsOf(acme, user?.id ?? "");
    expect(events.filter((kind) => kind === "user.created")).toHaveLength(1);
    expect(events.filter((kind) => kind === "login.succeeded")).toHaveLength(3);
  });

  test("requires a second factor as any other does", async () => {
    const acme = await aMigration();
    await aPolicy(acme, { loginOtp: "always" });
    reply = yes();
    expect((await signInTo(acme, anAddress())).body).toMatchObject({ status: "otp_required" });
  });

  test("works on the hosted pages", async () => {
    const acme = await aMigration();
    const email = anAddress();
    reply = knows(A_PASSWORD);
    const browser = new Browser();
    const authorization = await browser.go(
      authorizeRoute,
      authorizeUrl(await anOidcClient(acme), pkce().challenge),
    );
    const interaction = locationOf(authorization).searchParams.get("interaction");
    const post = (password: string) =>
      browser.go(hostedPreflightRoute, `/oauth/login/preflight?interaction=${interaction}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
    const wrong = await post("wrong");
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { error: "invalid_grant", error_code: "invalid_credentials" },
    ]);
    const right = await post(A_PASSWORD);
    expect([right.status, await right.json()]).toMatchObject([200, { redirect_to: /oauth/ }]);
    expect(receivedQueries).toHaveLength(2);
    expect(await storedUser(acme, email)).not.toBeNull();
  });
});

describe("a query", () => {
  test("is signed with every live secret, and with none that was revoked", async () => {
    const acme = await aMigration();
    const second = await createSigningSecret(acme);
    await expect(createSigningSecret(acme)).rejects.toMatchObject({ reason: "conflict" });
    await signInTo(acme, anAddress());
    await revokeSigningSecret(acme, acme.secretId);
    await signInTo(acme, anAddress());
    const [both, one] = receivedQueries;
    if (!both || !one) throw new Error("it was not asked twice");
    expect(String(both.headers["webhook-signature"]).split(" ").toSorted()).toEqual(
      [signed(acme.secret, both), signed(second.secret, both)].toSorted(),
    );
    expect(one.headers["webhook-signature"]).toBe(signed(second.secret, one));
    expect(both.headers).toMatchObject({ "content-type": "application/json" });
    expect(both.headers["webhook-id"]).not.toBe(one.headers["webhook-id"]);
  });

  test("is not sent while it is off, without a secret, for no address, or in another environment", async () => {
    reply = yes();
    const acme = await aMigration();
    const globex = await aTenant();
    expect((await signInTo(globex, anAddress())).status).toBe(401);
    expect((await signInTo(acme, "no address")).status).toBe(401);
    await changePreviousSystem(acme, { isEnabled: false });
    expect((await signInTo(acme, anAddress())).status).toBe(401);
    await changePreviousSystem(acme, { isEnabled: true });
    await revokeSigningSecret(acme, acme.secretId);
    expect((await signInTo(acme, anAddress())).status).toBe(401);
    expect(receivedQueries).toEqual([]);
  });

  test("is sent for a suspended user, who still can't sign in", async () => {
    const acme = await aMigration();
    const user = await aUser(acme, { password: null, suspended: true });
    reply = yes();
    expect((await signInTo(acme, user.email)).status).toBe(401);
    expect(receivedQueries).toHaveLength(1);
    expect(await storedUser(acme, user.email)).toMatchObject({ passwordHash: null });
  });

  test("stops with the brake: the sixth wrong password is not sent", async () => {
    const acme = await aMigration();
    const email = anAddress();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await signInTo(acme, email, "wrong")).status).toBe(401);
    reply = yes();
    expect(await signInTo(acme, email)).toMatchObject({
      status: 429,
      body: { code: "login_temporarily_locked" },
    });
    expect(receivedQueries).toHaveLength(5);
  });
});

describe("a refusal", () => {
  const text =
    (answer: string, more: object = {}): Reply =>
    () => ({ text: answer, ...more });
  const failures: [name: string, reply: Reply, reason: RegExp][] = [
    ["an error", text("{}", { status: 500 }), /status 500/],
    [
      "a redirect",
      text("", { status: 307, headers: { location: "https://x.example" } }),
      /status 307/,
    ],
    ["no JSON", text("<html>"), /no JSON/],
    ["JSON of another kind", text('{"ok":true}'), /not as agreed: authenticated/],
    ["a user that is none", yes({ external_id: 7 }), /not as agreed: user.external_id/],
    ["a name with a NUL", yes({ display_name: "a\0b" }), /not as agreed: user.display_name/],
    ["an answer without end", text(`"${"x".repeat(300_000)}"`), /too long/],
    ["silence", text(null as never), /no answer in time/],
  ];

  test.each(failures)("for %s is shown to administrators only", async (_, answer, reason) => {
    const acme = await aMigration();
    const [known, email] = [await aUser(acme), anAddress()];
    const wrong = comparable(await signInTo(acme, known.email, "wrong"));
    reply = answer;
    expect(comparable(await signInTo(acme, email))).toEqual(wrong);
    expect(await failureAt(acme)).toMatch(reason);
    expect(await storedUser(acme, email)).toBeNull();
  });

  test("is the same when the system is unreachable, on a private address, or has another's certificate", async () => {
    const acme = await aMigration();
    const known = await aUser(acme);
    const wrong = comparable(await signInTo(acme, known.email, "wrong"));
    const tries: [Network, string, RegExp][] = [
      [network, "https://old.example.com:1/", /ECONNREFUSED/],
      [{ lookup: leadingTo("10.0.0.1"), allowed: isPublicAddress }, url(), /not public/],
      [network, url().replace("old.", "other."), /ERR_TLS_CERT_ALTNAME_INVALID/],
    ];
    for (const [way, at, reason] of tries) {
      await changePreviousSystem(acme, { url: at });
      const put = setNetwork(way);
      try {
        expect(comparable(await signInTo(acme, anAddress()))).toEqual(wrong);
      } finally {
        put();
      }
      expect(await failureAt(acme)).toMatch(reason);
    }
    expect(receivedQueries).toEqual([]);
  });

  test("is returned when the external id is another user's here", async () => {
    const acme = await aMigration();
    await aUser(acme, { externalId: "old|9" });
    reply = yes({ external_id: "old|9" });
    const email = anAddress();
    expect((await signInTo(acme, email)).status).toBe(401);
    expect(await storedUser(acme, email)).toBeNull();
    expect(await failureAt(acme)).toMatch(/external id/);
  });

  test("costs the same statements and hashes, with and without a query to the previous system", async () => {
    const acme = await aMigration();
    await signInTo(acme, anAddress());
    const work = [];
    for (const email of [
      anAddress(),
      (await aUser(acme)).email,
      (await aUser(acme, { password: null })).email,
    ]) {
      const before = passwordHashCount();
      const statements = await statementsOf(() => signInTo(acme, email, "wrong"));
      work.push({ statements, hashes: passwordHashCount() - before });
    }
    expect(work[0]?.statements).toHaveLength(3);
    for (const one of work) expect(one).toEqual(work[0]);
  });
});

test.each([
  "http://old.example.com/",
  "https://127.0.0.1/",
  "https://localhost/",
  "https://user:word@old.example.com/",
  "no address",
])("%s is refused as a target for passwords", async (address) => {
  const acme = await aTenant();
  await expect(changePreviousSystem(acme, { url: address })).rejects.toMatchObject({
    reason: "unprocessable",
  });
  await expect(changePreviousSystem(acme, { isEnabled: true })).rejects.toMatchObject({
    reason: "unprocessable",
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import { GET as me } from "@/app/api/v1/auth/me/route";
import { POST as exchange } from "@/app/api/v1/auth/session/exchange/route";
import { POST as validate } from "@/app/api/v1/auth/session/validate/route";
import { POST as mint } from "@/app/api/v1/auth/token/route";
import { POST as reactivate } from "@/app/api/v1/management/users/[id]/reactivate/route";
import { GET as read, DELETE as remove } from "@/app/api/v1/management/users/[id]/route";
import { POST as suspend } from "@/app/api/v1/management/users/[id]/suspend/route";
import { POST as create } from "@/app/api/v1/management/users/route";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { readPasswordLink } from "@/lib/core/password-links/read-password-link";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { listLiveTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";
import { callPreflight } from "@/tests/support/call-login";
import { call } from "@/tests/support/call-route";

const users = "/api/v1/management/users";
let acme: TestEnvironment;
let token: string;

beforeAll(async () => {
  acme = await aTenant();
  token = await aMachineToken(acme, [
    "users:read",
    "users:write",
    "sessions:validate",
    "tokens:issue",
  ]);
});

const at = (id: string, verb: string) => ({
  method: "POST",
  path: `${users}/${id}/${verb}`,
  params: { id },
  token,
});
const shutOut = {
  suspend: async (id: string) => (await call(suspend, at(id, "suspend"))).status,
  delete: async (id: string) =>
    (
      await call(remove, {
        method: "DELETE",
        path: `${users}/${id}`,
        params: { id },
        token,
      })
    ).status,
};
const onAuth = (path: string, body: unknown, bearer = token) => ({
  method: "POST",
  path: `/api/v1/auth/${path}`,
  token: bearer,
  headers: { "x-tenant-id": acme.publicId },
  body,
});

/** Creates a user with everything that a suspension ends: sessions of both kinds, tokens, a device, links and
 *  a grant. */
async function aUserWithEverything() {
  const app = await anApp(acme);
  const role = await aRole(acme, { appIds: [app.id] });
  const user = await aUser(acme);
  await aMember(acme, { userId: user.id, roleId: role.id });
  const direct = await aSession(acme, { userId: user.id });
  const client = await anOidcClient(acme, {
    backchannelLogoutUri: "https://rp.example.com/logout",
  });
  const { body: tokens } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const by = { actor: acme.actor, context: noRequest, at: now() };
  const trust = { user, windowDays: 30, alert: false, name: null, methods: ["email_otp" as const] };
  const secrets = await inPrismaTransaction(acme, async (t) => {
    await createTrustedDevice(t, trust, by);
    const payload = {
      authTime: now().toISOString(),
      amr: ["pwd"],
      trustedDeviceId: null,
      kind: null,
    };
    return {
      grant: (await issueOneTimeSecret(t, "grant", user.id, { payload })).secret,
      link: (await issueOneTimeSecret(t, "set_password", user.id)).secret,
    };
  });
  return { app, user, direct, client, tokens, ...secrets };
}

describe.each([
  ["suspend", 200],
  ["delete", 204],
] as const)("to %s a user", (verb, status) => {
  test("ends the direct session: validate says user_disabled, me and token refuse with it", async () => {
    const { user, direct, app } = await aUserWithEverything();
    const minted = { session_id: direct.id, app_id: app.id };
    expect((await call(mint, onAuth("token", minted))).status).toBe(200);
    expect(await shutOut[verb](user.id)).toBe(status);
    const validated = await call(validate, onAuth("session/validate", { session_id: direct.id }));
    expect(validated.body).toMatchObject({ valid: false, reason: "user_disabled" });
    const seen = await call(me, {
      path: "/api/v1/auth/me",
      token: acme.tenantSecret,
      headers: { "x-tenant-id": acme.publicId, "x-session-activity": direct.activityToken },
    });
    expect([seen.status, seen.body]).toMatchObject([401, { code: "user_disabled" }]);
    const refused = await call(mint, onAuth("token", minted));
    expect([refused.status, refused.body]).toMatchObject([401, { code: "user_disabled" }]);
  });

  test("ends the hosted session: the refresh token is gone and the relying party is notified", async () => {
    const { user, client, tokens } = await aUserWithEverything();
    expect(tokens.refresh_token).toEqual(expect.any(String));
    await shutOut[verb](user.id);
    const refreshed = await tokenRequest(client, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token ?? "",
    });
    expect(refreshed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const left = await inPrismaTransaction(acme, async ({ prisma }) => ({
      payloads: await prisma.oidcPayload.count({ where: { userId: user.id } }),
      logouts: await prisma.logoutDelivery.count({ where: { oidcClientId: client.id } }),
    }));
    expect(left).toEqual({ payloads: 0, logouts: 1 });
  });

  test("leaves no device trusted, no link and no grant", async () => {
    const { user, grant, link } = await aUserWithEverything();
    await shutOut[verb](user.id);
    const devices = await inPrismaTransaction(acme, (t) =>
      listLiveTrustedDevices(t, user.id, now()),
    );
    expect(devices).toEqual([]);
    expect(await readPasswordLink(link)).toBeNull();
    const answer = await call(exchange, onAuth("session/exchange", { grant }, acme.tenantSecret));
    expect([answer.status, answer.body]).toMatchObject([401, { code: "invalid_credentials" }]);
  });

  test("audits the change once, with everything that it ended", async () => {
    const { user } = await aUserWithEverything();
    await shutOut[verb](user.id);
    const kinds = await eventsOf(acme, user.id);
    const change = verb === "suspend" ? "user.suspended" : "user.deleted";
    expect(kinds.filter((kind) => kind === change)).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "session.revoked")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "trusted_device.revoked")).toHaveLength(1);
  });

  test("keeps the user out of a login with the right password", async () => {
    const { id, email } = await aUser(acme);
    await shutOut[verb](id);
    const answer = await callPreflight(acme, { email, password: A_PASSWORD });
    expect([answer.status, answer.body]).toMatchObject([401, { code: "invalid_credentials" }]);
  });
});

test("suspending twice is suspending once: same answer, one event, the first time and reason", async () => {
  const { id } = await aUser(acme);
  const first = await call(suspend, { ...at(id, "suspend"), body: { reason: "left" } });
  const second = await call(suspend, { ...at(id, "suspend"), body: { reason: "again" } });
  expect(first.body).toMatchObject({ status: "suspended", suspended_at: expect.any(String) });
  expect(second.text).toBe(first.text);
  expect(await eventsOf(acme, id)).toEqual(["user.suspended"]);
});

test("reactivating restores sign-in and nothing that was revoked", async () => {
  const { user, direct } = await aUserWithEverything();
  await call(suspend, at(user.id, "suspend"));
  const answer = await call(reactivate, at(user.id, "reactivate"));
  expect(answer.body).toMatchObject({ status: "active", suspended_at: null });
  await call(reactivate, at(user.id, "reactivate"));
  const kinds = await eventsOf(acme, user.id);
  expect(kinds.filter((kind) => kind === "user.reactivated")).toHaveLength(1);
  const validated = await call(validate, onAuth("session/validate", { session_id: direct.id }));
  expect(validated.body).toMatchObject({ valid: false, reason: "revoked" });
  const login = await callPreflight(acme, { email: user.email, password: A_PASSWORD });
  expect(login.status).toBe(200);
});

test("a deleted user is a 404 everywhere, keeps nothing of the person, and frees address and external id", async () => {
  const user = await aUser(acme, { displayName: "Ada", externalId: "crm-7" });
  await aMember(acme, { userId: user.id });
  await shutOut.delete(user.id);
  expect(await shutOut.delete(user.id)).toBe(404);
  expect(await shutOut.suspend(user.id)).toBe(404);
  const { path } = at(user.id, "x");
  expect((await call(read, { path, params: { id: user.id }, token })).status).toBe(404);
  const row = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id: user.id }, include: { memberships: true } }),
  );
  expect(JSON.stringify(row)).not.toMatch(/Ada|crm-7|example\.com/);
  expect(row).toMatchObject({ passwordHash: null, emailKey: null, memberships: [] });
  const again = await call(create, {
    method: "POST",
    path: users,
    token,
    body: { email: user.email, external_id: "crm-7" },
  });
  expect(again.status).toBe(201);
  expect((again.body as { id: string }).id).not.toBe(user.id);
});

test("a sign-in that runs beside a suspension leaves no session behind", async () => {
  for (let round = 0; round < 10; round++) {
    const { id } = await aUser(acme);
    await Promise.allSettled([
      call(suspend, at(id, "suspend")),
      ...Array.from({ length: 3 }, () => aSession(acme, { userId: id })),
    ]);
    const live = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.count({ where: { userId: id, revokedAt: null } }),
    );
    expect(live).toBe(0);
  }
});

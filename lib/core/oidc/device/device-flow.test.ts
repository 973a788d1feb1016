import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { POST as sendDevice, GET as showDevice } from "@/app/(hosted)/device/route";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { GET as userinfoRoute } from "@/app/oauth/userinfo/route";
import { endHostedSession } from "@/lib/core/oidc/session/hosted-session";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { disableTenant } from "@/lib/core/operators/disable-tenant";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { noRequest } from "@/lib/kernel/caller";
import { secondsAfter, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anApp } from "@/tests/builders/an-app";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { anOrganization } from "@/tests/builders/an-organization";
import {
  allowDevice,
  answerDevice,
  sendFromPage,
  signInAtDevice,
} from "@/tests/support/allow-device";
import { eventsOf } from "@/tests/support/audit-events";
import { Browser, locationOf } from "@/tests/support/browser";
import { call } from "@/tests/support/call-route";
import { verifiedClaims } from "@/tests/support/id-token";
import { postForm, proofOf } from "@/tests/support/post-form";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
let acme: TestEnvironment;
let client: TestOidcClient;
beforeAll(async () => {
  acme = await aTenant();
  client = await aCommandLine();
});

/** Creates a public client without a redirect URI, like a command line's. */
function aCommandLine(
  of: TestEnvironment = acme,
  settings: Parameters<typeof anOidcClient>[1] = {},
): Promise<TestOidcClient> {
  return anOidcClient(of, {
    ...{ type: "public", redirectUris: [], deviceAuthorization: true, name: "Acme CLI" },
    ...settings,
  });
}

/** Starts the sign-in of a device. */
async function startDevice(at = client, scope = "openid email") {
  const { status, body } = await postForm(deviceRoute, "/oauth/device", {
    ...proofOf(at),
    scope,
  });
  expect(status).toBe(200);
  return { deviceCode: String(body.device_code), userCode: String(body.user_code), body };
}

const poll = (deviceCode: string, at: { clientId: string; clientSecret: string } = client) =>
  postForm(tokenRoute, "/oauth/token", {
    ...proofOf(at),
    grant_type: GRANT,
    device_code: deviceCode,
  });

/** Opens the page with a code, as a browser does. */
const visit = (browser: Browser, userCode: string) =>
  browser.go(showDevice, `/device?user_code=${userCode}`);

/** Runs `work` with a clock that is ahead by some seconds. */
async function secondsLater<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const reset = setClock({ now: () => secondsAfter(new Date(), seconds) });
  try {
    return await work();
  } finally {
    reset();
  }
}

describe("a device", () => {
  test("gets two codes, the address for one of them, and the polling interval", async () => {
    const { body } = await startDevice();
    expect(body).toEqual({
      device_code: expect.stringMatching(/^adc_[A-Za-z0-9_-]{43}$/),
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verification_uri: `${config().baseUrl}/device`,
      verification_uri_complete: `${config().baseUrl}/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const stored = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.deviceAuthorization.findMany(),
    );
    const all = Buffer.concat(
      stored.flatMap(({ deviceCodeHash, userCodeHash }) => [deviceCodeHash, userCodeHash]),
    );
    expect(all.includes(String(body.user_code).replace("-", ""))).toBe(false);
  });

  test("gets its tokens once after an approval, with a session of its own", async () => {
    const user = await aUser(acme);
    const { deviceCode, userCode } = await startDevice();
    expect((await poll(deviceCode)).body.error).toBe("authorization_pending");
    await allowDevice(userCode, user.id);
    const { status, body } = await poll(deviceCode);
    expect(status).toBe(200);
    const claims = await verifiedClaims(String(body.id_token), client.clientId);
    expect(claims).toMatchObject({ sub: user.id, amr: ["pwd"], sid: expect.any(String) });
    const token = String(body.access_token);
    expect((await call(userinfoRoute, { path: "/oauth/userinfo", token })).body).toMatchObject({
      sub: user.id,
      email: user.email,
    });
    const refreshed = await postForm(tokenRoute, "/oauth/token", {
      ...proofOf(client),
      grant_type: "refresh_token",
      refresh_token: String(body.refresh_token),
    });
    expect(refreshed.status).toBe(200);
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const sessions = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findMany({ where: { userId: user.id, kind: "hosted" } }),
    );
    // Of the browser, and of the device.
    expect(sessions).toHaveLength(2);
    expect(await eventsOf(acme, user.id)).toContain("device.authorized");
    expect(await eventsOf(acme, client.id)).toContain("device.requested");
  });

  test("retains its tokens when the approving browser signs out, and loses them with the user", async () => {
    const user = await aUser(acme);
    const { deviceCode, userCode } = await startDevice();
    await allowDevice(userCode, user.id);
    const token = String((await poll(deviceCode)).body.access_token);
    const read = async () => (await call(userinfoRoute, { path: "/oauth/userinfo", token })).status;
    const [first] = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.session.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } }),
    );
    const ended = { sessionId: first?.id ?? "", userId: user.id };
    await endHostedSession(acme, ended, noRequest, "logout");
    expect(await read()).toBe(200);
    await suspendUser(acme, user.id, null);
    expect(await read()).toBe(401);
  });

  test("that polls too often is slowed down for good", async () => {
    const { deviceCode } = await startDevice();
    const errors: unknown[] = [];
    const ask = async () => errors.push((await poll(deviceCode)).body.error);
    await ask();
    await ask();
    await secondsLater(6, ask);
    // Ten seconds after the first slow_down, fifteen after the second.
    await secondsLater(22, ask);
    expect(errors).toEqual([
      ...["authorization_pending", "slow_down", "slow_down", "authorization_pending"],
    ]);
  });

  test("that is not approved, or is denied, gets the matching error", async () => {
    const one = await startDevice();
    const late = await secondsLater(601, () => poll(one.deviceCode));
    expect(late).toMatchObject({ status: 400, body: { error: "expired_token" } });
    const two = await startDevice();
    await answerDevice(new Browser(), two.userCode, "deny");
    expect(await poll(two.deviceCode)).toMatchObject({ body: { error: "access_denied" } });
    expect(await eventsOf(acme, client.id)).toContain("device.refused");
  });

  test.each<[string, () => Promise<TestOidcClient>]>([
    ["another client", () => aCommandLine()],
    ["a client of another tenant", async () => aCommandLine(await aTenant())],
  ])("can't be polled for by %s", async (_, of) => {
    const user = await aUser(acme);
    const otherClient = await of();
    const { deviceCode, userCode } = await startDevice();
    await allowDevice(userCode, user.id);
    expect((await poll(deviceCode, otherClient)).body).toMatchObject({ error: "invalid_grant" });
    expect((await poll(deviceCode)).status).toBe(200);
  });

  test.each<[string, (userId: string) => Promise<unknown>]>([
    ["was suspended", (userId) => suspendUser(acme, userId, null)],
    ["was deleted", (userId) => deleteUser(acme, userId)],
  ])("gets nothing from a user who %s meanwhile", async (_, end) => {
    const user = await aUser(acme);
    const { deviceCode, userCode } = await startDevice();
    await allowDevice(userCode, user.id);
    await end(user.id);
    expect(await poll(deviceCode)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("of a disabled tenant, a revoked client or one without the setting is refused", async () => {
    const gone = await aTenant();
    const theirs = await aCommandLine(gone);
    const waiting = await startDevice(theirs);
    const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
    await disableTenant(by, gone.publicId, null);
    expect(await poll(waiting.deviceCode, theirs)).toMatchObject({ status: 401 });
    expect((await visit(new Browser(), waiting.userCode)).status).toBe(422);
    const plain = await aCommandLine(acme, { redirectUris: ["https://rp.example.com/callback"] });
    const before = await startDevice(plain);
    await updateOidcClient(acme, plain.id, { deviceAuthorization: false });
    expect(await poll(before.deviceCode, plain)).toMatchObject({
      body: { error: "unauthorized_client" },
    });
    expect((await visit(new Browser(), before.userCode)).status).toBe(422);
    expect(await postForm(deviceRoute, "/oauth/device", proofOf(plain))).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
    await revokeOidcClient(acme, plain.id);
    expect(await postForm(deviceRoute, "/oauth/device", proofOf(plain))).toMatchObject({
      status: 401,
      body: { error: "invalid_client" },
    });
  });

  test("has a client that users also sign in to, and requests its allowed scopes", async () => {
    const send = (proof: Record<string, string>, scope: string) =>
      postForm(deviceRoute, "/oauth/device", { ...proof, scope });
    expect((await send(proofOf(acme), "openid")).body).toMatchObject({
      error: "unauthorized_client",
    });
    expect((await send(proofOf(client), "openid permissions")).body).toMatchObject({
      error: "invalid_scope",
    });
    expect((await send({ client_id: "aoc_unknown" }, "openid")).status).toBe(401);
    expect((await send({}, "openid")).body).toMatchObject({ error: "invalid_request" });
    const form = { ...proofOf(client), grant_type: GRANT };
    expect((await postForm(tokenRoute, "/oauth/token", form)).body).toEqual({
      error: "invalid_request",
      error_description: "missing required parameter: device_code",
    });
  });

  test("polled twenty times at once by two processes gets its tokens once", async () => {
    const user = await aUser(acme);
    const { deviceCode, userCode } = await startDevice();
    await allowDevice(userCode, user.id);
    const form = { ...proofOf(client), grant_type: GRANT, device_code: deviceCode };
    const statuses = (await Promise.all([elsewhere(form), elsewhere(form)])).flat();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  }, 90_000);
});

async function elsewhere(form: Record<string, string>): Promise<number[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "tests/support/redeem-once.ts"],
    { env: { ...process.env, REDEMPTION: JSON.stringify({ times: 10, form }) }, timeout: 60_000 },
  );
  return JSON.parse(stdout) as number[];
}

describe("the page", () => {
  test("requires the code, and shows the client and the location before the sign-in", async () => {
    const { userCode } = await startDevice();
    const empty = await (await new Browser().go(showDevice, "/device")).text();
    expect(empty).toContain('name="user_code"');
    const typed = await sendFromPage(new Browser(), {
      user_code: userCode.toLowerCase().replace("-", " "),
    });
    expect(locationOf(typed).searchParams.get("user_code")).toBe(userCode);
    const page = await (await visit(new Browser(), userCode)).text();
    for (const shown of ["Acme CLI", userCode, "an unknown address", "sent you the code"])
      expect(page).toContain(shown);
    expect(page).not.toContain("<script src");
  });

  test("gives one answer for a code that is unknown, over, answered or invalid", async () => {
    const over = await startDevice();
    const answered = await startDevice();
    await answerDevice(new Browser(), answered.userCode, "deny");
    const unknown = await visit(new Browser(), "BBBB-BBBB");
    expect(unknown.status).toBe(422);
    expect(await unknown.text()).toContain("No device is waiting with this code");
    expect((await visit(new Browser(), answered.userCode)).status).toBe(422);
    expect((await visit(new Browser(), "hello")).status).toBe(422);
    expect((await secondsLater(601, () => visit(new Browser(), over.userCode))).status).toBe(422);
    expect((await sendFromPage(new Browser(), { user_code: "hello" })).status).toBe(422);
  });

  test("accepts one of several parallel answers, and none from another site", async () => {
    const user = await aUser(acme);
    const { deviceCode, userCode } = await startDevice();
    const browser = new Browser();
    await signInAtDevice(browser, userCode, user.id);
    const foreign = await browser.go(sendDevice, "/device", {
      method: "POST",
      headers: {
        origin: "https://evil.example.com",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ user_code: userCode, answer: "allow" }).toString(),
    });
    expect(foreign.status).toBe(403);
    expect((await poll(deviceCode)).body.error).toBe("authorization_pending");
    const both = ["allow", "deny", "allow", "deny"].map((yes) =>
      answerDevice(browser, userCode, yes),
    );
    await Promise.all(both);
    const kinds = await eventsOf(acme, user.id);
    const answers = kinds.filter((kind) => kind.startsWith("device."));
    expect(answers).toHaveLength(1);
    const { status } = await poll(deviceCode);
    expect(status).toBe(answers[0] === "device.authorized" ? 200 : 400);
  });

  test("offers a sign-in with another account first", async () => {
    const [one, two] = [await aUser(acme), await aUser(acme)];
    const { deviceCode, userCode } = await startDevice();
    const browser = new Browser();
    await signInAtDevice(browser, userCode, one.id);
    expect(await (await visit(browser, userCode)).text()).toContain(one.email);
    await signInAtDevice(browser, userCode, two.id, "other");
    expect(await (await visit(browser, userCode)).text()).toContain(two.email);
    await answerDevice(browser, userCode, "allow");
    const { body } = await poll(deviceCode);
    expect(await verifiedClaims(String(body.id_token), client.clientId)).toMatchObject({
      sub: two.id,
    });
  });

  test("requires an organization where several are possible, and refuses a user without access", async () => {
    const app = await anApp(acme);
    const role = await aRole(acme, { appIds: [app.id] });
    const gated = await aCommandLine(acme, { appId: app.id, allowedScopes: ["organizations"] });
    const [a, b] = [await anOrganization(acme), await anOrganization(acme)];
    const { userId } = await aMember(acme, { organizationId: a.id, roleId: role.id });
    await aMember(acme, { userId, organizationId: b.id, roleId: role.id });
    const { deviceCode, userCode } = await startDevice(gated, "openid organizations");
    const browser = new Browser();
    await signInAtDevice(browser, userCode, userId);
    const choosing = await (await answerDevice(browser, userCode, "allow")).text();
    for (const { id } of [a, b]) expect(choosing).toContain(`value="${id}"`);
    await answerDevice(browser, userCode, "allow", { organization: b.id });
    const { body } = await poll(deviceCode, gated);
    expect(await verifiedClaims(String(body.id_token), gated.clientId)).toMatchObject({
      org_id: b.id,
    });
    const userWithoutAccess = await aUser(acme);
    const next = await startDevice(gated, "openid organizations");
    const other = new Browser();
    await signInAtDevice(other, next.userCode, userWithoutAccess.id);
    const refused = await answerDevice(other, next.userCode, "allow");
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("has no access");
    expect(await eventsOf(acme, app.id)).toContain("access.denied");
    expect((await poll(next.deviceCode, gated)).body.error).toBe("authorization_pending");
  });

  test("lists the data that a third-party client would receive, and audits the consent", async () => {
    const partner = await aCommandLine(acme, { firstParty: false });
    const user = await aUser(acme);
    const { userCode } = await startDevice(partner, "openid email");
    expect(await (await visit(new Browser(), userCode)).text()).toContain("Your email address");
    await allowDevice(userCode, user.id);
    expect(await eventsOf(acme, partner.id)).toContain("oidc.consent_granted");
  });
});

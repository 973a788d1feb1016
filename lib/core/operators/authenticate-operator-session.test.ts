import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as showConfirm } from "@/app/(hosted)/account-security/confirm/route";
import { GET as showDevice } from "@/app/(hosted)/device/route";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import {
  beginTotpRegistration,
  confirmTotpRegistration,
} from "@/lib/core/account-security/register-totp";
import { authenticateOperatorSession } from "@/lib/core/operators/authenticate-operator-session";
import { commandLineClient } from "@/lib/core/operators/command-line-client";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { removeOperator } from "@/lib/core/operators/remove-operator";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { listAccountSessions, revokeSessions } from "@/lib/core/sessions/open-session-store";
import { noteStepUp } from "@/lib/core/sessions/session-use-store";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import { type Caller, noRequest } from "@/lib/kernel/caller";
import { minutesAfter, now, setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import {
  allowDevice,
  answerDevice,
  sendFromPage,
  signInAtDevice,
} from "@/tests/support/allow-device";
import { Browser, locationOf } from "@/tests/support/browser";
import { postForm } from "@/tests/support/post-form";
import { totpCode } from "@/tests/support/totp-code";

const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
let clientId: string;
beforeAll(async () => {
  await inviteOperator(by, "first@operators.example", { mail: false });
  clientId = await commandLineClient();
});

const platform = async () => {
  const found = await readPlatform();
  if (!found) throw new Error("there is no platform");
  return { ...found, environmentKey: "platform", ...by };
};

/** An operator who can sign in. */
async function anOperator(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@operators.example`;
  const { userId } = await inviteOperator(by, email, { mail: false });
  return { id: userId, email };
}

/** Signs a user in from a command line.
 *  @returns the access token */
async function tokenOf(userId: string, of = clientId): Promise<string> {
  const { body: device } = await postForm(deviceRoute, "/oauth/device", {
    client_id: of,
    scope: "openid email",
  });
  await allowDevice(String(device.user_code), userId);
  const { body } = await postForm(tokenRoute, "/oauth/token", {
    client_id: of,
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: String(device.device_code),
  });
  return String(body.access_token);
}

async function signOut(userId: string): Promise<void> {
  const ended = { reason: "tests", at: now() };
  await inTransaction(await platform(), (db) => revokeSessions(db, { userId }, ended));
}

test("parallel requests for the command line's client get the same id", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => commandLineClient()));
  expect(new Set(all)).toEqual(new Set([clientId]));
});

test("an operator who signed in from a command line is accepted, under their own name", async () => {
  const operator = await anOperator();
  const found = await authenticateOperatorSession(await tokenOf(operator.id));
  expect(found).toMatchObject({
    environmentKey: "platform",
    onlyTenant: null,
    actor: { type: "operator", id: operator.id, name: operator.email },
  });
});

test("a user of the platform who is no operator is refused", async () => {
  const administrator = await aUser(await platform());
  expect(await authenticateOperatorSession(await tokenOf(administrator.id))).toBeNull();
});

test("an operator's token of another client is refused, and so is another tenant's", async () => {
  const operator = await anOperator();
  const aDevice = (of: Caller, name: string) =>
    anOidcClient(of, { type: "public", redirectUris: [], name, deviceAuthorization: true });
  const other = await aDevice(await platform(), "Another");
  expect(await authenticateOperatorSession(await tokenOf(operator.id, other.clientId))).toBeNull();
  const acme = await aTenant();
  const theirs = await aDevice(acme, "Command line");
  const user = await aUser(acme);
  expect(await authenticateOperatorSession(await tokenOf(user.id, theirs.clientId))).toBeNull();
});

test.each([
  ["is no operator any more", async ({ email }) => removeOperator(by, email)],
  ["was suspended", async ({ id }) => suspendUser(await platform(), id, null)],
  ["was deleted", async ({ id }) => deleteUser(await platform(), id)],
  ["was signed out everywhere", async ({ id }) => signOut(id)],
] satisfies [string, (operator: { id: string; email: string }) => Promise<unknown>][])(
  "an operator who %s is refused from the next request on",
  async (_, end) => {
    const operator = await anOperator();
    const token = await tokenOf(operator.id);
    expect(await authenticateOperatorSession(token)).not.toBeNull();
    await end(operator);
    expect(await authenticateOperatorSession(token)).toBeNull();
  },
);

test("an expired token is refused", async () => {
  const token = await tokenOf((await anOperator()).id);
  const reset = setClock({ now: () => minutesAfter(new Date(), 16) });
  try {
    expect(await authenticateOperatorSession(token)).toBeNull();
  } finally {
    reset();
  }
});

test("when operators need a factor, one without is refused with that reason", async () => {
  const token = await tokenOf((await anOperator()).id);
  const asking = async (administratorsRequireFactor: boolean) =>
    aPolicy(await platform(), { administratorsRequireFactor });
  await asking(true);
  try {
    await expect(authenticateOperatorSession(token)).rejects.toMatchObject({ reason: "forbidden" });
  } finally {
    await asking(false);
  }
});

describe("authorizing a command line", () => {
  interface DeviceRequest {
    userCode: string;
    poll: () => ReturnType<typeof postForm>;
  }

  async function aCommandLine(): Promise<DeviceRequest> {
    const { body } = await postForm(deviceRoute, "/oauth/device", { client_id: clientId });
    expect(body).not.toHaveProperty("verification_uri_complete");
    const form = {
      client_id: clientId,
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: String(body.device_code),
    };
    return {
      userCode: String(body.user_code),
      poll: () => postForm(tokenRoute, "/oauth/token", form),
    };
  }

  async function addApp(userId: string): Promise<void> {
    const at = await platform();
    const { id: sessionId } = await aSession(at, { userId, kind: "hosted" });
    const registrant = { sessionId, channel: "hosted" } as const;
    const { token, secret } = await beginTotpRegistration(at, registrant);
    const code = totpCode(secret, new Date());
    await confirmTotpRegistration(at, registrant, { token, code, name: null });
  }

  const hoursAgo = (hours: number) => minutesAfter(new Date(), -60 * hours);

  test("requires a fresh proof of an operator, and continues from there", async () => {
    const { id } = await anOperator();
    const { userCode, poll } = await aCommandLine();
    const browser = new Browser();
    await signInAtDevice(browser, userCode, id, "allow", { authTime: hoursAgo(5) });
    const confirmUrl = locationOf(await answerDevice(browser, userCode, "allow"));
    expect(confirmUrl.pathname).toBe("/account-security/confirm");
    expect((await poll()).body.error).toBe("authorization_pending");
    const page = await browser.go(showConfirm, `${confirmUrl.pathname}${confirmUrl.search}`);
    expect(await page.text()).toContain("Atrium command line");
    await inTransaction(await platform(), async (db) => {
      const [session] = await listAccountSessions(db, { userId: id, appId: null }, now());
      await noteStepUp(db, String(session?.id), { amr: ["pwd"], at: now() });
    });
    const resultUrl = locationOf(await answerDevice(browser, userCode, "allow"));
    expect(resultUrl.searchParams.get("answered")).toBe("allowed");
  });

  test("requires the app of an operator who has one, even after a proof by mailbox at the sign-in", async () => {
    const { id } = await anOperator();
    await addApp(id);
    const { userCode } = await aCommandLine();
    const browser = new Browser();
    await signInAtDevice(browser, userCode, id, "allow", { amr: ["pwd", "otp"] });
    const confirmUrl = locationOf(await answerDevice(browser, userCode, "allow"));
    expect(confirmUrl.pathname).toBe("/account-security/confirm");
    const other = new Browser();
    await signInAtDevice(other, userCode, id, "allow", { amr: ["pwd", "otp", "mfa"] });
    const resultUrl = locationOf(await answerDevice(other, userCode, "allow"));
    expect(resultUrl.searchParams.get("answered")).toBe("allowed");
  });

  test("shows the device to a user who typed its code, and not to one who follows a link with it", async () => {
    const { userCode } = await aCommandLine();
    const browser = new Browser();
    const visit = async () =>
      (await browser.go(showDevice, `/device?user_code=${userCode}`)).text();
    expect(await visit()).not.toContain("Atrium command line");
    const typed = locationOf(await sendFromPage(browser, { user_code: userCode }));
    expect(typed.pathname).toBe("/device");
    expect(await visit()).toContain("Atrium command line");
  });

  test("is refused to an operator whose days without a factor have ended, and so is each later call", async () => {
    const { id } = await anOperator();
    const first = await aCommandLine();
    await allowDevice(first.userCode, id);
    const token = String((await first.poll()).body.access_token);
    expect(await authenticateOperatorSession(token)).not.toBeNull();
    const { mode } = config();
    const since = minutesAfter(new Date(), -15 * 24 * 60);
    await inPrismaTransaction(await platform(), ({ prisma }) =>
      prisma.operator.updateMany({ where: { userId: id }, data: { createdAt: since } }),
    );
    config().mode = "production";
    try {
      await expect(authenticateOperatorSession(token)).rejects.toMatchObject({
        reason: "forbidden",
      });
      const { userCode, poll } = await aCommandLine();
      const browser = new Browser();
      await signInAtDevice(browser, userCode, id);
      const response = await answerDevice(browser, userCode, "allow");
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain("Operators need a passkey");
      expect(page).toMatch(/href="\/account-security\?tenant=[\w-]+&amp;environment=[\w-]+"/);
      expect((await poll()).body.error).toBe("authorization_pending");
    } finally {
      config().mode = mode;
    }
  });
});

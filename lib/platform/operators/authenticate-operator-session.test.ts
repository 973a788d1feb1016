import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { POST as deviceRoute } from "@/app/oauth/device/route";
import { POST as tokenRoute } from "@/app/oauth/token/route";
import { type Caller, noRequest } from "@/lib/caller";
import { minutesAfter, now, setClock } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import { authenticateOperatorSession } from "@/lib/platform/operators/authenticate-operator-session";
import { commandLineClient } from "@/lib/platform/operators/command-line-client";
import { inviteOperator } from "@/lib/platform/operators/invite-operator";
import { removeOperator } from "@/lib/platform/operators/remove-operator";
import { readPlatform } from "@/lib/platform/platform-store";
import { revokeSessions } from "@/lib/sessions/open-session-store";
import { deleteUser } from "@/lib/users/ending/delete-user";
import { suspendUser } from "@/lib/users/ending/suspend-user";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { allowDevice } from "@/tests/support/allow-device";
import { postForm } from "@/tests/support/post-form";

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

/** Somebody who runs the platform and can sign in. */
async function anOperator(): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@operators.example`;
  const { userId } = await inviteOperator(by, email, { mail: false });
  return { id: userId, email };
}

/** Signs somebody in from a command line.
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

test("all who ask for the command line's client at once are told the same", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => commandLineClient()));
  expect(new Set(all)).toEqual(new Set([clientId]));
});

test("an operator who signed in from a command line is one, under their own name", async () => {
  const operator = await anOperator();
  const found = await authenticateOperatorSession(await tokenOf(operator.id));
  expect(found).toMatchObject({
    environmentKey: "platform",
    onlyTenant: null,
    actor: { type: "operator", id: operator.id, name: operator.email },
  });
});

test("somebody of the platform who is no operator is nobody here", async () => {
  const administrator = await aUser(await platform());
  expect(await authenticateOperatorSession(await tokenOf(administrator.id))).toBeNull();
});

test("an operator's token of another client is worth nothing here, and neither is another tenant's", async () => {
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

test("a token that has ended is worth nothing", async () => {
  const token = await tokenOf((await anOperator()).id);
  const reset = setClock({ now: () => minutesAfter(new Date(), 16) });
  try {
    expect(await authenticateOperatorSession(token)).toBeNull();
  } finally {
    reset();
  }
});

test("where operators need a factor, one without is refused and told so", async () => {
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

import { beforeAll, expect, test } from "vitest";
import { upsertPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { consumeOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { createTrustedDevice } from "@/lib/core/trusted-devices/create-trusted-device";
import { type Ended, endRestored } from "@/lib/features/backups/end-restored";
import { noRequest } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anEnrolmentToken } from "@/tests/builders/an-enrolment-token";

const actor = { type: "operator", id: "tests" } as const;
const by = { actor, context: noRequest };
const owner = config().databaseOwnerUrl;

let acme: TestEnvironment;
beforeAll(async () => {
  await setUpPlatform(actor);
  acme = await aTenant();
});

/** Creates a row of every kind that ends. */
async function everything(): Promise<{ link: string; sessionId: string }> {
  const user = await aUser(acme);
  const session = await aSession(acme, { userId: user.id });
  await anEnrolmentToken(acme, { maxUses: 3 });
  await anEnrolmentToken(acme);
  const link = await inTransaction(acme, async (db) => {
    const { secret } = await issueOneTimeSecret(db, "set_password", user.id);
    await createTrustedDevice(
      db,
      { user, windowDays: 30, alert: false, name: null, methods: ["email_otp"] },
      { ...by, at: now() },
    );
    for (const model of ["Session", "RefreshToken", "AuthorizationCode"])
      await upsertPayload(db, {
        model,
        id: `${model} of ${user.id}`,
        content: {},
        grantId: null,
        uid: null,
        userId: user.id,
        expiresAt: null,
      });
    await queueMail(db, { to: user.email, template: "delivery_test" });
    return secret;
  });
  return { link, sessionId: session.id };
}

const counted = (ended: Ended) => Object.fromEntries(ended.map(({ kind, count }) => [kind, count]));

async function rows(text: string): Promise<Record<string, unknown>[]> {
  return asOwner(owner, async (client) => (await client.query(text)).rows);
}

test("with sessions retained, everything else still ends", async () => {
  const { sessionId } = await everything();
  const ended = counted(await endRestored(owner, by, true));
  expect(ended).toMatchObject({ sessions: 0, "payloads of OAuth": 1, "links and grants": 1 });
  expect(await rows(`SELECT revoked_at FROM sessions WHERE id = '${sessionId}'`)).toEqual([
    { revoked_at: null },
  ]);
});

test("everything that may have ended after the backup ends once, and is recorded in the audit log", async () => {
  const { link, sessionId } = await everything();
  const ended = counted(await endRestored(owner, by, false));
  expect(ended).toEqual({
    "mail that waits": 1,
    jobs: 1,
    "links and grants": 1,
    "sign-ins that wait": 0,
    // Including those that the first restore retained.
    "payloads of OAuth": 5,
    "trusted devices": 1,
    "enrolment tokens with limited uses": 1,
    sessions: 2,
  });
  const redeemed = await inTransaction(acme, (db) =>
    consumeOneTimeSecret(db, ["set_password"], hashSecret(link), now()),
  );
  expect(redeemed).toBeNull();
  expect(await rows(`SELECT revoked_reason FROM sessions WHERE id = '${sessionId}'`)).toEqual([
    { revoked_reason: "restored" },
  ]);
  expect(await rows("SELECT DISTINCT status::text, sealed_props FROM mail_messages")).toEqual([
    { status: "failed", sealed_props: null },
  ]);
  const again = counted(await endRestored(owner, by, false));
  expect(Object.values(again).every((count) => count === 0)).toBe(true);
  const events = await rows(
    "SELECT metadata FROM audit_events WHERE kind = 'backup.restored' ORDER BY id",
  );
  expect(events.map(({ metadata }) => metadata)).toMatchObject([
    { sessions_kept: true, sessions: 0 },
    { sessions_kept: false, sessions: 2, mail_that_waits: 1 },
    { sessions_kept: false, sessions: 0 },
  ]);
});

test("the application's role cannot run it", async () => {
  const { connections } = await import("@/lib/kernel/db/connections");
  await expect(connections.query("SELECT atrium_end_restored('sessions', false)")).rejects.toThrow(
    "permission denied",
  );
});

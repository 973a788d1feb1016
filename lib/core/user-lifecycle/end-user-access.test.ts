import { beforeAll, expect, test } from "vitest";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/core/account-security/read-account-security";
import { endUserSessions, forgetUserDevices } from "@/lib/core/user-lifecycle/end-user-access";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { eventsOf } from "@/tests/support/audit-events";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant();
});

test("an administrator signs a user out everywhere, and no other user with them", async () => {
  const { userId } = await aSession(acme);
  await aSession(acme, { userId, kind: "hosted" });
  const { userId: other } = await aSession(acme);
  expect(await endUserSessions(acme, userId)).toBe(2);
  expect(await endUserSessions(acme, userId)).toBe(0);
  const ofUser = (id: string) => readAccountSessions(acme, { userId: id, appId: null });
  expect((await ofUser(userId)).sessions).toEqual([]);
  expect((await ofUser(other)).sessions).toHaveLength(1);
  const ended = (await eventsOf(acme, userId)).filter((kind) => kind === "session.revoked");
  expect(ended).toHaveLength(2);
});

test("ending trust in devices changes and audits nothing when none is trusted", async () => {
  const { userId } = await aSession(acme);
  expect(await forgetUserDevices(acme, userId)).toBe(0);
  expect(await readTrustedDevices(acme, { userId, appId: null })).toEqual([]);
  expect(await eventsOf(acme, userId)).not.toContain("trusted_device.revoked");
});

test("another tenant's user is missing", async () => {
  const { userId } = await aSession(acme);
  for (const end of [endUserSessions, forgetUserDevices])
    await expect(end(globex, userId)).rejects.toMatchObject({ reason: "missing" });
});

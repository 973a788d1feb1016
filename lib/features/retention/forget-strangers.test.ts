import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pseudonymiseUserlessEvents } from "@/lib/features/retention/forget-strangers";
import { holdTenant, releaseTenant } from "@/lib/features/retention/tenant-retention";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { callPreflight } from "@/tests/support/call-login";
import { idOfDaysAgo } from "@/tests/support/old-partitions";

const ip = "203.0.113.91";
const agent = "Wanderer/2.0";
let owner: pg.Client;
let acme: TestEnvironment;

beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
});
afterAll(() => owner.end());
beforeEach(async () => {
  acme = await aTenant();
});

/** Records a failed sign-in some days ago.
 *  @returns the id of the event */
async function failedLogin(daysAgo: number, targets: unknown[] = []): Promise<string> {
  const id = idOfDaysAgo(daysAgo);
  await owner.query(
    `INSERT INTO audit_events (id, tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
     VALUES ($1, $2, $3, 'login.failed', '{"type":"backend","id":"b"}', $4, $5, '{"method":"password"}', now() - make_interval(days => $6))`,
    [
      ...[id, acme.tenantId, acme.environmentId, JSON.stringify(targets)],
      ...[{ ip_address: ip, user_agent: agent, request_id: "r-1" }, daysAgo],
    ],
  );
  return id;
}

async function contextOf(id: string): Promise<Record<string, string>> {
  const { rows } = await owner.query<{ context: Record<string, string> }>(
    "SELECT context FROM audit_events WHERE id = $1",
    [id],
  );
  return rows[0]?.context ?? {};
}

const known = { ip_address: ip, user_agent: agent };
const forgotten = {
  ip_address: expect.stringMatching(/^erased-[0-9a-f]{12}$/),
  user_agent: expect.stringMatching(/^erased-[0-9a-f]{12}$/),
  request_id: "r-1",
};

test("a failed sign-in with an unknown address is recorded without that address, but with its origin", async () => {
  const email = "nobody.at.all@stranger.example";
  const headers = { "x-end-user-ip": ip, "x-end-user-agent": agent };
  await callPreflight(acme, { email, password: "not-a-password-of-anybody" }, headers);
  const { rows } = await owner.query<{ event: { targets: unknown; context: object } }>(
    "SELECT to_jsonb(a) AS event FROM audit_events a WHERE tenant_id = $1 AND kind = 'login.failed'",
    [acme.tenantId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.event).toMatchObject({ targets: [], context: known });
  expect(JSON.stringify(rows)).not.toContain("stranger.example");
});

test("after 30 days network addresses and user agents are pseudonymised in events without a user, and in no others", async () => {
  const user = [{ type: "user", id: "11111111-1111-7111-8111-111111111111" }];
  const old = [await failedLogin(31), await failedLogin(45)];
  const young = await failedLogin(29);
  const named = await failedLogin(31, user);
  expect(await pseudonymiseUserlessEvents()).toBeGreaterThanOrEqual(3);
  for (const id of old) expect(await contextOf(id)).toEqual(forgotten);
  expect(await contextOf(young)).toMatchObject(known);
  expect(await contextOf(named)).toMatchObject(known);
  expect(await pseudonymiseUserlessEvents()).toBe(0);
});

test("such an event cannot be changed in any other way, nor sooner", async () => {
  const [old, young] = [await failedLogin(31), await failedLogin(29)];
  const pseudonym = `jsonb_set(context, '{ip_address}', '"erased-000000000000"')`;
  const change = (id: string, to: string) =>
    owner.query(`UPDATE audit_events SET ${to} WHERE id = '${id}'`);
  for (const attempt of [
    change(young, `context = ${pseudonym}`),
    change(old, `context = context - 'ip_address'`),
    change(old, `context = ${pseudonym}, kind = 'login.succeeded'`),
    change(old, `occurred_at = now(), context = ${pseudonym}`),
  ])
    await expect(attempt).rejects.toThrow("cannot be changed");
});

test("events of a tenant on hold stay unchanged, and are pseudonymised after the hold", async () => {
  const by = { actor: { type: "operator", id: "tests" }, context: noRequest } as const;
  await holdTenant(by, acme.publicId, "a lawsuit");
  const id = await failedLogin(31);
  await pseudonymiseUserlessEvents();
  expect(await contextOf(id)).toMatchObject(known);
  await releaseTenant(by, acme.publicId);
  await pseudonymiseUserlessEvents();
  expect(await contextOf(id)).toEqual(forgotten);
});

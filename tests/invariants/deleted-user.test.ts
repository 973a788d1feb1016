import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { sendPasswordReset } from "@/lib/core/password-links/send-password-reset";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { eraseEvents } from "@/lib/core/user-lifecycle/erase-events";
import { exportPerson } from "@/lib/core/user-lifecycle/export-person";
import { changeUser } from "@/lib/core/users/change-user";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aRelyingParty } from "@/tests/builders/a-relying-party";
import { aSession } from "@/tests/builders/a-session";
import { aStream } from "@/tests/builders/a-stream";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Authenticator } from "@/tests/support/authenticator";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import { addPasskey, bodyOf, callAuth } from "@/tests/support/call-factors";
import { callExchange, callForgot, callPreflight, callVerifyOtp } from "@/tests/support/call-login";
import { lastCode } from "@/tests/support/queued-mail";
import { totpCode } from "@/tests/support/totp-code";

// Values that occur nowhere else in the database.
const email = "sundial.first@gone.example";
const moved = "sundial.second@gone.example";
const ip = "198.51.100.177";
const agent = "Sundialler/7.31";
const device = "Grandmother's sundial";
const display = "Perdita Sundial";
const headers = { "x-end-user-ip": ip, "x-end-user-agent": agent };
const needles = ["gone.example", ip, agent, "sundial"];

let acme: TestEnvironment;
let admin: pg.Client;
beforeAll(async () => {
  acme = await aTenant();
  await aRelyingParty(acme);
  const url = new URL(inject("testServer").adminUrl);
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  // A superuser: row-level security does not apply to it.
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(() => admin.end());

/** Returns every table, with the number of its rows that contain one of the needles. */
async function tablesThatKnow(): Promise<Record<string, number>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss', 'partitions') ORDER BY 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await admin.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} t WHERE to_jsonb(t)::text ILIKE ANY ($1)`,
      [needles.map((needle) => `%${needle}%`)],
    );
    if (rows[0]?.count) found[name] = rows[0].count;
  }
  return found;
}

/** Signs in by the password and the mailed code, on a device that is trusted from then on. */
async function signInDirectly() {
  await callPreflight(acme, { email, password: A_PASSWORD }, headers);
  const code = await lastCode(acme, email);
  const body = { email, code, remember_device: true, device_name: device };
  const { grant } = (await callVerifyOtp(acme, body, headers)).body as { grant: string };
  return callExchange(acme, { grant }, headers);
}

/** Adds an authenticator app and a passkey, each with a name that identifies the person. */
async function addFactors(session_id: string): Promise<void> {
  const response = await callAuth(acme, "totp", { session_id });
  const { token, secret } = bodyOf<{ token: string; secret: string }>(response);
  const app = { session_id, token, code: totpCode(secret, new Date()), name: device };
  expect((await callAuth(acme, "totp/confirm", app)).status).toBe(201);
  expect(
    (await addPasskey(acme, { session_id }, new Authenticator("https://shop.example"))).status,
  ).toBe(201);
}

/** Writes a product's event about the person, under the product's own id of them. */
const productEvent = (externalId: string) =>
  admin.query(
    `INSERT INTO audit_events (tenant_id, environment_id, source, event_id, kind, actor, context, metadata, occurred_at)
     VALUES ($1, $2, 'product', gen_random_uuid(), 'door.opened', $3, $4, $5, now())`,
    [
      ...[acme.tenantId, acme.environmentId],
      { type: "customer", id: externalId, name: display },
      { ip_address: ip, user_agent: agent },
      { note: `${display} came in`, door: 7 },
    ],
  );

/** Expects a copy for the person to have everything that the database has of them, from every table, and no
 *  secret. */
async function copyNeedsAll(userId: string): Promise<void> {
  const copy = await exportPerson(acme, userId);
  const text = JSON.stringify(copy);
  for (const needle of [email, moved, ip, agent, device, display, "sundial-1"])
    expect(text, needle).toContain(needle);
  for (const table of Object.keys(await tablesThatKnow())) {
    const [schema, name = ""] = table.split(".");
    if (schema !== "public" || ["users", "audit_events"].includes(name)) continue;
    expect(copy.tables[name]?.length, table).toBeGreaterThan(0);
  }
  expect(copy.auditEvents.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["door.opened", "login.succeeded", "trusted_device.created"]),
  );
  expect(text).not.toMatch(/argon2|sealed_|_hash"/);
}

/** The events that name a user, the oldest first. */
async function eventsAbout(userId: string) {
  const { rows } = await admin.query<{ id: string; kind: string; ip: string | null }>(
    `SELECT id, kind, context->>'ip_address' AS ip FROM audit_events
     WHERE targets @> jsonb_build_array(jsonb_build_object('id', $1::text)) OR actor->>'id' = $1::text ORDER BY id`,
    [userId],
  );
  return rows;
}

test("a deleted user leaves no address, name, network address, user agent or name of a device anywhere", async () => {
  // Before the account exists, so this event names no user.
  expect((await callPreflight(acme, { email, password: A_PASSWORD }, headers)).status).toBe(401);
  const user = await aUser(acme, { email, displayName: display, externalId: "sundial-1" });
  expect((await signInDirectly()).status).toBe(200);
  const client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/out" });
  await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const { id: session_id } = await aSession(acme, { userId: user.id });
  await addFactors(session_id);
  // An unfinished login, and a requested reset.
  await callPreflight(acme, { email, password: A_PASSWORD }, headers);
  await callForgot(acme, { email });
  const { rows: jobs } = await admin.query(
    "SELECT data FROM pgboss.job WHERE name = 'password.forgot'",
  );
  for (const { data } of jobs) await sendPasswordReset(data, async () => {});
  // With a stream, the previous address is stored.
  await aStream(acme);
  await changeUser(acme, user.id, { email: moved });
  expect(Object.keys(await tablesThatKnow())).toEqual(
    expect.arrayContaining([
      "public.factors",
      "public.former_addresses",
      "public.mail_messages",
      "public.sessions",
      "public.trusted_devices",
      "public.users",
    ]),
  );
  await productEvent("sundial-1");
  await copyNeedsAll(user.id);
  const before = await eventsAbout(user.id);
  await deleteUser(acme, user.id);
  // The trail retains the person's data until the job has erased it, within a minute.
  expect(Object.keys(await tablesThatKnow())).toEqual([
    "partitions.audit_events_first",
    "public.audit_events",
    "public.erasures",
  ]);
  expect(await eraseEvents()).toBeGreaterThan(10);
  expect(await tablesThatKnow()).toEqual({});
  expect(await eraseEvents()).toBe(0);
  const after = await eventsAbout(user.id);
  for (const change of [
    "metadata = '{}'",
    "kind = 'x'",
    "actor = jsonb_set(actor, '{id}', '\"erased-x\"')",
  ])
    await expect(admin.query(`UPDATE audit_events SET ${change}`)).rejects.toThrow(
      "cannot be changed",
    );
  // Every event is still there, and events from one address can still be recognised as coming from one
  // address.
  expect(after.slice(0, before.length).map(({ id, kind }) => ({ id, kind }))).toEqual(
    before.map(({ id, kind }) => ({ id, kind })),
  );
  const addresses = new Set(after.map(({ ip }) => ip).filter((one) => one?.startsWith("erased-")));
  expect(addresses.size).toBe(1);
  const left = await inPrismaTransaction(acme, async ({ prisma }) => ({
    codes: await prisma.loginCode.count({ where: { userId: user.id } }),
    secrets: await prisma.oneTimeSecret.count({ where: { userId: user.id } }),
    recovery: await prisma.recoveryCode.count({ where: { userId: user.id } }),
    payloads: await prisma.oidcPayload.count({ where: { userId: user.id } }),
    // Pending notices to relying parties name the user by id only.
    deliveries: await prisma.logoutDelivery.count({ where: { userId: user.id } }),
  }));
  expect(left).toEqual({ codes: 0, secrets: 0, recovery: 0, payloads: 0, deliveries: 1 });
});

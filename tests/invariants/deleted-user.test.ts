import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { inPrismaTransaction } from "@/lib/db/prisma-transaction";
import { sendPasswordReset } from "@/lib/passwords/links/send-password-reset";
import { changeUser } from "@/lib/users/change-user";
import { deleteUser } from "@/lib/users/ending/delete-user";
import { aSession } from "@/tests/builders/a-session";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn } from "@/tests/support/browser";
import { bodyOf, callAuth } from "@/tests/support/call-factors";
import { callExchange, callForgot, callPreflight, callVerifyOtp } from "@/tests/support/call-login";
import { lastCode } from "@/tests/support/queued-mail";
import { totpCode } from "@/tests/support/totp-code";

// Nothing else in the database looks like these.
const email = "sundial.first@gone.example";
const moved = "sundial.second@gone.example";
const ip = "198.51.100.177";
const agent = "Sundialler/7.31";
const device = "Grandmother's sundial";
const display = "Perdita Sundial";
const needles = ["gone.example", ip, agent, "sundial"];

let acme: TestEnvironment;
let admin: pg.Client;
beforeAll(async () => {
  acme = await aTenant();
  const url = new URL(inject("testServer").adminUrl);
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  // A superuser: row-level security hides nothing from it.
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(() => admin.end());

/** Every table, with how many of its rows contain one of the needles. */
async function tablesThatKnow(): Promise<Record<string, number>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss') ORDER BY 1`,
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

test("a deleted user leaves no address, network address, user agent or name of a device but in the audit trail", async () => {
  const user = await aUser(acme, { email, displayName: display, externalId: "sundial-1" });
  const headers = { "x-end-user-ip": ip, "x-end-user-agent": agent };
  const signInDirectly = async () => {
    await callPreflight(acme, { email, password: A_PASSWORD }, headers);
    const code = await lastCode(acme, email);
    const body = { email, code, remember_device: true, device_name: device };
    const { grant } = (await callVerifyOtp(acme, body, headers)).body as { grant: string };
    return { grant, exchanged: await callExchange(acme, { grant }, headers) };
  };
  expect((await signInDirectly()).exchanged.status).toBe(200);
  const client = await anOidcClient(acme, { backchannelLogoutUri: "https://rp.example.com/out" });
  await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const { id: session_id } = await aSession(acme, { userId: user.id });
  const begun = await callAuth(acme, "totp", { session_id });
  const { token, secret } = bodyOf<{ token: string; secret: string }>(begun);
  const app = { session_id, token, code: totpCode(secret, new Date()), name: device };
  expect((await callAuth(acme, "totp/confirm", app)).status).toBe(201);
  // Half of a login, and a reset that was asked for.
  await callPreflight(acme, { email, password: A_PASSWORD }, headers);
  await callForgot(acme, { email });
  const { rows: jobs } = await admin.query(
    "SELECT data FROM pgboss.job WHERE name = 'password.forgot'",
  );
  for (const { data } of jobs) await sendPasswordReset(data);
  await changeUser(acme, user.id, { email: moved });
  expect(Object.keys(await tablesThatKnow())).toEqual(
    expect.arrayContaining([
      "public.factors",
      "public.mail_messages",
      "public.sessions",
      "public.trusted_devices",
      "public.users",
    ]),
  );
  await deleteUser(acme, user.id);
  expect(Object.keys(await tablesThatKnow())).toEqual(["public.audit_events"]);
  const left = await inPrismaTransaction(acme, async ({ prisma }) => ({
    codes: await prisma.loginCode.count({ where: { userId: user.id } }),
    secrets: await prisma.oneTimeSecret.count({ where: { userId: user.id } }),
    recovery: await prisma.recoveryCode.count({ where: { userId: user.id } }),
    payloads: await prisma.oidcPayload.count({ where: { userId: user.id } }),
    // What is still to be told to relying parties names the user by id only.
    deliveries: await prisma.logoutDelivery.count({ where: { userId: user.id } }),
  }));
  expect(left).toEqual({ codes: 0, secrets: 0, recovery: 0, payloads: 0, deliveries: 1 });
});

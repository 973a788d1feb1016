import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { lockAdministrators } from "@/lib/core/administrators/administrator-store";
import type { Operation } from "@/lib/core/http/operation";
import { readPlatform } from "@/lib/core/platform/platform-store";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { connections } from "@/lib/kernel/db/connections";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient } from "@/tests/builders/an-oidc-client";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";
import { queuedMail } from "@/tests/support/queued-mail";
import { routeModule } from "@/tests/support/route-module";

let token: string;
beforeAll(async () => {
  token = await anOperatorToken("night shift");
});

/** Calls a route of the plane: `GET /tenants/{id}` and the like. */
async function ask(
  method: Operation["method"],
  template: string,
  { id = "", query = "", body }: { id?: string; query?: string; body?: unknown } = {},
): Promise<Answer> {
  const root = "/api/v1/operator";
  return call((await routeModule(root + template))[method], {
    method,
    path: `${root}${template.replace("{id}", id)}${query}`,
    params: { id },
    token,
    ...(body === undefined ? {} : { body }),
  });
}

const names = ({ body }: Answer) =>
  (body as { tenants: { name: string }[] }).tenants.map(({ name }) => name);

describe("tenants", () => {
  test("are created with their environments, and ready for use", async () => {
    const environments = [
      { key: "live", name: "Live", kind: "production" },
      { key: "try-out", name: "Try-out", kind: "staging" },
    ];
    const made = await ask("POST", "/tenants", { body: { name: "Initech", environments } });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Initech", status: "active", environments },
    });
    const { id } = made.body as { id: string };
    expect((await ask("GET", "/tenants/{id}", { id })).body).toEqual(made.body);
  });

  test("get production and development by default, and refuse two of one key", async () => {
    const usual = await ask("POST", "/tenants", { body: { name: "Usual" } });
    expect(usual.body).toMatchObject({
      environments: [{ key: "production" }, { key: "development" }],
    });
    const twice = { key: "live", name: "Live", kind: "production" };
    const body = { name: "Twice", environments: [twice, twice] };
    expect((await ask("POST", "/tenants", { body })).status).toBe(422);
    for (const wrong of [[], [{ ...twice, key: "Not A Key" }], [{ ...twice, kind: "other" }]])
      expect(
        (await ask("POST", "/tenants", { body: { name: "Wrong", environments: wrong } })).status,
      ).toBe(400);
    expect(names(await ask("GET", "/tenants", { query: "?q=Twice" }))).toEqual([]);
  });

  test("are created with their first owner, who gets an invitation by mail", async () => {
    const owner = `${randomUUID()}@owners.example`;
    const made = await ask("POST", "/tenants", { body: { name: "Owned", owner } });
    expect(made).toMatchObject({ status: 201, body: { name: "Owned", status: "active" } });
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    expect(await queuedMail(platform, owner)).toHaveLength(1);
    const tenant = await resolveTenant((made.body as { id: string }).id);
    const scope = { tenantId: tenant?.tenantId ?? "", environmentId: "" };
    const entries = await inPrismaTransaction(scope, lockAdministrators);
    expect(entries).toMatchObject([{ role: "owner" }]);
  });

  test("are not created when their owner can't be invited", async () => {
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    const { email: suspended } = await aUser(platform, { suspended: true });
    for (const [owner, status] of [
      ["nobody", 400],
      ["ada@exämple.com", 400],
      ["ada@example.com\r\nbcc: eve@example.com", 400],
      [`${"a".repeat(300)}@example.com`, 400],
      ["", 400],
      [{ email: "ada@example.com" }, 400],
      [suspended, 409],
    ] as const) {
      const refused = await ask("POST", "/tenants", { body: { name: "Ownerless", owner } });
      expect(refused.status, JSON.stringify(owner)).toBe(status);
      expect(JSON.stringify(refused.body)).toContain("owner");
    }
    expect(names(await ask("GET", "/tenants", { query: "?q=Ownerless" }))).toEqual([]);
  });

  test("are found by part of their name or their whole id, and the platform is not among them", async () => {
    const one = await aTenant({ name: "Wayne 100% Enterprises" });
    await aTenant({ name: "Stark" });
    const found = async (q: string) =>
      names(await ask("GET", "/tenants", { query: `?q=${encodeURIComponent(q)}` }));
    expect(await found("wayne")).toEqual(["Wayne 100% Enterprises"]);
    expect(await found("100%")).toEqual(["Wayne 100% Enterprises"]);
    expect(await found(one.publicId)).toEqual(["Wayne 100% Enterprises"]);
    expect(await found("%")).toEqual(["Wayne 100% Enterprises"]);
    for (const unknownId of ["' OR true --", "\0", "\\", "a".repeat(5000)])
      expect(await found(unknownId)).toEqual([]);
    const all = names(await ask("GET", "/tenants"));
    expect(all).toEqual(expect.arrayContaining(["Stark", "Wayne 100% Enterprises"]));
    expect(all).not.toContain("Atrium");
  });

  test("say why they are disabled; each change is in their own log, once, as the operator's", async () => {
    const acme = await aTenant({ name: "Hooli" });
    const reason = "Contract ended";
    const disable = () =>
      ask("POST", "/tenants/{id}/disable", { id: acme.publicId, body: { reason } });
    const answers = await Promise.all(Array.from({ length: 6 }, disable));
    for (const answer of answers)
      expect(answer).toMatchObject({
        status: 200,
        body: { status: "disabled", disabled_reason: reason, disabled_at: expect.any(String) },
      });
    const enabled = await ask("POST", "/tenants/{id}/enable", { id: acme.publicId });
    expect(enabled).toMatchObject({
      status: 200,
      body: { status: "active", disabled_reason: null },
    });
    await ask("POST", "/tenants/{id}/enable", { id: acme.publicId });
    expect(await eventsOf(acme, acme.tenantId)).toEqual([
      "tenant.created",
      "tenant.disabled",
      "tenant.enabled",
    ]);
    const rows = await inPrismaTransaction(acme, ({ prisma }) =>
      prisma.auditEvent.findMany({ where: { kind: "tenant.disabled" } }),
    );
    expect(rows).toMatchObject([
      { actor: { type: "operator", name: "night shift" }, metadata: { reason } },
    ]);
  });

  test("keep their limit when the operator's maximum would fall below it", async () => {
    const acme = await aTenant();
    const put = (maximum: unknown) =>
      ask("PUT", "/tenants/{id}/installation-maximum", { id: acme.publicId, body: { maximum } });
    expect((await put(500)).body).toEqual({ limit: 100, maximum: 500, active: 0 });
    expect(await put(99)).toMatchObject({
      status: 422,
      body: { code: "installation_maximum_below_limit" },
    });
    for (const wrong of [-1, 1.5, "500", null]) expect((await put(wrong)).status).toBe(400);
    const listed = await ask("GET", "/tenants/{id}", { id: acme.publicId });
    expect(listed.body).toMatchObject({ installations: { limit: 100, maximum: 500 } });
  });
});

describe("the defaults of the security policy", () => {
  const inForce = (tenant: TestEnvironment) => inPrismaTransaction(tenant, readSecurityPolicy);
  const patch = (body: unknown) => ask("PATCH", "/security-policy-defaults", { body });

  test("are in force on the next request of every tenant without an override", async () => {
    const [follows, overrides] = [await aTenant(), await aTenant()];
    await aPolicy(overrides, { idleTimeoutMinutes: 45 });
    const changed = await patch({
      idle_timeout_minutes: 60,
      login_otp: "always",
      lockout: { threshold: 4, window_minutes: 10, duration_minutes: 20 },
    });
    expect(changed).toMatchObject({ status: 200, body: { idle_timeout_minutes: 60 } });
    expect(await inForce(follows)).toMatchObject({
      idleTimeoutMinutes: 60,
      loginOtp: "always",
      ...{ lockoutThreshold: 4, lockoutWindowMinutes: 10, lockoutDurationMinutes: 20 },
    });
    expect(await inForce(overrides)).toMatchObject({ idleTimeoutMinutes: 45, loginOtp: "always" });
    await patch({ idle_timeout_minutes: 30, login_otp: "untrusted_device", lockout: null });
    expect(await inForce(follows)).toMatchObject({
      idleTimeoutMinutes: 30,
      lockoutThreshold: null,
    });
    expect((await ask("GET", "/security-policy-defaults")).body).toMatchObject({
      idle_timeout_minutes: 30,
      absolute_timeout_minutes: 720,
    });
  });

  test("name the lockout's fields as everything else does, each to be changed by itself", async () => {
    const follows = await aTenant();
    const flat = {
      lockout_threshold: 4,
      lockout_window_minutes: 10,
      lockout_duration_minutes: 20,
    };
    expect(await patch(flat)).toMatchObject({ status: 200, body: flat });
    expect(await inForce(follows)).toMatchObject({
      ...{ lockoutThreshold: 4, lockoutWindowMinutes: 10, lockoutDurationMinutes: 20 },
    });
    expect((await patch({ lockout_threshold: 3 })).body).toMatchObject({
      ...{ ...flat, lockout_threshold: 3 },
      lockout: { threshold: 3, window_minutes: 10, duration_minutes: 20 },
    });
    const torn = await patch({ lockout_window_minutes: null });
    expect(torn).toMatchObject({ status: 422 });
    expect(JSON.stringify(torn.body)).toContain("lockout_threshold: a lockout needs");
    expect((await patch({ lockout: null, lockout_threshold: 3 })).status).toBe(400);
    const none = Object.fromEntries(Object.keys(flat).map((name) => [name, null]));
    expect((await patch(none)).body).toMatchObject({ ...none, lockout: null });
    expect((await ask("GET", "/security-policy-defaults")).body).toMatchObject(none);
  });

  test("stay within the bounds of a tenant's own policy", async () => {
    const outside = [
      { idle_timeout_minutes: 14 },
      { idle_timeout_minutes: 525_601 },
      { trusted_device_days: 91 },
      { password_min_length: 7 },
      { step_up_max_age_seconds: 29 },
      { lockout: { threshold: 0, window_minutes: 10, duration_minutes: 10 } },
    ];
    for (const body of outside) {
      const answer = await patch(body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(JSON.stringify(answer.body)).toContain("must be a whole number");
    }
    for (const body of [{ login_otp: "sometimes" }, { lockout: {} }])
      expect((await patch(body)).status, JSON.stringify(body)).toBe(400);
    const { body: before } = await ask("GET", "/security-policy-defaults");
    expect((await patch({ idle_timeout_minutes: null })).body).toEqual(before);
  });

  test("are audited in the platform's log with before and after, and not when nothing changes", async () => {
    const platform = await readPlatform();
    if (!platform) throw new Error("there is no platform");
    const logged = () =>
      inPrismaTransaction(platform, ({ prisma }) =>
        prisma.auditEvent.findMany({
          where: { kind: "security_policy_defaults.updated" },
          orderBy: { id: "asc" },
        }),
      );
    const before = (await logged()).length;
    await patch({ password_min_length: 12 });
    await patch({ password_min_length: 12 });
    const events = await logged();
    expect(events).toHaveLength(before + 1);
    expect(events.at(-1)).toMatchObject({
      actor: { type: "operator", name: "night shift" },
      metadata: { before: { passwordMinLength: 8 }, after: { passwordMinLength: 12 } },
    });
    await patch({ password_min_length: 8 });
  });

  test("are changed by the platform's own transaction and no tenant's", async () => {
    const acme = await aTenant();
    const attempt = inPrismaTransaction(
      acme,
      ({ prisma }) =>
        prisma.$executeRaw`UPDATE platform_security_defaults SET password_min_length = 9`,
    );
    await expect(attempt).rejects.toThrow(/platform tenant only/);
    await expect(
      connections.query("UPDATE platform_security_defaults SET password_min_length = 9"),
    ).rejects.toThrow(/platform tenant only/);
  });
});

test("each limit in force is listed with its variable, its default and the thing that it limits", async () => {
  config().limits.loginFailures = 3;
  const { body } = await ask("GET", "/limits");
  config().limits.loginFailures = 5;
  const { limits } = body as { limits: { name: string; description: string }[] };
  expect(limits).toHaveLength(Object.keys(config().limits).length);
  expect(limits).toContainEqual({
    name: "login_failures",
    value: 3,
    default: 5,
    variable: "ATRIUM_LIMIT_LOGIN_FAILURES",
    description: "failed logins of one account before it locks",
  });
});

test("logouts that do not arrive are listed over all tenants, those that arrived are not", async () => {
  const tenants = [await aTenant({ name: "Soylent" }), await aTenant({ name: "Cyberdyne" })];
  const made = await Promise.all([
    aDelivery(tenants[0], { status: "pending", attempts: 2, finishedAt: null }),
    aDelivery(tenants[1], { status: "failed", attempts: 7, finishedAt: now() }),
    aDelivery(tenants[1], { status: "delivered", attempts: 1, finishedAt: now() }),
    aDelivery(tenants[1], { status: "pending", attempts: 0, finishedAt: null }),
    aDelivery(tenants[1], { status: "failed", attempts: 7, finishedAt: new Date("2020-01-01") }),
  ]);
  const { body } = await ask("GET", "/deliveries", { query: "?status=failing" });
  const { deliveries } = body as { deliveries: { id: string }[] };
  expect(new Set(deliveries.map(({ id }) => id))).toEqual(new Set(made.slice(0, 2)));
  expect(deliveries.find(({ id }) => id === made[0])).toMatchObject({
    tenant: { id: tenants[0]?.publicId, name: "Soylent" },
    environment: "production",
    client: { name: "Reports portal" },
    status: "retrying",
    attempts: 2,
    last_status_code: 502,
  });
  expect((await ask("GET", "/deliveries", { query: "?status=lost" })).status).toBe(400);
  const read = (id = "") => ask("GET", "/deliveries/{id}", { id });
  for (const shown of deliveries)
    expect(await read(shown.id)).toMatchObject({ status: 200, body: shown });
  for (const other of made.slice(2)) expect((await read(other)).status).toBe(404);
});

test("views over all tenants are readable by no tenant", async () => {
  const acme = await aTenant();
  await aDelivery(acme, { status: "failed", attempts: 7, finishedAt: now() });
  for (const query of [
    "SELECT 1 FROM atrium_operator_tenants(NULL, NULL, NULL)",
    "SELECT 1 FROM atrium_operator_failing_deliveries('2020-01-01', 100)",
  ]) {
    expect((await connections.query(query)).rows).toEqual([]);
    expect(await inPrismaTransaction(acme, ({ prisma }) => prisma.$queryRawUnsafe(query))).toEqual(
      [],
    );
  }
});

test("queues report the number of waiting jobs, since when, and the failures", async () => {
  const add = (state: string, startAfter: string) =>
    connections.query(
      `INSERT INTO pgboss.job (name, data, state, start_after, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay)
       VALUES ('storage.sweep', '{}', $1, now() + $2::interval, 60, 60, now() + interval '1 day', 0, 0)`,
      [state, startAfter],
    );
  await add("created", "-10 minutes");
  await add("created", "-1 minute");
  await add("retry", "1 hour");
  await add("failed", "-1 hour");
  const { body } = await ask("GET", "/queues");
  const { queues } = body as { queues: { name: string; oldest_waiting_since: string }[] };
  const sweep = queues.find(({ name }) => name === "storage.sweep");
  expect(sweep).toMatchObject({ waiting: 2, scheduled: 1, active: 0, failed: 1 });
  const age = Date.now() - Date.parse(sweep?.oldest_waiting_since ?? "");
  expect(Math.round(age / 60_000)).toBe(10);
  expect(queues.find(({ name }) => name === "logout.deliver")).toMatchObject({
    waiting: 0,
    oldest_waiting_since: null,
  });
});

async function aDelivery(
  tenant: TestEnvironment | undefined,
  row: { status: "pending" | "failed" | "delivered"; attempts: number; finishedAt: Date | null },
): Promise<string> {
  if (!tenant) throw new Error("there is no tenant");
  const client = await anOidcClient(tenant, { backchannelLogoutUri: "https://rp.example.com/out" });
  return inPrismaTransaction(tenant, async ({ prisma, tenantId, environmentId }) => {
    const { id } = await prisma.logoutDelivery.create({
      data: {
        ...row,
        tenantId,
        environmentId,
        oidcClientId: client.id,
        sessionId: randomUUID(),
        userId: randomUUID(),
        sid: randomUUID(),
        jti: randomUUID(),
      },
    });
    for (let attempt = 1; attempt <= row.attempts; attempt++)
      await prisma.logoutAttempt.create({
        data: { tenantId, deliveryId: id, attempt, at: now(), statusCode: 502, durationMs: 5 },
      });
    return id;
  });
}

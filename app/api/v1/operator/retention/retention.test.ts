import { beforeAll, expect, test } from "vitest";
import type { Operation } from "@/lib/core/http/operation";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { anOperatorToken } from "@/tests/builders/an-operator-token";
import { eventsOf } from "@/tests/support/audit-events";
import { type Answer, call } from "@/tests/support/call-route";
import { routeModule } from "@/tests/support/route-module";

let token: string;
let acme: TestEnvironment;
beforeAll(async () => {
  token = await anOperatorToken("retention");
  acme = await aTenant();
});

async function ask(method: Operation["method"], template: string, body?: unknown): Promise<Answer> {
  const root = "/api/v1/operator";
  return call((await routeModule(root + template))[method], {
    method,
    path: `${root}${template.replace("{id}", acme.publicId)}`,
    params: { id: acme.publicId },
    token,
    ...(body === undefined ? {} : { body }),
  });
}

test("the operator sets the retention of events, and the values that a tenant may choose", async () => {
  const usual = { audit_event_days: 400, audit_event_least_days: 30, audit_event_most_days: 3650 };
  expect(await ask("GET", "/retention")).toMatchObject({ status: 200, body: usual });
  for (const wrong of [
    { audit_event_days: 29 },
    { audit_event_least_days: 500 },
    { audit_event_most_days: 300 },
  ])
    expect((await ask("PATCH", "/retention", wrong)).status, JSON.stringify(wrong)).toBe(422);
  const changed = await ask("PATCH", "/retention", {
    audit_event_days: 365,
    audit_event_least_days: 90,
  });
  expect(changed.body).toEqual({ ...usual, audit_event_days: 365, audit_event_least_days: 90 });
  expect((await ask("GET", "/retention")).body).toEqual(changed.body);
});

test("a tenant has a value of its own within the bounds, and without one the operator's", async () => {
  const path = "/tenants/{id}/retention";
  expect((await ask("GET", path)).body).toMatchObject({
    audit_event_days: null,
    days_in_force: 365,
  });
  expect((await ask("PUT", path, { audit_event_days: 89 })).status).toBe(422);
  expect((await ask("PUT", path, { audit_event_days: 120 })).body).toMatchObject({
    audit_event_days: 120,
    days_in_force: 120,
  });
  // Changed bounds apply at once.
  await ask("PATCH", "/retention", { audit_event_least_days: 200 });
  expect((await ask("GET", path)).body).toMatchObject({
    audit_event_days: 120,
    days_in_force: 200,
  });
  await ask("PUT", path, { audit_event_days: null });
  expect((await ask("GET", path)).body).toMatchObject({
    audit_event_days: null,
    days_in_force: 365,
  });
});

test("a hold begins once with its reason and ends once, and the tenant's log tells of both", async () => {
  const path = "/tenants/{id}/hold";
  const held = await ask("PUT", path, { reason: "Case 4711" });
  expect(held.body).toMatchObject({ hold_reason: "Case 4711" });
  expect((await ask("PUT", path, { reason: "another" })).body).toEqual(held.body);
  expect((await ask("DELETE", path)).body).toMatchObject({ held_at: null, hold_reason: null });
  await ask("DELETE", path);
  const kinds = await eventsOf(acme, acme.tenantId);
  expect(kinds.filter((kind) => /^tenant\.(held|released|retention_changed)$/.test(kind))).toEqual([
    "tenant.retention_changed",
    "tenant.retention_changed",
    "tenant.held",
    "tenant.released",
  ]);
});

import { expect, test } from "vitest";
import { POST as evaluate } from "@/app/access/v1/evaluation/route";
import { POST as evaluateBatch } from "@/app/access/v1/evaluations/route";
import { POST } from "@/app/api/v1/audit/route";
import { GET } from "@/app/api/v1/management/roles/route";
import { createCredential } from "@/lib/core/credentials/create-credential";
import { authzenExamples } from "@/lib/features/authzen/contract/authzen-examples";
import { config } from "@/lib/kernel/config/config";
import { write } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { bucketKey } from "@/lib/kernel/rate-limits/limiter";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant } from "@/tests/builders/a-tenant";
import { type Answer, call } from "@/tests/support/call-route";

/** Calls in rounds, so that no request waits too long for a connection. */
async function statusesOf(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

const path = "/api/v1/management/roles";

test("the 601st management request of a credential in a minute has to wait, another credential's does not", async () => {
  const acme = await aTenant();
  const token = await aMachineToken(acme, ["roles:read"]);
  const statuses = await statusesOf(600, () => call(GET, { path, token }));
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);

  const refused = await call(GET, { path, token });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ status: 429, code: "rate_limited" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect([...refused.headers.keys()].filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);

  const second = await createCredential(acme, {
    name: "second",
    purpose: "management_automation",
    scopes: ["roles:read"],
  });
  const others = await aMachineToken({ ...acme, ...second }, ["roles:read"]);
  expect((await call(GET, { path, token: others })).status).toBe(200);
});

test("audit ingest has a limit of its own, which leaves management its own", async () => {
  const acme = await aTenant();
  const token = await aMachineToken(acme, ["audit:write", "roles:read"]);
  const body = {
    event_id: crypto.randomUUID(),
    action: "invoice.approved",
    occurred_at: "2026-11-21T09:00:00.000Z",
    actor: { type: "user", id: "1" },
  };
  const push = () => call(POST, { method: "POST", path: "/api/v1/audit", token, body });
  const statuses = await statusesOf(1200, push);
  expect(statuses.filter((status) => status >= 400)).toEqual([]);
  expect((await push()).status).toBe(429);
  expect((await call(GET, { path, token })).status).toBe(200);
});

test("access decisions have a limit of their own, of which each evaluation is one, and which leaves management its own", async () => {
  const acme = await aTenant();
  const input = { name: "gateway", purpose: "management_automation" } as const;
  const gateway = await createCredential(acme, {
    ...input,
    scopes: ["entitlements:read", "roles:read"],
  });
  const token = await aMachineToken({ ...acme, ...gateway }, ["entitlements:read", "roles:read"]);
  const ask = async () => {
    const single = { path: "/access/v1/evaluation", body: authzenExamples.evaluation };
    const batch = { path: "/access/v1/evaluations", body: authzenExamples.evaluations };
    const answers = [
      await call(evaluate, { method: "POST", token, ...single }),
      await call(evaluateBatch, { method: "POST", token, ...batch }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await ask()).toEqual([200, 200]);
  const { accessRequests } = config().limits;
  const { length: evaluations } = authzenExamples.evaluations.evaluations;
  expect(evaluations).toBeGreaterThan(1);
  expect(accessRequests).toBe(6000);
  // Instead of six thousand requests, all of the limit but one is taken at once.
  const key = `access:${bucketKey(gateway.id)}`;
  const taken = await unscoped.execute(write`UPDATE rate_limit_buckets
    SET points = points + ${accessRequests - 2 * (1 + evaluations)}::integer WHERE key = ${key} AND points = ${1 + evaluations}::integer`);
  expect(taken).toBe(1);
  expect(await ask()).toEqual([200, 200]);
  expect(await ask()).toEqual([429, 429]);
  expect((await call(GET, { path, token })).status).toBe(200);
});

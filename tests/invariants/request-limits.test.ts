import { expect, test } from "vitest";
import { GET } from "@/app/api/v1/management/roles/route";
import { createCredential } from "@/lib/credentials/create-credential";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aTenant } from "@/tests/builders/a-tenant";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/management/roles";

test("the 601st management request of a credential in a minute has to wait, another credential's does not", async () => {
  const acme = await aTenant();
  const token = await aMachineToken(acme, ["roles:read"]);
  const statuses: number[] = [];
  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(GET, { path, token })));
    statuses.push(...answers.map(({ status }) => status));
  }
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

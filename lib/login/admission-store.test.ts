import { expect, test } from "vitest";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { admitWithGrant } from "@/lib/login/admission-store";
import { type Brake, takeLoginSlots } from "@/lib/login/login-brake";
import { newOneTimeSecret } from "@/lib/one-time/issue-one-time-secret";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

const brake = (kind: Brake["kind"], name: string, key: string): Brake => ({
  kind,
  budget: { name, points: 10_000, seconds: 900 },
  key,
  lockSeconds: 900,
});

test("right and wrong passwords of one account and one network, all at once, never wait for each other", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const stored = await inTenant(acme, ({ sql }) =>
    sql.user.findUniqueOrThrow({ where: { id: user.id } }),
  );
  const brakes = [brake("account", "login", "a"), brake("network", "login-network", "n")];
  const attempt = async (isRight: boolean) => {
    const slots = await takeLoginSlots(brakes);
    if (!isRight) return slots.fail(acme, []);
    const at = now();
    const entry = {
      kind: "login.succeeded" as const,
      actor: { type: "user" as const, id: user.id },
      context: { ipAddress: null, userAgent: null, requestId: "request" },
      at,
    };
    const { stored: grant } = newOneTimeSecret("grant", user.id, { payload: {} });
    const verified = stored.passwordHash ?? "";
    return admitWithGrant(acme, { verified, grant, entry, slots: slots.held });
  };
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 60 }, (_, at) => attempt(at % 2 === 0)));
  const buckets = await inTenant(
    acme,
    ({ sql }) =>
      sql.$queryRaw<{ failures: number; leases: bigint[] }[]>`
      SELECT failures, leases FROM rate_limit_buckets WHERE key IN ('login:a', 'login-network:n')`,
  );
  // Every slot was given back or became a failure: 150 of them in each.
  expect(buckets).toEqual([
    { failures: 150, leases: [] },
    { failures: 150, leases: [] },
  ]);
});

import { expect, test } from "vitest";
import { readSecurityPolicy } from "@/lib/core/security-policy/security-policy-store";
import { loadSession, readSession } from "@/lib/core/sessions/session-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { aPolicy } from "@/tests/builders/a-policy";
import { aSession } from "@/tests/builders/a-session";
import { aTenant } from "@/tests/builders/a-tenant";

test("the policy that is read with a session is the one in force, for a tenant with its own and one without", async () => {
  for (const overrides of [
    {},
    { idleTimeoutMinutes: 17, loginOtp: "always" } as const,
    {
      lockoutThreshold: 4,
      lockoutWindowMinutes: 5,
      lockoutDurationMinutes: 6,
      passwordMinLength: 15,
      stepUpMaxAgeSeconds: 60,
    },
  ]) {
    const acme = await aTenant();
    if (Object.keys(overrides).length > 0) await aPolicy(acme, overrides);
    const { id } = await aSession(acme);
    const [facts, policy] = await inBatch(acme, (db) =>
      Promise.all([readSession(db, id), readSecurityPolicy(db)]),
    );
    expect(facts?.policy).toEqual(policy);
    expect(await loadSession(acme, id)).toEqual(facts);
  }
});

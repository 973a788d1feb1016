import { expect, test } from "vitest";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { admitWithGrant } from "@/lib/core/login/admission-store";
import type { Brake } from "@/lib/core/login/login-brake";
import { countLoginFailure, takeLoginLeases } from "@/lib/core/login/login-leases";
import { newOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { insertOneTimeSecret } from "@/lib/core/one-time/one-time-store";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { releaseLeases } from "@/lib/kernel/rate-limits/failure-leases";
import { aTenant } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

const brake = (kind: Brake["kind"], name: string, key: string): Brake => ({
  kind,
  budget: { name, points: 10_000, seconds: 900 },
  key,
  lockSeconds: 900,
});

test("parallel right and wrong passwords of one account and one network never deadlock", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const stored = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
  );
  const brakes = [brake("account", "login", "a"), brake("network", "login-network", "n")];
  const attempt = async (isRight: boolean) => {
    const leases = await inBatch(acme, (db) => takeLoginLeases(db, brakes));
    if (!isRight) return inBatch(acme, (db) => countLoginFailure(db, leases));
    const at = now();
    const entry = {
      kind: "login.succeeded" as const,
      actor: { type: "user" as const, id: user.id },
      context: { ipAddress: null, userAgent: null, requestId: "request" },
      at,
    };
    const { stored: grant } = newOneTimeSecret("grant", user.id, { payload: {} });
    const verified = stored.passwordHash ?? "";
    return admitWithGrant(acme, { verified, grant, entry, leases });
  };
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 60 }, (_, at) => attempt(at % 2 === 0)));
  const buckets = await inPrismaTransaction(
    acme,
    ({ prisma }) =>
      prisma.$queryRaw<{ failures: number; leases: bigint[] }[]>`
      SELECT failures, leases FROM rate_limit_buckets WHERE key IN ('login:a', 'login-network:n')`,
  );
  // Every lease was released or became a failure: each bucket holds 150.
  expect(buckets).toEqual([
    { failures: 150, leases: [] },
    { failures: 150, leases: [] },
  ]);
});

test("an admission writes the same rows as the functions it replaces", async () => {
  const acme = await aTenant();
  const user = await aUser(acme);
  const { passwordHash } = await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.findUniqueOrThrow({ where: { id: user.id } }),
  );
  const at = now();
  const entry = {
    kind: "login.succeeded" as const,
    actor: { type: "user" as const, id: user.id },
    context: { ipAddress: "203.0.113.9", userAgent: "Test/1", requestId: "request" },
    targets: [{ type: "user", id: user.id }],
    metadata: { channel: "direct", amr: ["pwd"], kind: null },
    at,
  };
  const payload = { authTime: at.toISOString(), amr: ["pwd"], trustedDeviceId: null, kind: null };
  const grants = [1, 2].map(() => newOneTimeSecret("grant", user.id, { payload }).stored);
  const [first, second] = grants.map((grant) => ({
    ...grant,
    at,
    expiresAt: secondsAfter(at, 60),
  }));
  if (!first || !second) throw new Error("unreachable: two were made");
  const brakes = [brake("account", "login", "same-a"), brake("network", "login-network", "same-n")];
  const take = () => inBatch(acme, (db) => takeLoginLeases(db, brakes));
  const [held, others] = [await take(), await take()];

  await admitWithGrant(acme, { verified: passwordHash ?? "", grant: first, entry, leases: held });
  await inTransaction(acme, (db) =>
    Promise.all([recordAuditEvent(db, entry), insertOneTimeSecret(db, second)]),
  );
  await releaseLeases(others);

  const [events, secrets, buckets] = await inPrismaTransaction(acme, async ({ prisma }) => [
    await prisma.auditEvent.findMany({
      where: { kind: "login.succeeded" },
      omit: { id: true, receivedAt: true },
    }),
    await prisma.oneTimeSecret.findMany({
      where: { userId: user.id },
      omit: { id: true, secretHash: true },
    }),
    await prisma.$queryRaw`SELECT leases FROM rate_limit_buckets WHERE key LIKE '%:same-%'`,
  ]);
  expect(events).toHaveLength(2);
  expect(events[0]).toEqual(events[1]);
  expect(secrets).toHaveLength(2);
  expect(secrets[0]).toEqual(secrets[1]);
  expect(buckets).toEqual([{ leases: [] }, { leases: [] }]);
});

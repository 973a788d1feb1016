import { beforeAll, expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { countEvents } from "@/lib/features/statistics/count-events";
import { readActivity } from "@/lib/features/statistics/read-activity";
import { noRequest } from "@/lib/kernel/caller";
import { minutesAfter } from "@/lib/kernel/clock";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

const at = new Date();
const yesterday = minutesAfter(at, -24 * 60);
let busy: TestEnvironment;
let quiet: TestEnvironment;

beforeAll(async () => {
  await setUpPlatform({ type: "operator", id: "tests" });
  busy = await aTenant({ name: "Busy" });
  quiet = await aTenant({ name: "Quiet" });
});

const event = (kind: "login.succeeded" | "login.failed", userId: string, when = at) => ({
  kind,
  actor: { type: "tenant" as const, id: "t" },
  context: noRequest,
  targets: [{ type: "user", id: userId }],
  at: when,
});

test("operators see tenants by their sign-ins, as numbers", async () => {
  const ada = newId();
  await appendEvents(busy, [
    event("login.succeeded", ada),
    event("login.succeeded", ada),
    event("login.failed", newId()),
    event("login.succeeded", newId(), minutesAfter(at, -3 * 24 * 60)),
  ]);
  await appendEvents(quiet, [event("login.succeeded", newId())]);
  await countEvents();
  const { tenants, counts } = await readActivity(yesterday, at);
  expect(tenants.slice(0, 2)).toEqual([
    {
      publicId: busy.publicId,
      name: "Busy",
      status: "active",
      signIns: 2,
      failures: 1,
      lockouts: 0,
      activeUsers: 2,
    },
    expect.objectContaining({ name: "Quiet", signIns: 1, activeUsers: 1 }),
  ]);
  const signIns = counts.filter(({ kind }) => kind === "login.succeeded");
  expect(signIns.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test("a tenant without any sign-in is listed last", async () => {
  await aTenant({ name: "Silent" });
  const { tenants } = await readActivity(yesterday, at);
  expect(tenants.at(-1)).toMatchObject({ name: "Silent", signIns: 0, activeUsers: 0 });
});

test("failed mail is counted over all tenants", async () => {
  const before = (await readActivity(yesterday, at)).failures.failedMail;
  for (const { tenantId, environmentId } of [busy, quiet])
    await inPrismaTransaction({ tenantId, environmentId }, ({ prisma }) =>
      prisma.mailMessage.create({
        data: {
          tenantId,
          environmentId,
          template: "login_code",
          recipient: "ada@example.com",
          status: "failed",
        },
      }),
    );
  expect((await readActivity(yesterday, at)).failures.failedMail).toBe(before + 2);
});

import { expect, test } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { keepSequencing, pauseAfter } from "@/lib/features/audit-log/log/keep-sequencing";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { noRequest } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { aTenant } from "@/tests/builders/a-tenant";

test("there is no pause while there are more events, a short one while readers wait, and a long one otherwise", () => {
  expect(pauseAfter({ taken: 2_000, followed: false }, 1_000)).toBe(0);
  expect(pauseAfter({ taken: 3, followed: true }, 1_000)).toBe(250);
  expect(pauseAfter({ taken: 3, followed: false }, 3_000)).toBe(1_000);
  let pause = 0;
  for (let looks = 0; looks < 20; looks += 1)
    pause = pauseAfter({ taken: 0, followed: false }, pause);
  expect(pause).toBe(3_000);
});

test("events of a worker's lifetime are sequenced without a call, and none after its end is lost", async () => {
  const acme = await aTenant();
  const event = {
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: acme.tenantId },
    context: noRequest,
    at: new Date(),
  };
  const sizeIs = (size: number) =>
    expect
      .poll(async () => (await inBatch(acme, readLogHead))?.size, { timeout: 20_000 })
      .toBe(size);
  const workers = [keepSequencing(), keepSequencing()];
  await expect
    .poll(async () => (await inBatch(acme, readLogHead))?.size ?? 0, { timeout: 20_000 })
    .toBeGreaterThan(0);
  const before = (await inBatch(acme, readLogHead))?.size ?? 0;
  await appendEvents(acme, [event, event]);
  await sizeIs(before + 2);
  await Promise.all(workers.map((worker) => worker.stop()));
  await appendEvents(acme, [event]);
  const next = keepSequencing();
  await sizeIs(before + 3);
  await next.stop();
});

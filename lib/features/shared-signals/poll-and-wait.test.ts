import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { POST as poll } from "@/app/api/v1/ssf/poll/[stream_id]/route";
import { suspendUser } from "@/lib/core/user-lifecycle/suspend-user";
import type { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import { startDraining } from "@/lib/kernel/process/draining";
import { singleton } from "@/lib/kernel/process/singleton";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { aReceiver, type Receiver } from "@/tests/support/a-receiver";
import { type Answer, call } from "@/tests/support/call-route";
import { untilLogged } from "@/tests/support/logged-events";

let acme: TestEnvironment;
let receiver: Receiver;
beforeEach(async () => {
  acme = await aTenant();
  receiver = await aReceiver(acme);
  // Reads everything that happened before.
  await receiver.poll();
});

function waitingPoll(body: Record<string, unknown> = {}): Promise<Answer> {
  const { streamId: stream_id, token } = receiver;
  return call(poll, {
    method: "POST",
    path: `/api/v1/ssf/poll/${stream_id}`,
    params: { stream_id },
    token,
    body,
  });
}

async function somethingHappens(): Promise<void> {
  const { id } = await aUser(acme);
  await suspendUser(acme, id, null);
  await untilLogged(acme);
}

const taken = ({ body }: Answer) => Object.keys((body as { sets: object }).sets);

test("a poll waits for events, and other requests use its slot meanwhile", async () => {
  const answered = waitingPoll();
  // A poll occupies a slot while it queries the database, and releases it when it waits.
  await sleep(1_000);
  const planes = singleton<{ private: ConcurrencyLimit }>("planes", () => {
    throw new Error("unreachable");
  });
  expect(planes.private.load().busy).toBe(0);
  const began = performance.now();
  await somethingHappens();
  const answer = await answered;
  expect(taken(answer)).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("acknowledgements alone, and a paused stream, are answered at once", async () => {
  const began = performance.now();
  expect(taken(await waitingPoll({ maxEvents: 0 }))).toEqual([]);
  await receiver.status("paused");
  expect(taken(await waitingPoll())).toEqual([]);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("deleting or disabling a stream ends the wait for it", async () => {
  const answered = waitingPoll();
  // By then the poll should be waiting.
  await sleep(300);
  await receiver.status("disabled");
  expect(taken(await answered)).toEqual([]);
});

test("ten polls of a credential wait, and another one is answered at once", async () => {
  const ten = Array.from({ length: 10 }, () => waitingPoll());
  // By then all ten should be waiting.
  await sleep(3_000);
  const began = performance.now();
  expect(taken(await waitingPoll())).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
  await somethingHappens();
  const jtis = (await Promise.all(ten)).map(taken);
  expect(new Set(jtis.flat()).size).toBe(1);
  expect(jtis.every((one) => one.length === 1)).toBe(true);
});

test("a process that shuts down answers waiting polls", async () => {
  const draining = singleton<{ draining: boolean }>("draining", () => ({ draining: false }));
  const answered = waitingPoll();
  // By then the poll should be waiting.
  await sleep(300);
  startDraining();
  try {
    expect(taken(await answered)).toEqual([]);
  } finally {
    draining.draining = false;
  }
});

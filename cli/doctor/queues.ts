import type { QueueState } from "@/lib/core/operators/queue-store";
import { type Check, type Finding, failed, ok, warning } from "./check";

/** Minutes that the oldest job of a queue may wait. */
const [LONG, TOO_LONG] = [2, 15];

/** Checks that no job waits for too long. */
export const queues: Check = {
  name: "queues",
  needs: "database",
  look: async () => {
    const { readQueues } = await import("@/lib/core/operators/read-queues");
    const { databaseNow } = await import("@/lib/kernel/db/database-clock");
    const [states, at] = await Promise.all([readQueues(), databaseNow()]);
    return queuesFinding(states, at);
  },
};

export function queuesFinding(
  states: readonly Pick<QueueState, "name" | "waiting" | "oldestWaitingSince">[],
  at: Date,
): Finding {
  const waiting = states
    .map(({ oldestWaitingSince, ...one }) => ({
      ...one,
      minutes: oldestWaitingSince ? (at.getTime() - oldestWaitingSince.getTime()) / 60_000 : 0,
    }))
    .sort((a, b) => b.minutes - a.minutes);
  const count = waiting.reduce((sum, one) => sum + one.waiting, 0);
  const [oldest] = waiting;
  if (!oldest || oldest.minutes < LONG) return ok(`${count} jobs wait, none for long`);
  const seen = `the oldest job of ${oldest.name} has waited ${Math.round(oldest.minutes)} minutes (${oldest.waiting} wait there)`;
  const todo =
    "Look at the check of the worker; where one works, start more of them: the jobs come faster than they are done.";
  return oldest.minutes < TOO_LONG ? warning(seen, todo) : failed(seen, todo);
}

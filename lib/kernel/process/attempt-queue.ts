import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "@/lib/kernel/errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** Longest wait of an attempt. A request must be answered within 15 seconds, its own work included. */
const LONGEST_WAIT_MS = 10_000;
/** Most waiting attempts of one subject in one process; more would time out anyway. */
const MOST_WAITING = 64;
/** Average interval of polling for leases that other processes hold. */
const POLL_MS = 75;

/** Attempts that are being checked hold all leases of a rate limit: it is not locked, and the attempt has to
 *  wait. */
export class LeasesHeld extends Error {}

interface Queue {
  underWay: number;
  waiting: (() => void)[];
}

const queues = singleton("attempt-queues", () => new Map<string, Queue>());

/** Runs an attempt within the concurrency limit of its subject. No more attempts of one subject run in this
 *  process than its rate limit has leases, first come, first served; an attempt that finds the leases held by
 *  other processes polls until one is free. So correct attempts only wait for each other, and only failures
 *  lock an account.
 *  @param subject to which the queue belongs
 *  @param limit how many run at once
 *  @param work rejects with `LeasesHeld` when it has to wait, having changed nothing
 *  @throws ServiceError `service_overloaded` after ten seconds of waiting, or when too many wait already */
export async function inAttemptQueue<T>(
  subject: string,
  limit: number,
  work: () => Promise<T>,
  { patienceMs = LONGEST_WAIT_MS } = {},
): Promise<T> {
  const until = performance.now() + patienceMs;
  await enter(subject, limit, patienceMs);
  try {
    for (;;) {
      const done = await work().catch((error: unknown) => {
        if (!(error instanceof LeasesHeld)) throw error;
        if (performance.now() >= until) throw tooMany();
        return error;
      });
      if (!(done instanceof LeasesHeld)) return done;
      await pause(POLL_MS * (0.5 + Math.random()));
    }
  } finally {
    leave(subject);
  }
}

async function enter(subject: string, limit: number, patienceMs: number): Promise<void> {
  const queue = queues.get(subject) ?? { underWay: 0, waiting: [] };
  queues.set(subject, queue);
  if (queue.underWay < limit) {
    queue.underWay += 1;
    return;
  }
  if (queue.waiting.length >= MOST_WAITING) throw tooMany();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = setTimeout(() => {
    queue.waiting.splice(queue.waiting.indexOf(called), 1);
    reject(tooMany());
  }, patienceMs);
  const called = () => {
    clearTimeout(giveUp);
    resolve();
  };
  queue.waiting.push(called);
  await promise;
}

function leave(subject: string): void {
  const queue = queues.get(subject);
  if (!queue) return;
  const next = queue.waiting.shift();
  // The place passes directly to the attempt that has waited longest.
  if (next) next();
  else queue.underWay -= 1;
  if (queue.underWay === 0) queues.delete(subject);
}

function tooMany(): ServiceError {
  return new ServiceError("service_overloaded", {
    detail: "The service is checking too many attempts of this user at the moment.",
    retryAfterSeconds: 1,
  });
}

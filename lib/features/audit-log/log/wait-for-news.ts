import { setTimeout as sleep } from "node:timers/promises";
import { noteFollower } from "@/lib/features/audit-log/log/sequencing-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { changeFeed, listenForChanges } from "@/lib/kernel/db/change-feed";
import { isLeaving } from "@/lib/kernel/process/draining";
import { singleton } from "@/lib/kernel/process/singleton";

/** Longest time between two checks, in milliseconds. PostgreSQL notifies when a log has grown, but a
 *  notification may be lost. */
const LOOK_MS = 500;

/** Interval of `noteFollower` while a reader waits, in milliseconds. The sequencer then works without long
 *  pauses. */
const NOTE_MS = 4_000;
const FOLLOWED_SECONDS = 10;

/** Waiting requests of one credential in a process. Further ones are answered at once. */
const MOST_WAITING = 10;

const waiting = singleton("waiting-readers", () => new Map<string, number>());

/** Conditions of a reader's wait. */
export interface WaitOptions {
  /** Runs the wait outside the request's slot, so that other requests can use it. */
  aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** End of the wait, by `performance.now()`. */
  until: number;
}

/** Longest wait of a response, in milliseconds: less than the limit of an idle connection. */
export function longestWaitMs(): number {
  return config().limits.stallSeconds * 800;
}

/** Waits until there is news, the time is over, the client disconnects, or the process ends or is replaced.
 *  Only a few requests per credential wait; further ones return at once.
 *  @param hasNews looks for news; called when the tenant's log has grown, and regularly
 *  @returns whether there is news */
export async function waitForNews(
  { credentialId, tenantId }: Pick<MachineCaller, "credentialId" | "tenantId">,
  patience: WaitOptions,
  hasNews: () => Promise<boolean>,
): Promise<boolean> {
  const others = waiting.get(credentialId) ?? 0;
  if (others >= MOST_WAITING) return false;
  waiting.set(credentialId, others + 1);
  try {
    return await patience.aside(() => newsOf(tenantId, patience, hasNews));
  } finally {
    const left = (waiting.get(credentialId) ?? 1) - 1;
    if (left > 0) waiting.set(credentialId, left);
    else waiting.delete(credentialId);
  }
}

async function newsOf(
  tenantId: string,
  { signal, until }: WaitOptions,
  hasNews: () => Promise<boolean>,
): Promise<boolean> {
  const growth = subscribeToGrowth(tenantId);
  let noted = Number.NEGATIVE_INFINITY;
  try {
    while (!isLeaving() && !signal.aborted) {
      const left = until - performance.now();
      if (left <= 0) return false;
      if (performance.now() - noted > NOTE_MS) {
        await noteFollower(FOLLOWED_SECONDS);
        noted = performance.now();
      }
      await growth.within(Math.min(LOOK_MS, left), signal);
      if (await hasNews()) return true;
    }
    return false;
  } finally {
    growth.end();
  }
}

/** Subscribes to the growth of a tenant's log. */
function subscribeToGrowth(tenantId: string) {
  listenForChanges();
  let growth = Promise.withResolvers<void>();
  const end = changeFeed.subscribeToLogs((of) => {
    if (of === null || of === tenantId) growth.resolve();
  });
  const within = async (ms: number, signal: AbortSignal) => {
    const woken = new AbortController();
    const timer = sleep(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
    await Promise.race([growth.promise, timer.catch(() => {})]);
    woken.abort();
    growth = Promise.withResolvers();
  };
  return { within, end };
}

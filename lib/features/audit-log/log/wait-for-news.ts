import { noteFollower } from "@/lib/features/audit-log/log/sequencing-store";
import type { MachineCaller } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { changeFeed, listenForChanges } from "@/lib/kernel/db/change-feed";
import { isLeaving } from "@/lib/kernel/process/draining";
import { singleton } from "@/lib/kernel/process/singleton";

/** The longest time between two looks, in milliseconds: PostgreSQL says when a log has grown, and may be unheard. */
const LOOK_MS = 500;

/** The sequencer hears so often that somebody waits, in milliseconds, and takes events into the log within moments. */
const NOTE_MS = 4_000;
const FOLLOWED_SECONDS = 10;

/** How many answers to one credential wait in a process. Another is answered at once. */
const MOST_WAITING = 10;

const waiting = singleton("waiting-readers", () => new Map<string, number>());

/** How a reader waits. */
export interface Patience {
  /** Does what only waits, while others have the request's place. */
  aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Says that nobody waits any more. */
  signal: AbortSignal;
  /** Until when, by `performance.now()`. */
  until: number;
}

/** The longest that an answer may wait, in milliseconds: less than a connection may stand still. */
export function longestWaitMs(): number {
  return config().limits.stallSeconds * 800;
}

/** Waits, as one of few readers of the credential, until there is news for it; until its time is over; until it leaves; or until this
 *  process ends or is replaced.
 *  @param isThere looks for news; asked whenever the tenant's log has grown, and now and then
 *  @returns whether there is news */
export async function waitForNews(
  { credentialId, tenantId }: Pick<MachineCaller, "credentialId" | "tenantId">,
  patience: Patience,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const others = waiting.get(credentialId) ?? 0;
  if (others >= MOST_WAITING) return false;
  waiting.set(credentialId, others + 1);
  try {
    return await patience.aside(() => newsOf(tenantId, patience, isThere));
  } finally {
    const left = (waiting.get(credentialId) ?? 1) - 1;
    if (left > 0) waiting.set(credentialId, left);
    else waiting.delete(credentialId);
  }
}

async function newsOf(
  tenantId: string,
  { signal, until }: Patience,
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const growth = hearGrowth(tenantId);
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
      if (await isThere()) return true;
    }
    return false;
  } finally {
    growth.end();
  }
}

/** Hears of the growth of a tenant's log from now on. */
function hearGrowth(tenantId: string) {
  listenForChanges();
  let isGrown = false;
  let wake = () => {};
  const end = changeFeed.hearLogs((of) => {
    if (of !== null && of !== tenantId) return;
    isGrown = true;
    wake();
  });
  const within = async (ms: number, signal: AbortSignal) => {
    if (!isGrown)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
      });
    signal.removeEventListener("abort", wake);
    isGrown = false;
  };
  return { within, end };
}

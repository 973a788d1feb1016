import { setTimeout as sleep } from "node:timers/promises";
import { noteFollower } from "@/lib/audit/log/sequencing-store";
import { type Poll, type Polled, pollStream } from "@/lib/audit/signals/poll-stream";
import { hasNews } from "@/lib/audit/signals/stream-store";
import type { MachineCaller } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { inBatch } from "@/lib/db/batch";
import { isDraining } from "@/lib/process/draining";
import { singleton } from "@/lib/process/singleton";

/** How long an answer waits for something to happen: less than a connection may stand still, here and in the proxies before us. */
export const LONGEST_WAIT_MS = 50_000;

/** Between two looks. */
const LOOK_MS = 500;

/** Every so many looks the sequencer hears that somebody waits, and takes events into the log within moments. */
const LOOKS_BETWEEN_NOTES = 8;
const FOLLOWED_SECONDS = 10;

/** How many answers to one credential wait in a process. Another is answered at once. */
const MOST_WAITING = 10;

const waiting = singleton("waiting-polls", () => new Map<string, number>());

/** How a poll waits. */
interface Patience {
  /** Does what only waits, while others have the request's place. */
  aside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Says that nobody waits any more. */
  signal: AbortSignal;
}

/** Polls, and where nothing is there waits until something is (RFC 8936 §2.2), for as long as a request may wait, or until this process
 *  ends.
 *  @param patience null for an answer at once
 *  @throws ServiceError as `pollStream` does */
export async function pollAndWait(
  caller: MachineCaller,
  id: string,
  poll: Poll,
  patience: Patience | null,
): Promise<Polled> {
  const stall = config().limits.stallSeconds * 800;
  const until = performance.now() + Math.min(LONGEST_WAIT_MS, stall);
  let polled = await pollStream(caller, id, poll);
  // What was acknowledged is, and is not said again.
  const again = { ...poll, acknowledged: [], refused: [] };
  while (patience && poll.maxEvents > 0 && polled.tokens.size === 0 && polled.mayWait) {
    const goesOn = polled.moreAvailable || (await inWaitingRoom(caller, id, patience, until));
    if (!goesOn) break;
    polled = await pollStream(caller, id, again);
  }
  return polled;
}

/** Waits for news, as one of few of this credential.
 *  @returns whether there are any */
async function inWaitingRoom(
  caller: MachineCaller,
  id: string,
  { aside, signal }: Patience,
  until: number,
): Promise<boolean> {
  const { credentialId } = caller;
  const others = waiting.get(credentialId) ?? 0;
  if (others >= MOST_WAITING) return false;
  waiting.set(credentialId, others + 1);
  try {
    return await aside(() => newsBefore(caller, id, signal, until));
  } finally {
    const left = (waiting.get(credentialId) ?? 1) - 1;
    if (left > 0) waiting.set(credentialId, left);
    else waiting.delete(credentialId);
  }
}

async function newsBefore(
  caller: MachineCaller,
  id: string,
  signal: AbortSignal,
  until: number,
): Promise<boolean> {
  for (let looks = 0; !isDraining() && !signal.aborted; looks += 1) {
    if (performance.now() + LOOK_MS >= until) return false;
    if (looks % LOOKS_BETWEEN_NOTES === 0) await noteFollower(FOLLOWED_SECONDS);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    if (await inBatch(caller, (db) => hasNews(db, id))) return true;
  }
  return false;
}

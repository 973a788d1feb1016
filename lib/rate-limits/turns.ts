import { setTimeout as pause } from "node:timers/promises";
import { ServiceError } from "@/lib/errors";
import { singleton } from "@/lib/singleton";

/** How long an attempt waits for its turn. A request is to be answered within 15 seconds, its own work included. */
const PATIENCE_MS = 10_000;
/** How many attempts of one subject may wait in one process; more would only wait for nothing. */
const WAITING = 64;
/** Between two looks at slots that other processes hold, about. */
const LOOK_AGAIN_MS = 75;

/** The slots of a brake are in use by attempts that are being judged: nobody is locked out, others go first. */
export class SlotsInUse extends Error {}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

const lines = singleton("turns", () => new Map<string, Line>());

/** Runs an attempt when its turn comes. Of one subject no more are under way in this process than its brake has
 *  slots, first come, first served; who finds that other processes use the slots looks again until one is free. So
 *  attempts that are right wait for each other, and only failures lock anybody out.
 *  @param subject whose attempts take turns
 *  @param work rejects with `SlotsInUse` when it has to wait, having changed nothing
 *  @throws ServiceError `service_overloaded` after ten seconds without a turn, or when too many wait already */
export async function inTurn<T>(
  subject: string,
  atOnce: number,
  work: () => Promise<T>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<T> {
  const until = performance.now() + patienceMs;
  await enter(subject, atOnce, patienceMs);
  try {
    for (;;) {
      const done = await work().catch((error: unknown) => {
        if (!(error instanceof SlotsInUse)) throw error;
        if (performance.now() >= until) throw tooMany();
        return error;
      });
      if (!(done instanceof SlotsInUse)) return done;
      await pause(LOOK_AGAIN_MS * (0.5 + Math.random()));
    }
  } finally {
    leave(subject);
  }
}

async function enter(subject: string, atOnce: number, patienceMs: number): Promise<void> {
  const line = lines.get(subject) ?? { underWay: 0, waiting: [] };
  lines.set(subject, line);
  if (line.underWay < atOnce) {
    line.underWay += 1;
    return;
  }
  if (line.waiting.length >= WAITING) throw tooMany();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = setTimeout(() => {
    line.waiting.splice(line.waiting.indexOf(called), 1);
    reject(tooMany());
  }, patienceMs);
  const called = () => {
    clearTimeout(giveUp);
    resolve();
  };
  line.waiting.push(called);
  await promise;
}

function leave(subject: string): void {
  const line = lines.get(subject);
  if (!line) return;
  const next = line.waiting.shift();
  // The place passes straight to whoever waits longest.
  if (next) next();
  else line.underWay -= 1;
  if (line.underWay === 0) lines.delete(subject);
}

function tooMany(): ServiceError {
  return new ServiceError("service_overloaded", {
    detail: "Too many attempts of one user are being judged at this moment.",
    retryAfterSeconds: 1,
  });
}

import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { logger } from "@/lib/kernel/process/logger";

/** Steps of priority (nice(2)) by which password hashing threads are below those that answer. At a lower
 *  priority they starve while PostgreSQL keeps every core busy, and every sign-in waits for one. */
const HASHING_STEPS = 1;
/** Steps by which all of a worker is lower: no user waits for it at a screen. */
const WORKER_STEPS = 5;
/** The lowest priority. */
const LOWEST_PRIORITY = 19;

/** Lowers the priority of password hashing threads below everything else on this machine: the event loop,
 *  which answers signed-in users, and PostgreSQL. On an idle machine they are as fast as ever. Linux only,
 *  where a priority is a thread's and any process may lower its own; elsewhere nothing happens. */
export function lowerHashingPriority(): Promise<void> {
  return lowerPriority(HASHING_STEPS, (name) => name.startsWith("libuv-worker"));
}

/** Lowers the priority of a whole process: a worker that migrates users or appends events to logs. */
export function lowerProcessPriority(): Promise<void> {
  return lowerPriority(WORKER_STEPS, () => true);
}

async function lowerPriority(
  steps: number,
  isIncluded: (thread: string) => boolean,
): Promise<void> {
  if (process.platform !== "linux") return;
  try {
    // The pool starts all of its threads with the first task.
    await stat("/");
    for (const thread of readdirSync("/proc/self/task").map(Number))
      if (isIncluded(readFileSync(`/proc/self/task/${thread}/comm`, "utf8")))
        setPriority(thread, Math.min(getPriority(thread) + steps, LOWEST_PRIORITY));
  } catch (error) {
    logger.warn({ err: error }, "the priority of threads could not be lowered");
  }
}

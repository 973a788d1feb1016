import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { getPriority, setPriority } from "node:os";
import { logger } from "@/lib/kernel/process/logger";

/** Steps of priority (nice(2)) by which the threads that hash passwords stand behind those that answer. Threads that stand further back
 *  starve while PostgreSQL keeps every core busy, and every sign-in waits for one. */
const HASHING_STEPS = 1;
/** Steps by which all of a worker stands behind: nobody waits for it at a screen. */
const WORKER_STEPS = 5;
/** The furthest that there is. */
const LAST = 19;

/** Has the threads that hash passwords give way to everything else of this machine: the event loop, which answers those
 *  who are signed in, and PostgreSQL. Alone they are as fast as ever. Linux only, where a priority is a thread's and
 *  anybody may lower their own; elsewhere nothing happens. */
export function giveWayToRequests(): Promise<void> {
  return giveWay(HASHING_STEPS, (name) => name.startsWith("libuv-worker"));
}

/** Has a whole process give way, as above: a worker that takes users along or brings events into logs. */
export function giveWayToWebProcesses(): Promise<void> {
  return giveWay(WORKER_STEPS, () => true);
}

async function giveWay(steps: number, isMeant: (thread: string) => boolean): Promise<void> {
  if (process.platform !== "linux") return;
  try {
    // The pool starts, with all of its threads, at the first thing it is given to do.
    await stat("/");
    for (const thread of readdirSync("/proc/self/task").map(Number))
      if (isMeant(readFileSync(`/proc/self/task/${thread}/comm`, "utf8")))
        setPriority(thread, Math.min(getPriority(thread) + steps, LAST));
  } catch (error) {
    logger.warn({ err: error }, "the priority of threads could not be lowered");
  }
}

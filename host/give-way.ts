import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { logger } from "@/lib/process/logger";

/** How much rarer than the rest the thread pool runs when a core has both to do (nice(2), 0 to 19): half as much. Threads that stand
 *  further back starve while PostgreSQL keeps every core busy. */
const NICENESS = 3;

/** Has the threads that hash passwords give way to everything else of this machine: the event loop, which answers those
 *  who are signed in, and PostgreSQL. Alone they are as fast as ever. Linux only, where a priority is a thread's and
 *  anybody may lower their own; elsewhere nothing happens. */
export async function giveWayToRequests(): Promise<void> {
  if (process.platform !== "linux") return;
  try {
    // The pool starts, with all of its threads, at the first thing it is given to do.
    await stat("/");
    for (const thread of readdirSync("/proc/self/task"))
      if (readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libuv-worker"))
        setPriority(Number(thread), NICENESS);
  } catch (error) {
    logger.warn({ err: error }, "the priority of the hashing threads could not be lowered");
  }
}

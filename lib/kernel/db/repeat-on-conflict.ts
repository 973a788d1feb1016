import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { databaseFailureOf, isWorthRepeating } from "@/lib/kernel/db/database-errors";
import { dropQuietConnections } from "@/lib/kernel/db/watched-connection";

/** How long two transactions that were in each other's way keep apart, about. */
const PAUSE_MS = 50;

/** Runs work once more that left nothing behind and may pass now: PostgreSQL undid it for somebody else's sake, or its
 *  connection had lost what was prepared on it. */
export async function repeatOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorthRepeating(error)) throw error;
    if (databaseFailureOf(error) === "unprepared") await leaveForgetful(error);
    // Whoever was let go first has to get past: asked again at once, both would meet again.
    else await sleep(PAUSE_MS * (0.5 + Math.random()));
    return await work();
  }
}

/** Leaves the connections that nobody uses: where one has lost what was prepared on it, as behind a pooler, others have
 *  as well, and what is repeated must not come to one of those. */
async function leaveForgetful(error: unknown): Promise<void> {
  dropQuietConnections(
    new Error("Connection terminated: its statements were lost", { cause: error }),
  );
  // Their owners hear of it in this turn of the event loop.
  await setImmediate();
}

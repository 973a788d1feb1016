import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { databaseFailureOf, isWorthRepeating } from "@/lib/kernel/db/database-errors";
import { dropQuietConnections } from "@/lib/kernel/db/watched-connection";

/** Average pause of a transaction that conflicted with another, in milliseconds. */
const PAUSE_MS = 50;

/** Repeats work once that left nothing behind and may succeed now: PostgreSQL rolled it back in favour of
 *  another transaction, or its connection had lost a prepared statement. */
export async function repeatOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWorthRepeating(error)) throw error;
    if (databaseFailureOf(error) === "unprepared") await closeIdleConnections(error);
    // The other transaction has to finish first: repeated at once, both would conflict again.
    else await sleep(PAUSE_MS * (0.5 + Math.random()));
    return await work();
  }
}

/** Closes idle connections: where one has lost its prepared statements, as behind a pooler, others have as
 *  well, and the repetition must not use one of those. */
async function closeIdleConnections(error: unknown): Promise<void> {
  dropQuietConnections(
    new Error("Connection terminated: its statements were lost", { cause: error }),
  );
  // Their pools remove them in this turn of the event loop.
  await setImmediate();
}

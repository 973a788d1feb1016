import { secondsAhead } from "@/lib/kernel/db/database-clock";

/** Largest allowed difference of a machine's clock, in seconds. Tokens contain its time: with a
 *  larger difference, a relying party refuses them as issued in the future, and a session lives
 *  longer here than elsewhere. */
const MOST_SECONDS_OFF = 5;

/** Describes the error of this machine's clock; null when it agrees with PostgreSQL's. */
export async function clockProblem(): Promise<string | null> {
  const ahead = await secondsAhead();
  const seconds = Math.abs(ahead);
  if (seconds <= MOST_SECONDS_OFF) return null;
  return `this machine's clock is ${Math.round(seconds)} seconds ${ahead > 0 ? "ahead of" : "behind"} PostgreSQL's`;
}

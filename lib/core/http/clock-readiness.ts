import { secondsAhead } from "@/lib/kernel/db/database-clock";

/** Seconds that a machine's clock may be off. Tokens carry its time: further off, a relying party refuses them as from
 *  the future, and a session lives longer here than elsewhere. */
const MOST_SECONDS_OFF = 5;

/** What is wrong with this machine's clock, in words; null when it agrees with PostgreSQL's. */
export async function clockProblem(): Promise<string | null> {
  const ahead = await secondsAhead();
  const seconds = Math.abs(ahead);
  if (seconds <= MOST_SECONDS_OFF) return null;
  return `this machine's clock is ${Math.round(seconds)} seconds ${ahead > 0 ? "ahead of" : "behind"} PostgreSQL's`;
}

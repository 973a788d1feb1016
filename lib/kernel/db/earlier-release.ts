import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import { singleton } from "@/lib/kernel/process/singleton";

/** Milliseconds for which an answer is cached: a server that leaves or joins is noticed this late. */
const KNOWN_MS = 5_000;

const state = singleton("earlier-release", () => ({
  queriedAt: Number.NEGATIVE_INFINITY,
  answer: Promise.resolve(true),
}));

/** Whether a server of release 0.1.0 works on this database, as in a rolling upgrade: its connections have no
 *  name. While it does, values have to be stored in the form that it can read. */
export function earlierReleaseServes(): Promise<boolean> {
  const at = performance.now();
  if (at - state.queriedAt < KNOWN_MS) return state.answer;
  state.queriedAt = at;
  state.answer = isConnected();
  // A failed query is repeated by the next caller.
  state.answer.catch(() => {
    state.queriedAt = Number.NEGATIVE_INFINITY;
  });
  return state.answer;
}

async function isConnected(): Promise<boolean> {
  const found = await unscoped.first(read<{ isConnected: boolean }>`
    SELECT EXISTS (
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND usename = session_user AND application_name = '') AS is_connected`);
  return found?.isConnected ?? true;
}

import { readEnvironmentProgress } from "@/lib/core/administrators/environment-progress-store";
import { readNews } from "@/lib/core/audit/audit-reading-store";
import { readPartyNames } from "@/lib/core/audit/party-name-store";
import type { Caller } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";

const NEWS = 8;

/** Reads an environment's setup and its latest events. */
export async function readOverview(caller: Caller) {
  const [progress, news] = await Promise.all([
    inLateRead(caller, readEnvironmentProgress),
    inLateRead(caller, async (db) => {
      const events = await readNews(db, NEWS);
      return { events, names: await readPartyNames(db, events) };
    }),
  ]);
  return { progress, news };
}

export type Overview = Awaited<ReturnType<typeof readOverview>>;

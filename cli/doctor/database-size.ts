import { existsSync } from "node:fs";
import { isOnThisMachine } from "@/lib/kernel/config/database-url";
import { formatBytes } from "./bytes";
import { type Check, type Finding, ok } from "./check";
import { spaceOf } from "./free-space";

/** Folder of the PostgreSQL that `npm start` runs. */
const EMBEDDED = ".atrium/postgres";

/** Reports the size of the database, and the free space of PostgreSQL's disk where it can be known:
 *  PostgreSQL itself does not report it. */
export const databaseSize: Check = {
  name: "database's size",
  needs: "database",
  look: async ({ ask, config }) => {
    const [row] = await ask<{ bytes: string }>(
      "SELECT pg_database_size(current_database())::text AS bytes",
    );
    const isOurs = existsSync(EMBEDDED) && isOnThisMachine(config.databaseDirectUrl);
    return sizeFinding(Number(row?.bytes), isOurs ? await spaceOf(EMBEDDED) : null);
  },
};

/** @param space of PostgreSQL's disk; null where it can't be known */
export function sizeFinding(bytes: number, space: Finding | null): Finding {
  const seen = `the database has ${formatBytes(bytes)}`;
  if (space === null) return ok(`${seen}; watch the free space of PostgreSQL's disk on its server`);
  return { ...space, seen: `${seen}; ${space.seen}` };
}

import { existsSync } from "node:fs";
import { isOnThisMachine } from "@/lib/kernel/config/database-url";
import { inBytes } from "./bytes";
import { type Check, type Finding, ok } from "./check";
import { spaceOf } from "./free-space";

/** Where `npm start` keeps its own PostgreSQL. */
const EMBEDDED = ".atrium/postgres";

/** How large the database is, and how much room PostgreSQL's disk has, where that can be known: PostgreSQL itself tells
 *  nobody. */
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
  const seen = `the database has ${inBytes(bytes)}`;
  if (space === null) return ok(`${seen}; watch the free space of PostgreSQL's disk on its server`);
  return { ...space, seen: `${seen}; ${space.seen}` };
}

import type pg from "pg";
import type { Ask } from "@/lib/kernel/db/ask";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { type Check, type Finding, failed, ok, warning } from "./check";
import { unreachableFinding } from "./database";

const PATIENCE_MS = 5_000;

/** Destination of an address: the database, and the start time of its PostgreSQL. */
interface Place {
  database: string;
  since: string;
}

const PLACE = `SELECT current_database()::text AS database, extract(epoch FROM pg_postmaster_start_time())::text AS since`;

/** Checks that a configured pooler leads to the database, and that no other pooler is between. */
export const pooler: Check = {
  name: "pooler",
  needs: "database",
  look: async ({ config: { databaseUrl, pooled }, ask }) => {
    // A pooler takes no settings of a session.
    const client: pg.Client = new WatchedConnection({
      connectionString: databaseUrl,
      application_name: "atrium-doctor",
      connectionTimeoutMillis: PATIENCE_MS,
      silenceMs: PATIENCE_MS,
    });
    try {
      await client.connect();
      return pooled ? await declaredFinding(client, ask) : await undeclaredFinding(client);
    } catch (error) {
      return unreachableFinding(error, "DATABASE_URL");
    } finally {
      await client.end().catch(() => {});
    }
  },
};

async function declaredFinding(client: pg.Client, ask: Ask): Promise<Finding> {
  const { rows } = await client.query<Place>(PLACE);
  const [direct] = await ask<Place>(PLACE);
  const same = rows[0]?.database === direct?.database && rows[0]?.since === direct?.since;
  if (same) return ok("DATABASE_URL and DATABASE_DIRECT_URL lead to one database");
  return failed(
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases",
    "Lead the pooler to the database of DATABASE_DIRECT_URL: what one tells of, the other must hear.",
  );
}

async function undeclaredFinding(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  // A pooler makes up the process id that it reports to its clients.
  const { processID } = client as pg.Client & { processID?: number };
  if (rows[0]?.pid === processID) return ok("none is between, and none is set");
  return warning(
    "a pooler answers at DATABASE_URL",
    "Set DATABASE_DIRECT_URL to PostgreSQL itself, unless the pooler passes on whole sessions.",
  );
}

import { OLDEST_SERVER, SERVED_SERVERS } from "../../lib/kernel/db/schema/served-servers";
import { signsOf } from "../commands/explain";
import { type Check, type Finding, failed, ok } from "./check";

interface Server {
  number: number;
  version: string;
  readsOnly: boolean;
  encrypted: boolean;
}

/** Checks that the service's login can connect to the database, and reports its PostgreSQL version. */
export const database: Check = {
  name: "database",
  needs: "configuration",
  look: async ({ ask }) => {
    try {
      const [server] = await ask<Server>(
        `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
                pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readsOnly",
                COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted`,
      );
      if (!server) throw new Error("PostgreSQL does not know its version");
      return serverFinding(server);
    } catch (error) {
      return unreachableFinding(error, "DATABASE_URL");
    }
  },
};

export function serverFinding({ number, version, readsOnly, encrypted }: Server): Finding {
  const seen = `PostgreSQL ${version}, ${encrypted ? "over TLS" : "without TLS"}`;
  if (number < OLDEST_SERVER) return failed(seen, `Upgrade the server to ${SERVED_SERVERS}.`);
  if (readsOnly)
    return failed(
      `${seen}; it takes no changes`,
      "DATABASE_URL leads to a standby, or to a server that was made read-only: lead it to the one that takes changes.",
    );
  return ok(seen);
}

/** Causes of a failed connection, by the driver's code or message. */
const causes: [sign: RegExp, seen: string, todo: (variable: string) => string][] = [
  [
    /ECONNREFUSED/,
    "nothing listens there",
    (variable) => `Start PostgreSQL, or correct host and port of ${variable}.`,
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    "there is no such host",
    (variable) => `Correct the host of ${variable}, or mend the name resolution of this machine.`,
  ],
  [
    /ETIMEDOUT|timeout|said nothing|terminated|EHOSTUNREACH|ENETUNREACH/,
    "it does not answer",
    (variable) => `Look at the server of ${variable}, and at firewalls on the way.`,
  ],
  [
    /28P01|28000/,
    "it refuses the login",
    (variable) => `Correct user and password of ${variable}, or pg_hba.conf on the server.`,
  ],
  [/3D000/, "there is no such database", (variable) => `Correct the database of ${variable}.`],
  [
    /42501|22023|42704/,
    "the login may not act as atrium_app",
    () => "Run db migrate as the owner, which lets the login of DATABASE_URL act as atrium_app.",
  ],
  [
    /unsupported startup parameter/,
    "a pooler answers that takes no settings of a session",
    () =>
      "Set DATABASE_DIRECT_URL to PostgreSQL itself, beside DATABASE_URL that leads to the pooler.",
  ],
  [
    /53300/,
    "it has no connection left",
    () => "Raise max_connections of PostgreSQL, or lower ATRIUM_DATABASE_POOL.",
  ],
];

/** @param variable name of the setting that has the address */
export function unreachableFinding(error: unknown, variable: string): Finding {
  const signs = signsOf(error).join("\n");
  const known = causes.find(([sign]) => sign.test(signs));
  if (known) return failed(known[1], known[2](variable));
  const words = error instanceof Error ? error.message : String(error);
  return failed(words, `See what the server of ${variable} logs about it.`);
}

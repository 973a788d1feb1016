import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import type { Variables } from "@/tests/systems/harness/installation";

/** Facts about the service that was started for the journeys. */
export type Environment = {
  /** The issuer and base of every link: the production host, in two processes. */
  baseUrl: string;
  /** Plain `next start` on the same database, for what must hold across processes and on both hosts. */
  secondUrl: string;
  databaseUrl: string;
  databaseOwnerUrl: string;
  /** Address of the received mail; the service's own mailbox unless it sends real mail. */
  mailboxUrl?: string;
  /** Command that runs the command line, if it is another installation's than this folder's. */
  commandLine?: string[];
  /** Seals the signing keys; for further processes of the same service. */
  masterKey: string;
  /** Output of prisma/seed.ts, for the spec to read as it needs. */
  demo: Record<string, unknown>;
  /** File of that output. */
  demoFile?: string;
};

/** Returns the facts of an installation that journeys need.
 *  @param env of its processes */
export function environmentOf(
  env: Variables,
  baseUrl: string,
  demo: Environment["demo"] = {},
): Environment {
  return {
    ...{ baseUrl, secondUrl: baseUrl, demo },
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    masterKey: env.ATRIUM_MASTER_KEY,
  };
}

/** Name of the variable that holds the paths of the files, one for each worker; set by the global set-up. */
export const ENVIRONMENT_FILE = "ATRIUM_E2E_ENVIRONMENT";

/** The running service of this worker. Throws outside a Playwright run. */
export function environment(): Environment {
  const files = process.env[ENVIRONMENT_FILE]?.split(delimiter) ?? [];
  const file = files[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
  if (!file)
    throw new Error("There is no running service: start the journeys with playwright test");
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Variables of a process of the running service's installation. */
export function ofService(): NodeJS.ProcessEnv {
  const { databaseUrl, databaseOwnerUrl, masterKey, baseUrl } = environment();
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_MODE: "local",
  };
}

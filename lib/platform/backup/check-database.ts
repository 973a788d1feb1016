import type pg from "pg";
import { config } from "@/lib/config/config";
import { checkSealedValues } from "@/lib/crypto/data-keys/check-sealed-values";
import { asOwner } from "@/lib/db/owner-connection";
import { readInstalledJobs } from "@/lib/jobs/installed-jobs-store";
import {
  readAppliedMigrations,
  readMissingObjects,
  readPurposesWithoutKey,
  readRightsTrouble,
  readRoleTrouble,
  readUnguardedTables,
} from "@/lib/platform/backup/catalogue-owner-store";
import { type DatabaseFinding, finding } from "@/lib/platform/backup/database-finding";

/** What this version's files say that a database has. */
export interface Expected {
  /** Names of the migrations. */
  migrations: readonly string[];
  /** Names of functions, triggers and views. */
  objects: readonly string[];
}

const RESTORE =
  "restore the backup again, with every object and as the database's owner (docs/BACKUPS.md)";

/** Looks whether a database is whole, as after a restore: the schema, the roles and what they may do, the policies that
 *  keep tenants apart, and whether the keys at hand open what is sealed. It reads and changes nothing, and may run beside
 *  the service. A database that lacks its tables is told so by the first finding, and nothing else is looked at.
 *  @returns findings, whatever they say
 *  @throws an error of the database alone */
export function checkDatabase(ownerUrl: string, expected: Expected): Promise<DatabaseFinding[]> {
  return asOwner(ownerUrl, async (client) => {
    const schema = await checkSchema(client, expected);
    if (!schema.ok) return [schema];
    return [schema, ...(await checkObjects(client, expected)), ...(await checkKeys(client))];
  });
}

async function checkSchema(client: pg.Client, { migrations }: Expected): Promise<DatabaseFinding> {
  const applied = new Set(await readAppliedMigrations(client).catch(() => []));
  const missing = migrations.filter((name) => !applied.has(name));
  return finding(
    "schema",
    missing.map((name) => `migration ${name} is missing`),
    { fine: `${migrations.length} migrations`, advice: "run: npm run atrium -- db migrate" },
  );
}

async function checkObjects(client: pg.Client, { objects }: Expected): Promise<DatabaseFinding[]> {
  const login = decodeURIComponent(new URL(config().databaseUrl).username);
  const installed = await readInstalledJobs(client);
  return [
    finding("functions", await readMissingObjects(client, objects), {
      fine: `${objects.length} functions, triggers and views`,
      advice: RESTORE,
    }),
    finding("roles", await readRoleTrouble(client, login), {
      fine: `${login} acts as atrium_app`,
      advice:
        "create the roles and restore again (docs/BACKUPS.md), or run: npm run atrium -- db migrate",
    }),
    finding("policies", await readUnguardedTables(client), {
      fine: "row-level security guards every table of tenants",
      advice: RESTORE,
    }),
    finding("rights", await readRightsTrouble(client), {
      fine: "atrium_app may do what it needs and no more",
      advice: RESTORE,
    }),
    finding("queues", installed ? [] : ["the queues of jobs are missing"], {
      fine: installed ?? "",
      advice: "run: npm run atrium -- db migrate",
    }),
  ];
}

async function checkKeys(client: pg.Client): Promise<DatabaseFinding[]> {
  const { wrongKeys, unopened, opened } = await checkSealedValues(client);
  const purposes = await readPurposesWithoutKey(client);
  return [
    finding("master keys", wrongKeys, {
      fine: "the keys at hand open every data key",
      advice: "give the master key that is named; nothing else can replace it",
    }),
    finding("sealed values", unopened, {
      fine: `${opened} values of every kind were opened`,
      advice: "give the right master keys; if they are right, the rows are damaged: restore them",
    }),
    finding(
      "signing keys",
      purposes.map((purpose) => `no key signs for ${purpose}`),
      { fine: "every purpose has a key that signs", advice: "run: npm run atrium -- db migrate" },
    ),
  ];
}

import type { Ask } from "@/lib/kernel/db/ask";
import type { ServiceRoles } from "@/lib/kernel/db/schema/catalogue-store";
import {
  readAppliedMigrations,
  readMissingObjects,
  readRightsTrouble,
  readServiceRoles,
  readTenantTables,
  type TenantTable,
} from "@/lib/kernel/db/schema/catalogue-store";
import { type DatabaseFinding, finding } from "@/lib/kernel/db/schema/database-finding";
import { roleTrouble } from "@/lib/kernel/db/schema/service-roles";
import { unguardedTables } from "@/lib/kernel/db/schema/unguarded-tables";
import { readInstalledJobs } from "@/lib/kernel/jobs/installed-jobs-store";
import { ownCommand } from "@/lib/kernel/process/own-command";

/** Migrations and objects that this version's database must have. */
export interface Expected {
  /** Names of the migrations. */
  migrations: readonly string[];
  /** Names of functions, triggers and views. */
  objects: readonly string[];
}

/** Expectations of a check: those of the version, and the login of the servers. */
interface Expectations extends Expected {
  /** The role that servers sign in with; null for the role of the querying session. */
  login: string | null;
}

/** Advice about a database that a restore left incomplete. */
export const RESTORE =
  "restore the backup again, with every object and as the database's owner (docs/BACKUPS.md)";

/** Checks the database by its catalogue, which takes moments even for large databases. Both the owner and
 *  the service may run it.
 *  @returns `isComplete` is false if tables or the role are missing, so that nothing else can be checked */
export async function checkCatalogue(
  ask: Ask,
  expected: Expectations,
): Promise<{ findings: DatabaseFinding[]; isComplete: boolean }> {
  const schema = await checkSchema(ask, expected);
  if (!schema.ok) return { findings: [schema], isComplete: false };
  const roles = await readServiceRoles(ask, expected.login);
  const findings = [schema, rolesFinding(roles), policiesFinding(await readTenantTables(ask))];
  if (!roles.application) return { findings, isComplete: false };
  return { findings: [...findings, ...(await checkObjects(ask, expected))], isComplete: true };
}

async function checkSchema(ask: Ask, { migrations }: Expected): Promise<DatabaseFinding> {
  const applied = new Set(await readAppliedMigrations(ask));
  const missing = migrations.filter((name) => !applied.has(name));
  return finding(
    "schema",
    missing.map((name) => `migration ${name} is missing`),
    { fine: `${migrations.length} migrations`, advice: `run: ${ownCommand("db migrate")}` },
  );
}

function rolesFinding(roles: ServiceRoles): DatabaseFinding {
  const trouble = roleTrouble(roles).filter(({ isGrave }) => isGrave);
  return finding(
    "roles",
    trouble.map(({ seen }) => seen),
    {
      fine: `${roles.loginName} acts as atrium_app`,
      advice: trouble.map(({ todo }) => todo).join(" "),
    },
  );
}

function policiesFinding(tables: readonly TenantTable[]): DatabaseFinding {
  return finding("policies", unguardedTables(tables), {
    fine: "row-level security guards every table of tenants",
    advice: RESTORE,
  });
}

async function checkObjects(ask: Ask, { objects }: Expected): Promise<DatabaseFinding[]> {
  const installed = await readInstalledJobs(ask);
  return [
    finding("functions", await readMissingObjects(ask, objects), {
      fine: `${objects.length} functions, triggers and views`,
      advice: RESTORE,
    }),
    finding("rights", await readRightsTrouble(ask), {
      fine: "atrium_app may do what it needs and no more",
      advice: RESTORE,
    }),
    finding("queues", installed ? [] : ["the queues of jobs are missing"], {
      fine: installed ?? "",
      advice: `run: ${ownCommand("db migrate")}`,
    }),
  ];
}

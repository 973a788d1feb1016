import type pg from "pg";
import { config } from "@/lib/kernel/config/config";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { checkSealedValues } from "@/lib/kernel/data-keys/check-sealed-values";
import { askOn } from "@/lib/kernel/db/ask";
import { asOwner } from "@/lib/kernel/db/owner-connection";
import { readOwner, readPurposesWithoutKey } from "@/lib/kernel/db/schema/catalogue-store";
import { checkCatalogue, type Expected, RESTORE } from "@/lib/kernel/db/schema/check-catalogue";
import { type DatabaseFinding, finding } from "@/lib/kernel/db/schema/database-finding";
import { ownCommand } from "@/lib/kernel/process/own-command";

/** Checks a database, for example after a restore: the schema, the roles and their rights, the row-level
 *  security policies, and whether the configured keys open the sealed values. It only reads, and may run
 *  while the service is up. If tables or the role are missing, that is a finding, and dependent checks are
 *  skipped.
 *  @returns the findings of all checks, good and bad
 *  @throws errors of the database only */
export function checkDatabase(ownerUrl: string, expected: Expected): Promise<DatabaseFinding[]> {
  const { login } = readDatabaseUrl(config().databaseUrl);
  return asOwner(ownerUrl, async (client) => {
    const { findings, isComplete } = await checkCatalogue(askOn(client), { ...expected, login });
    if (!isComplete) return findings;
    return [...findings, await checkOwner(client), ...(await checkKeys(client))];
  });
}

async function checkOwner(client: pg.Client): Promise<DatabaseFinding> {
  const { name, notOwned } = await readOwner(askOn(client));
  return finding(
    "owner",
    notOwned.map((table) => `the table ${table} does not belong to ${name}`),
    { fine: `every table belongs to ${name}`, advice: RESTORE },
  );
}

async function checkKeys(client: pg.Client): Promise<DatabaseFinding[]> {
  const { wrongKeys, unopened, opened } = await checkSealedValues(client);
  const purposes = await readPurposesWithoutKey(askOn(client));
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
      { fine: "every purpose has a key that signs", advice: `run: ${ownCommand("db migrate")}` },
    ),
  ];
}

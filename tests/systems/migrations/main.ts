// npm test -- systems migrations: squawk, a third-party linter, checks each migration since the last release.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { migrationNames, migrationScript } from "@/lib/kernel/db/schema/migration-files";
import { isOutsideTransaction } from "@/lib/kernel/db/schema/outside-transaction";
import { releases } from "@/lib/kernel/db/schema/releases";
import { runSystem } from "../harness/system";
import { hasProgram, pythonPackages } from "../harness/tools";

const VERSION = "2.70.0";

const ANSWERED_ELSEWHERE = [
  // The code that runs a migration sets the time that it waits for locks
  // (lib/kernel/db/schema/apply-migration.ts).
  ...["require-lock-timeout", "require-statement-timeout", "require-timeout-settings"],
  // Things that the last release uses may not be dropped: the check of `npm test` knows them, and `upgrade`
  // runs that release.
  ...["ban-drop-constraint", "ban-drop-column", "ban-drop-function"],
  // Not about locks: a number of days, of events of one person or of a key stays far below two thousand
  // million, and a place or the seconds of a pause below thirty thousand.
  ...["prefer-bigint-over-int", "prefer-bigint-over-smallint"],
  // Not about locks: new enum values come last.
  "require-enum-value-ordering",
];

/** Runs squawk on some migrations.
 *  @returns whether it found nothing */
function holds(squawk: string, names: string[], more: string[]): boolean {
  if (names.length === 0) return true;
  const files = names.map((name) => `prisma/migrations/${name}/migration.sql`);
  const options = ["--pg-version", "18", "--exclude", ANSWERED_ELSEWHERE.join(), ...more];
  return spawnSync(squawk, [...options, ...files], { stdio: "inherit" }).status === 0;
}

/** Returns a squawk of the PATH, or PyPI's, which is fetched once. */
function findSquawk(): string {
  if (hasProgram("squawk", "--version")) return "squawk";
  const packages = pythonPackages(`squawk-${VERSION}`, `squawk-cli==${VERSION}`);
  return join(packages, "bin/squawk");
}

await runSystem(async () => {
  const squawk = findSquawk();
  const last = releases.at(-1)?.schema ?? "";
  const later = migrationNames().filter((name) => name > last);
  const isOutside = (name: string) => isOutsideTransaction(migrationScript(name));
  const inside = later.filter((name) => !isOutside(name));
  const holdsInside = holds(squawk, inside, ["--assume-in-transaction"]);
  // A migration without a transaction is repeated from its first statement on, which the check of `npm test`
  // covers.
  const outside = ["--exclude", "prefer-robust-stmts"];
  if (!holds(squawk, later.filter(isOutside), outside) || !holdsInside)
    throw new Error("squawk finds something");
  console.log(`${later.length} migrations since the last release: squawk finds nothing.`);
});

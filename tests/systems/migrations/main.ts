// npm run test:migrations: squawk, a linter by others, reads each migration since the last release. It is fetched from PyPI
// once, unless the machine has it.
import { spawnSync } from "node:child_process";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { migrationNames, migrationScript } from "@/scripts/db/migration-files";
import { isOutsideTransaction } from "@/scripts/db/outside-transaction";
import { releases } from "@/scripts/db/releases";

const VERSION = "2.70.0";
const TOOLS = ".atrium/tools";

const ANSWERED_ELSEWHERE = [
  // Whoever runs a migration sets the time that it waits for locks (scripts/db/apply-migration.ts).
  ...["require-lock-timeout", "require-statement-timeout", "require-timeout-settings"],
  // What the last release uses may not go: the check of `npm test` knows what that is, and test:upgrade runs that release.
  ...["ban-drop-constraint", "ban-drop-column", "ban-drop-function"],
  // No question of locks: a number of days, of events of one person or of a key stays far below two thousand million, and a place
  // or the seconds of a pause below thirty thousand.
  ...["prefer-bigint-over-int", "prefer-bigint-over-smallint"],
  // No question of locks: what comes later stands behind.
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

function findSquawk(): string | undefined {
  if (spawnSync("squawk", ["--version"]).status === 0) return "squawk";
  const folder = join(TOOLS, `squawk-${VERSION}`);
  const program = join(folder, "bin/squawk");
  if (existsSync(program)) return program;
  return fetched(folder) ? program : undefined;
}

/** Made beside its place and moved there when whole. */
function fetched(folder: string): boolean {
  const making = `${folder}.${process.pid}`;
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], timeout: 120_000 })
      .status === 0;
  const made =
    run("python3", "-m", "venv", making) &&
    run(join(making, "bin/python"), "-m", "pip", "install", "--quiet", `squawk-cli==${VERSION}`);
  if (made && !existsSync(folder)) renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  return made;
}

const last = releases.at(-1)?.schema ?? "";
const later = migrationNames().filter((name) => name > last);
const isOutside = (name: string) => isOutsideTransaction(migrationScript(name));
const squawk = findSquawk();
if (squawk) {
  const inside = holds(
    squawk,
    later.filter((name) => !isOutside(name)),
    ["--assume-in-transaction"],
  );
  // A migration outside of a transaction is repeated from its first statement on, which the check of `npm test` looks at.
  const outside = holds(squawk, later.filter(isOutside), ["--exclude", "prefer-robust-stmts"]);
  if (inside && outside)
    console.log(`${later.length} migrations since the last release: squawk finds nothing.`);
  else process.exitCode = 1;
} else {
  console.error(
    "skipped: squawk can't be had. It needs python3 with venv, and PyPI; or a squawk in PATH.",
  );
  // A machine that checks must not pass what it did not look at.
  if (process.env.CI) process.exitCode = 1;
}

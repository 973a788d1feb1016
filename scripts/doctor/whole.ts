import { checkCatalogue } from "@/lib/features/backups/check-catalogue";
import type { DatabaseFinding } from "@/lib/features/backups/database-finding";
import { expectedObjects } from "../db/expected-objects";
import { migrationNames } from "../db/migration-files";
import { type Check, type Finding, failed, ok, skipped } from "./check";

/** What checks of their own look at, in the same way and with more to say of what to do. */
const SAID_ELSEWHERE = ["roles", "policies"];

/** Whether the database has everything that this version made there, as `backup check` asks of a restored one. Whether
 *  every sealed value opens takes its time, and is asked by that command alone. */
export const whole: Check = {
  name: "database is whole",
  needs: "database",
  look: async ({ ask }) => {
    const expected = { migrations: migrationNames(), objects: expectedObjects() };
    return wholeFinding(await checkCatalogue(ask, { ...expected, login: null }));
  },
};

export function wholeFinding({
  findings,
  isComplete,
}: {
  findings: readonly DatabaseFinding[];
  isComplete: boolean;
}): Finding {
  if (!isComplete) return skipped("the migrations and the role atrium_app have to be there first");
  const told = findings.filter(({ subject }) => !SAID_ELSEWHERE.includes(subject));
  const wrong = told.filter(({ ok }) => !ok);
  if (wrong.length === 0) return ok(told.map(({ says }) => says).join("; "));
  return failed(
    wrong.map(({ subject, says }) => `${subject}: ${says}`).join("; "),
    `${[...new Set(wrong.map(({ advice }) => advice))].join("; or ")}. \`backup check\` tells all of it.`,
  );
}

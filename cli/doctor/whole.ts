import { checkCatalogue } from "@/lib/kernel/db/schema/check-catalogue";
import type { DatabaseFinding } from "@/lib/kernel/db/schema/database-finding";
import { expectedObjects } from "../../lib/kernel/db/schema/expected-objects";
import { migrationNames } from "../../lib/kernel/db/schema/migration-files";
import { type Check, type Finding, failed, ok, skipped } from "./check";

/** Parts that checks of their own inspect, in the same way and with more detailed remedies. */
const CHECKED_ELSEWHERE = ["roles", "policies"];

/** Checks that the database has every object that this version made there, as `backup check` does for a
 *  restored one. Only that command checks that every sealed value opens, because it takes its time. */
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
  const reported = findings.filter(({ subject }) => !CHECKED_ELSEWHERE.includes(subject));
  const wrong = reported.filter(({ ok }) => !ok);
  if (wrong.length === 0) return ok(reported.map(({ says }) => says).join("; "));
  return failed(
    wrong.map(({ subject, says }) => `${subject}: ${says}`).join("; "),
    `${[...new Set(wrong.map(({ advice }) => advice))].join("; or ")}. \`backup check\` tells all of it.`,
  );
}

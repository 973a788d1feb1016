import { minutesAfter } from "@/lib/clock";
import type { PlatformFailures } from "@/lib/platform/operators/activity-store";
import { type Check, type Finding, ok, skipped, warning } from "./check";

const DAY_MINUTES = 24 * 60;

/** What did not reach anybody in the last day: messages and back-channel logouts of all tenants. */
export const undelivered: Check = {
  name: "undelivered",
  needs: "database",
  look: async () => {
    const { readPlatform } = await import("@/lib/platform/platform-store");
    const { readPlatformFailures } = await import("@/lib/platform/operators/activity-store");
    const { inBatch } = await import("@/lib/db/batch");
    const { databaseNow } = await import("@/lib/db/database-clock");
    const platform = await readPlatform();
    if (!platform) return skipped("there is no platform yet: nobody was invited to run it");
    const since = minutesAfter(await databaseNow(), -DAY_MINUTES);
    return undeliveredFinding(await inBatch(platform, (db) => readPlatformFailures(db, since)));
  },
};

export function undeliveredFinding(failures: PlatformFailures): Finding {
  const { failedMail, failedLogouts, waitingLogouts } = failures;
  if (failedMail + failedLogouts + waitingLogouts === 0)
    return ok("nothing failed in the last day");
  return warning(
    `in the last day ${failedMail} messages and ${failedLogouts} logouts failed for good; ${waitingLogouts} logouts are tried again`,
    "Messages: `mail list --status failed` says why, `mail test` tries the server. Logouts: the operators' page of deliveries names the relying parties.",
  );
}

import type { PlatformFailures } from "@/lib/features/statistics/activity-store";
import { minutesAfter } from "@/lib/kernel/clock";
import { type Check, type Finding, ok, skipped, warning } from "./check";

const DAY_MINUTES = 24 * 60;
const FIRST_PAGE = { query: "", after: null };

/** Checks for failed deliveries of the last day: messages and back-channel logouts of all tenants. */
export const undelivered: Check = {
  name: "undelivered",
  needs: "database",
  look: async () => {
    const { readPlatform } = await import("@/lib/core/platform/platform-store");
    const { readPlatformFailures } = await import("@/lib/features/statistics/activity-store");
    const { inBatch } = await import("@/lib/kernel/db/batch");
    const { findUnsentMail } = await import("@/lib/kernel/mail/unsent-mail-store");
    const { withoutPeople } = await import("@/lib/core/platform/unsent-mail");
    const { databaseNow } = await import("@/lib/kernel/db/database-clock");
    const platform = await readPlatform();
    if (!platform) return skipped("there is no platform yet: nobody was invited to run it");
    const since = minutesAfter(await databaseNow(), -DAY_MINUTES);
    const [failures, waiting] = await inBatch(platform, (db) =>
      Promise.all([readPlatformFailures(db, since), findUnsentMail(db, "queued", FIRST_PAGE)]),
    );
    const tried = waiting.find(({ lastError }) => lastError !== null);
    return undeliveredFinding(failures, tried ? withoutPeople(tried).lastError : null);
  },
};

/** @param mailTriedAgain error of the last attempt of a waiting message; null when none failed */
export function undeliveredFinding(
  failures: PlatformFailures,
  mailTriedAgain: string | null = null,
): Finding {
  const { failedMail, failedLogouts, waitingLogouts } = failures;
  if (mailTriedAgain !== null)
    return warning(
      `mail waits to be tried again, for two days at most: ${mailTriedAgain}`,
      "What the mail server says of this service is mended in ATRIUM_SMTP_URL or ATRIUM_MAIL_FROM; `mail test` tries it, and `mail list` has every message that waits.",
    );
  if (failedMail + failedLogouts + waitingLogouts === 0)
    return ok("nothing failed in the last day");
  return warning(
    `in the last day ${failedMail} messages and ${failedLogouts} logouts failed for good; ${waitingLogouts} logouts are tried again`,
    "Messages: `mail list --status failed` says why, `mail test` tries the server. Logouts: the operators' page of deliveries names the relying parties.",
  );
}

import { config } from "@/lib/config/config";
import type { Limits } from "@/lib/config/limits";
import { eachInTurn } from "@/lib/jobs/each-in-turn";
import { type Sweepable, sweepRows } from "@/lib/jobs/sweep-store";
import { logger } from "@/lib/logger";

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Rows of a batch, which is a transaction of its own: locks are held for moments. */
const BATCH = 1000;
/** Batches of one kind in one sweep; what is left then is the next one's. */
const MOST_BATCHES = 200;

/** What is swept, in this order, and how long it is kept after its end, in seconds. What a person may ask about later
 *  is for the operator to decide (lib/config/limits.ts); the rest is worth nothing, and its time is a margin. */
function sweeping(limits: Limits): [Sweepable, keepSeconds: number][] {
  return [
    ["interactions", 0],
    ["oidc_payloads", limits.expiredSecretDays * DAY],
    ["one_time_secrets", limits.expiredSecretDays * DAY],
    ["login_codes", limits.expiredSecretDays * DAY],
    ["used_proofs", HOUR],
    ["exchanged_tokens", HOUR],
    ["rate_limit_buckets", HOUR],
    // Longer than any message or notification is tried.
    ["unsent_mail", DAY],
    ["mail_messages", limits.finishedMailDays * DAY],
    ["unmade_deliveries", DAY],
    ["logout_deliveries", limits.finishedDeliveryDays * DAY],
    ["sessions", limits.endedSessionDays * DAY],
    ["trusted_devices", limits.endedDeviceDays * DAY],
  ];
}

/** Deletes what ended a while ago: expired secrets, codes, provider payloads and rate-limit buckets, finished mail
 *  and notifications, ended sessions and devices. A message or notification that no job will send any more is
 *  marked as failed. Any number of sweeps may run at once, beside any number of requests.
 *  @throws the first error, after everything else has been swept */
export async function sweepStorage(): Promise<void> {
  const swept: Partial<Record<Sweepable, number>> = {};
  await eachInTurn(sweeping(config().limits), async ([subject, keepSeconds]) => {
    swept[subject] = await sweepAll(subject, keepSeconds);
  }).finally(() => logger.debug({ swept }, "storage swept"));
}

async function sweepAll(subject: Sweepable, keepSeconds: number): Promise<number> {
  let swept = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await sweepRows(subject, keepSeconds, BATCH);
    swept += rows;
    if (rows < BATCH) break;
  }
  return swept;
}

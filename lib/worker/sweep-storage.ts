import { sweepRefusedAuthorizations } from "@/lib/core/oidc-clients/sweep-refused-authorizations";
import { sweepForwarders } from "@/lib/core/platform/sweep-forwarders";
import { retainSessions, sweepEndedSessions } from "@/lib/core/sessions/sweep-ended-sessions";
import { features, type Sweep } from "@/lib/features/feature";
import { config } from "@/lib/kernel/config/config";
import { makePartitions } from "@/lib/kernel/db/partitions";
import { DAY, HOUR, sweep } from "@/lib/kernel/db/sweep";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";
import { logger } from "@/lib/kernel/process/logger";

/** Sweeps of the core, in this order; those of features follow. The operator decides on the retention of data
 *  that users may ask about (lib/kernel/config/limits.ts); the rest is worthless, and its retention is only a
 *  margin. */
const sweeps = {
  makePartitions,
  // Sign-ins that were not completed, as soon as they have expired.
  sweepInteractions: () => sweep("interactions", 0),
  // A late request needs an expired secret for its answer.
  sweepPayloads: () => sweep("oidc_payloads", config().limits.expiredSecretDays * DAY),
  sweepOneTimeSecrets: () => sweep("one_time_secrets", config().limits.expiredSecretDays * DAY),
  sweepLoginCodes: () => sweep("login_codes", config().limits.expiredSecretDays * DAY),
  // What has expired can't be presented again; the hour is a margin for clocks and late polls.
  sweepUsedProofs: () => sweep("used_proofs", HOUR),
  sweepExchangedTokens: () => sweep("exchanged_tokens", HOUR),
  sweepRevokedTokens: () => sweep("revoked_tokens", HOUR),
  sweepDeviceAuthorizations: () => sweep("device_authorizations", HOUR),
  sweepSpentCeremonies: () => sweep("spent_ceremonies", HOUR),
  sweepBuckets: () => sweep("rate_limit_buckets", HOUR),
  // Marks what no job will send any more as failed: nothing is tried for a day.
  failUnsentMail: () => sweep("unsent_mail", DAY),
  sweepFinishedMail: () => sweep("mail_messages", config().limits.finishedMailDays * DAY),
  failUnmadeDeliveries: () => sweep("unmade_deliveries", DAY),
  sweepFinishedDeliveries: () =>
    sweep("logout_deliveries", config().limits.finishedDeliveryDays * DAY),
  // Partitions that can be dropped as a whole are not deleted row by row.
  retainSessions,
  sweepEndedSessions,
  sweepTrustedDevices: () => sweep("trusted_devices", config().limits.endedDeviceDays * DAY),
  sweepRefusedAuthorizations,
  sweepForwarders,
};

/** Creates the coming partitions, and deletes what ended a while ago: expired secrets, codes, provider
 *  payloads and rate-limit buckets, finished mail and notifications, ended sessions and devices, and events
 *  beyond their tenant's retention. A message or notification that no job will send any more is marked as
 *  failed. Any number of sweeps may run at once, beside any number of requests.
 *  @throws the first error, after everything else has been swept */
export async function sweepStorage(): Promise<void> {
  const swept: Record<string, number> = {};
  const all = [sweeps, ...features().map((feature) => feature.sweeps ?? {})].flatMap(
    Object.entries<Sweep>,
  );
  await eachInTurn(all, async ([name, run]) => {
    swept[name] = await run();
  }).finally(() => logger.debug({ swept }, "storage swept"));
}

import {
  failUnmadeDeliveries,
  sweepFinishedDeliveries,
} from "@/lib/core/backchannel-logout/sweep-deliveries";
import { sweepRevokedTokens } from "@/lib/core/credentials/sweep-revoked-tokens";
import { sweepDeviceAuthorizations } from "@/lib/core/device-codes/sweep-device-authorizations";
import { sweepExchangedTokens } from "@/lib/core/external-identities/sweep-exchanged-tokens";
import { sweepSpentCeremonies } from "@/lib/core/factors/sweep-spent-ceremonies";
import { sweepUsedProofs } from "@/lib/core/installations/sweep-used-proofs";
import { sweepRefusedAuthorizations } from "@/lib/core/oidc-clients/sweep-refused-authorizations";
import { sweepInteractions, sweepPayloads } from "@/lib/core/oidc-payloads/sweep-payloads";
import { sweepOneTimeSecrets } from "@/lib/core/one-time/sweep-one-time-secrets";
import { sweepLoginCodes } from "@/lib/core/one-time-codes/sweep-login-codes";
import { sweepForwarders } from "@/lib/core/platform/sweep-forwarders";
import { retainSessions, sweepEndedSessions } from "@/lib/core/sessions/sweep-ended-sessions";
import { sweepTrustedDevices } from "@/lib/core/trusted-devices/sweep-trusted-devices";
import { features, type Sweep } from "@/lib/features/feature";
import { makePartitions } from "@/lib/kernel/db/partitions";
import { eachInTurn } from "@/lib/kernel/jobs/each-in-turn";
import { failUnsentMail, sweepFinishedMail } from "@/lib/kernel/mail/sweep-mail";
import { logger } from "@/lib/kernel/process/logger";
import { sweepBuckets } from "@/lib/kernel/rate-limits/sweep-buckets";

/** Sweeps of the core, in this order; those of features follow. The operator decides on the retention of data
 *  that users may ask about (lib/kernel/config/limits.ts); the rest is worthless, and its retention is only a
 *  margin. */
const sweeps = {
  makePartitions,
  sweepInteractions,
  sweepPayloads,
  sweepOneTimeSecrets,
  sweepLoginCodes,
  sweepUsedProofs,
  sweepExchangedTokens,
  sweepRevokedTokens,
  sweepDeviceAuthorizations,
  sweepSpentCeremonies,
  sweepBuckets,
  failUnsentMail,
  sweepFinishedMail,
  failUnmadeDeliveries,
  sweepFinishedDeliveries,
  // Partitions that can be dropped as a whole are not deleted row by row.
  retainSessions,
  sweepEndedSessions,
  sweepTrustedDevices,
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
  await eachInTurn(all, async ([name, sweep]) => {
    swept[name] = await sweep();
  }).finally(() => logger.debug({ swept }, "storage swept"));
}

import { forgetStrangers } from "@/lib/audit/retention/forget-strangers";
import { retainAuditEvents, sweepIngestedEvents } from "@/lib/audit/retention/retain-events";
import { endIdleStreams } from "@/lib/audit/signals/end-idle-streams";
import {
  sweepActiveUserDays,
  sweepActiveUsers,
  sweepEventCounts,
} from "@/lib/audit/statistics/sweep-statistics";
import {
  failUnmadeDeliveries,
  sweepFinishedDeliveries,
} from "@/lib/backchannel-logout/sweep-deliveries";
import { sweepRevokedTokens } from "@/lib/credentials/sweep-revoked-tokens";
import { makePartitions } from "@/lib/db/partitions";
import { sweepExchangedTokens } from "@/lib/external-identities/sweep-exchanged-tokens";
import { sweepUsedProofs } from "@/lib/installations/sweep-used-proofs";
import { eachInTurn } from "@/lib/jobs/each-in-turn";
import { failUnsentMail, sweepFinishedMail } from "@/lib/mail/sweep-mail";
import { sweepRefusedAuthorizations } from "@/lib/oidc/clients/sweep-refused-authorizations";
import { sweepDeviceAuthorizations } from "@/lib/oidc/device-codes/sweep-device-authorizations";
import { sweepInteractions, sweepPayloads } from "@/lib/oidc/payloads/sweep-payloads";
import { sweepOneTimeSecrets } from "@/lib/one-time/sweep-one-time-secrets";
import { sweepLoginCodes } from "@/lib/one-time-codes/sweep-login-codes";
import { sweepForwarders } from "@/lib/platform/sweep-forwarders";
import { logger } from "@/lib/process/logger";
import { sweepBuckets } from "@/lib/rate-limits/sweep-buckets";
import { retainSessions, sweepEndedSessions } from "@/lib/sessions/sweep-ended-sessions";
import { sweepTrustedDevices } from "@/lib/trusted-devices/sweep-trusted-devices";
import { sweepSpentCeremonies } from "@/lib/users/factors/sweep-spent-ceremonies";
import {
  sweepDryRunProblems,
  sweepImportLines,
  sweepImportProblems,
  sweepUserImports,
} from "@/lib/users/import/sweep-user-imports";
import { sweepFormerAddresses } from "@/lib/users/sweep-former-addresses";

/** What is swept, in this order. What a person may ask about later is for the operator to decide
 *  (lib/config/limits.ts); the rest is worth nothing, and the time it is kept is a margin. */
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
  // What can be dropped as a whole is not deleted row by row.
  retainSessions,
  sweepEndedSessions,
  sweepTrustedDevices,
  endIdleStreams,
  sweepFormerAddresses,
  sweepEventCounts,
  sweepActiveUsers,
  sweepActiveUserDays,
  sweepRefusedAuthorizations,
  sweepForwarders,
  sweepImportLines,
  sweepImportProblems,
  sweepDryRunProblems,
  sweepUserImports,
  sweepIngestedEvents,
  forgetStrangers,
  retainAuditEvents,
};

/** Makes the partitions to come, and deletes what ended a while ago: expired secrets, codes, provider payloads and rate-limit buckets, finished mail
 *  and notifications, ended sessions and devices, and events that
 *  are older than their tenant keeps them. A message or notification that no job will send any more is
 *  marked as failed. Any number of sweeps may run at once, beside any number of requests.
 *  @throws the first error, after everything else has been swept */
export async function sweepStorage(): Promise<void> {
  const swept: Record<string, number> = {};
  await eachInTurn(Object.entries(sweeps), async ([name, sweep]) => {
    swept[name] = await sweep();
  }).finally(() => logger.debug({ swept }, "storage swept"));
}

import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { logOrigin, logSigners } from "@/lib/features/audit-log/log/sign-checkpoint";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** The keys that sign a tenant's checkpoints, as verifiers to keep; the newest first. A log that is not begun has them too. */
export async function readLogVerifiers(tenant: NamedTenant): Promise<NoteVerifier[]> {
  const head = await inLateRead(tenant, readLogHead);
  return logSigners(head?.origin ?? logOrigin(tenant.publicId));
}

/** The checkpoint of a tenant's log, with the lines of the witnesses that have cosigned this one; null when there is no log. */
export async function readCheckpointToKeep(tenant: NamedTenant): Promise<string | null> {
  return (await inLateRead(tenant, readServedCheckpoint))?.checkpoint ?? null;
}

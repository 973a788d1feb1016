import { readServedCheckpoint } from "@/lib/features/audit-log/log/cosignatures-store";
import { readLogHead } from "@/lib/features/audit-log/log/log-reading-store";
import { proveConsistency } from "@/lib/features/audit-log/log/prove-event";
import { logOrigin, logSigners } from "@/lib/features/audit-log/log/sign-checkpoint";
import type { NoteVerifier } from "@/lib/features/audit-log/log/signed-note";
import type { NamedTenant } from "@/lib/features/audit-log/verify/stored-log";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";
import type { Prover } from "@/lib/features/audit-log/verify/verify-continuation";
import type { TenantScope } from "@/lib/kernel/caller";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Verifiers of the keys that sign a tenant's checkpoints, the newest first. They exist even before the
 *  log's first event. */
export async function readLogVerifiers(tenant: NamedTenant): Promise<NoteVerifier[]> {
  const head = await inLateRead(tenant, readLogHead);
  return logSigners(head?.origin ?? logOrigin(tenant.publicId));
}

/** Returns the checkpoint of a tenant's log with its cosignatures; null if there is no log. */
export async function readCheckpointToKeep(tenant: NamedTenant): Promise<string | null> {
  return (await inLateRead(tenant, readServedCheckpoint))?.checkpoint ?? null;
}

/** Prover that reads the database. */
export function storedProver(tenant: TenantScope): Prover {
  return (from, to) =>
    inLateRead(tenant, async (db) => {
      const head = await readLogHead(db);
      if (!head) throw new CannotVerify("The tenant has no log yet.");
      return head.size < to ? head.size : proveConsistency(db, from, to);
    });
}

import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import type { PreviousSystemSettings } from "@/lib/users/previous-system/previous-system";
import {
  listSigningSecrets,
  readPreviousSystem,
} from "@/lib/users/previous-system/previous-system-store";

/** What the environment's previous system is, and the secrets as they may be shown. */
export async function readPreviousSystemSettings(
  scope: TenantScope,
): Promise<PreviousSystemSettings> {
  const [system, secrets] = await inBatch(scope, (db) =>
    Promise.all([readPreviousSystem(db), listSigningSecrets(db)]),
  );
  return { system, secrets };
}

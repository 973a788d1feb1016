import type { PreviousSystemSettings } from "@/lib/features/migration/previous-system/previous-system";
import {
  listSigningSecrets,
  readPreviousSystem,
} from "@/lib/features/migration/previous-system/previous-system-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Returns the environment's previous system, with the public data of its secrets. */
export async function readPreviousSystemSettings(
  scope: TenantScope,
): Promise<PreviousSystemSettings> {
  const [system, secrets] = await inBatch(scope, (db) =>
    Promise.all([readPreviousSystem(db), listSigningSecrets(db)]),
  );
  return { system, secrets };
}

import { beforeAndAfter } from "@/lib/core/audit/before-and-after";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  deletePreviousSystem,
  lockPreviousSystem,
  writePreviousSystem,
} from "@/lib/features/migration/previous-system/previous-system-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

/** Changes of the previous system; absent fields stay. A null address removes it. */
export interface PreviousSystemChanges {
  url?: string | null;
  isEnabled?: boolean;
}

/** Changes the address of the environment's previous system, and whether it is enabled. Secrets stay. A
 *  change takes effect with the next sign-in.
 *  @throws ServiceError `unprocessable` for an address that requests must not go to, or for enabling
 *  without an address */
export async function changePreviousSystem(
  caller: Caller,
  changes: PreviousSystemChanges,
): Promise<void> {
  const problem = changes.url ? publicHttpsProblem(changes.url) : null;
  if (changes.url && problem)
    throw new ServiceError("unprocessable", {
      detail: `url: ${problem}.`,
      says: { name: "uriRefused", uri: changes.url, problem },
    });
  await inTransaction(caller, async (db) => {
    const stored = await lockPreviousSystem(db);
    const before = { url: stored?.url ?? null, isEnabled: stored?.isEnabled ?? false };
    const after = withChanges(before, changes);
    const changed = changedFields(before, after);
    if (changed.length === 0) return;
    if (after.url === null) await deletePreviousSystem(db);
    else await writePreviousSystem(db, { url: after.url, isEnabled: after.isEnabled });
    await recordAuditEvent(db, {
      kind: "previous_system.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "environment", id: caller.environmentId }],
      metadata: beforeAndAfter(before, after, changed),
    });
  });
}

function withChanges(
  before: { url: string | null; isEnabled: boolean },
  { url = before.url, isEnabled }: PreviousSystemChanges,
): { url: string | null; isEnabled: boolean } {
  if (url === null && isEnabled)
    throw new ServiceError("unprocessable", {
      detail: "url: say where the previous system is asked before it is enabled.",
      says: { name: "previousSystemUrlNeeded" },
    });
  return { url, isEnabled: url !== null && (isEnabled ?? before.isEnabled) };
}

import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  countSuspended,
  type ExportedUser,
  listExportedUsers,
} from "@/lib/features/migration/bulk/exported-user-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";

const PIECE = 1000;

/** Exports every active user of the environment in the form of an import, in pieces that are read on
 *  demand. Suspended users are left out, so that they cannot sign in to the other system. The export is
 *  audited before the first piece.
 *  @param withHashes whether to include password hashes */
export async function exportAllUsers(
  caller: Caller,
  withHashes: boolean,
): Promise<{ suspended: number; pieces: AsyncGenerator<ExportedUser[], void> }> {
  const suspended = await inTransaction(caller, async (db) => {
    const { actor, context } = caller;
    await recordAuditEvent(db, {
      kind: "users.exported",
      actor,
      context,
      metadata: { with_hashes: withHashes },
    });
    return countSuspended(db);
  });
  return { suspended, pieces: piecesOf(caller, withHashes) };
}

async function* piecesOf(
  caller: Caller,
  withHashes: boolean,
): AsyncGenerator<ExportedUser[], void> {
  let after: string | null = null;
  for (;;) {
    const start: string | null = after;
    const found: ExportedUser[] = await inBatch(caller, (db) =>
      listExportedUsers(db, { after: start, atMost: PIECE }),
    );
    const exported = withHashes ? found : found.map((user) => ({ ...user, passwordHash: null }));
    if (exported.length > 0) yield exported;
    if (found.length < PIECE) return;
    after = found.at(-1)?.id ?? null;
  }
}

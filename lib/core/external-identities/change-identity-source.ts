import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type {
  IdentitySource,
  IdentitySourceChanges,
} from "@/lib/core/external-identities/identity-source";
import {
  lockIdentitySource,
  updateIdentitySource,
} from "@/lib/core/external-identities/identity-source-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes a source. A disabled source is not trusted: its tokens are no longer exchanged; its principals,
 *  bindings and the sessions that came from it stay.
 *  @throws ServiceError `missing` */
export function changeIdentitySource(
  caller: Caller,
  id: string,
  changes: IdentitySourceChanges,
): Promise<IdentitySource> {
  return inTransaction(caller, async (db) => {
    const source = await lockIdentitySource(db, id);
    if (!source) throw missing();
    const changed = changedFields<IdentitySourceChanges>(source, changes);
    if (changed.length === 0) return source;
    const entry = {
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "identity_source", id, name: source.issuer }],
    };
    if (changed.includes("status"))
      await recordAuditEvent(db, {
        ...entry,
        kind: changes.status === "active" ? "identity_source.enabled" : "identity_source.disabled",
      });
    const others = changed.filter((field) => field !== "status");
    if (others.length > 0)
      await recordAuditEvent(db, {
        ...entry,
        kind: "identity_source.updated",
        metadata: { changed: others },
      });
    return updateIdentitySource(db, id, changes);
  });
}

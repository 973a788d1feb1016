import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { clearPrincipalClaims } from "@/lib/core/external-identities/external-principal-store";
import type { IdentityBinding } from "@/lib/core/external-identities/identity-binding";
import {
  findIdentityBinding,
  formerPrincipalsOf,
  releaseBindingRow,
  releaseUserBindingRows,
} from "@/lib/core/external-identities/identity-binding-store";
import type { Actor, Caller, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Releases the principal of a binding for another claim. From then on tokens of the principal are no
 *  longer exchanged; live sessions stay until they are ended or the user is suspended. Releasing again
 *  changes nothing.
 *  @throws ServiceError `missing` */
export function releaseBinding(caller: Caller, id: string): Promise<IdentityBinding> {
  return inTransaction(caller, async (db) => {
    const { actor, context } = caller;
    const at = now();
    const [released, binding] = await Promise.all([
      releaseBindingRow(db, id, at),
      findIdentityBinding(db, id),
    ]);
    if (!binding) throw missing();
    if (released) await auditRelease(db, binding, { actor, context, at }, "released");
    return binding;
  });
}

/** Releases every principal that a user has claimed, and deletes their claims about the person, in the
 *  transaction that deletes the user.
 *  @returns how many bindings it ended */
export async function releaseBindingsOfUser(
  db: Queryable,
  userId: string,
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<number> {
  const [released, unclaimed] = await Promise.all([
    releaseUserBindingRows(db, userId, by.at),
    formerPrincipalsOf(db, userId),
  ]);
  await clearPrincipalClaims(db, unclaimed);
  for (const { id, principalId } of released)
    await auditRelease(db, { id, principalId, userId }, by, "user_deleted");
  return released.length;
}

function auditRelease(
  db: Queryable,
  { id, principalId, userId }: Pick<IdentityBinding, "id" | "principalId" | "userId">,
  by: { actor: Actor; context: RequestContext; at: Date },
  reason: "released" | "user_deleted",
): Promise<void> {
  return recordAuditEvent(db, {
    ...by,
    kind: "identity_binding.released",
    targets: [
      { type: "identity_binding", id },
      { type: "external_principal", id: principalId },
      { type: "user", id: userId },
    ],
    metadata: { reason },
  });
}

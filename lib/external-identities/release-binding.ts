import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Actor, Caller, RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { missing } from "@/lib/errors";
import { clearPrincipalClaims } from "@/lib/external-identities/external-principal-store";
import type { IdentityBinding } from "@/lib/external-identities/identity-binding";
import {
  findIdentityBinding,
  principalsOnceOf,
  releaseBindingRow,
  releaseUserBindingRows,
} from "@/lib/external-identities/identity-binding-store";

/** Frees the principal of a binding for another claim. Tokens of the principal are exchanged no more from
 *  here on; sessions that are live stay, for whoever suspends the user or ends them. Releasing again changes
 *  nothing.
 *  @throws ServiceError `missing` */
export function releaseBinding(caller: Caller, id: string): Promise<IdentityBinding> {
  return inTenant(caller, async (transaction) => {
    const { actor, context } = caller;
    const at = now();
    const released = await releaseBindingRow(transaction, id, at);
    const binding = await findIdentityBinding(transaction, id);
    if (!binding) throw missing();
    if (released) await auditRelease(transaction, binding, { actor, context, at }, "released");
    return binding;
  });
}

/** Frees every principal that a user has claimed, and forgets what their claims said of the person, in the
 *  transaction that deletes the user.
 *  @returns how many bindings it ended */
export async function releaseBindingsOfUser(
  transaction: TenantTransaction,
  userId: string,
  by: { actor: Actor; context: RequestContext; at: Date },
): Promise<number> {
  const released = await releaseUserBindingRows(transaction, userId, by.at);
  await clearPrincipalClaims(transaction, await principalsOnceOf(transaction, userId));
  for (const { id, principalId } of released)
    await auditRelease(transaction, { id, principalId, userId }, by, "user_deleted");
  return released.length;
}

function auditRelease(
  transaction: TenantTransaction,
  { id, principalId, userId }: Pick<IdentityBinding, "id" | "principalId" | "userId">,
  by: { actor: Actor; context: RequestContext; at: Date },
  reason: "released" | "user_deleted",
): Promise<void> {
  return recordAuditEvent(transaction, {
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

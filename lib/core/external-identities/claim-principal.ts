import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { findExternalPrincipal } from "@/lib/core/external-identities/external-principal-store";
import type { IdentityBinding } from "@/lib/core/external-identities/identity-binding";
import {
  holdUser,
  insertIdentityBinding,
} from "@/lib/core/external-identities/identity-binding-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Binds an external principal to one user until the binding is released. A suspended user may be bound,
 *  but can't sign in.
 *  @throws ServiceError `identity_binding_principal_invalid`, `identity_binding_user_invalid` for ids that
 *  are not in the environment, `external_principal_already_claimed` with `claimed_by` while a claim is
 *  live */
export function claimPrincipal(
  caller: Caller,
  { principalId, userId }: { principalId: string; userId: string },
): Promise<IdentityBinding> {
  return inTransaction(caller, async (db) => {
    const [principal, isHeld] = await Promise.all([
      findExternalPrincipal(db, principalId),
      holdUser(db, userId),
    ]);
    if (!principal)
      throw invalid(
        "principal",
        "principal_id: names no external principal",
        "externalPrincipalUnknown",
      );
    if (!isHeld) throw invalid("user", "user_id: names no user", "userUnknown");
    const made = await insertIdentityBinding(db, principalId, userId);
    if (!made) {
      const now = await findExternalPrincipal(db, principalId);
      throw new ServiceError("external_principal_already_claimed", {
        detail: "principal_id: a live binding claims the principal; release the binding first.",
        says: { name: "principalClaimed" },
        fields: { claimedBy: now?.claimedBy ?? null },
      });
    }
    await recordAuditEvent(db, {
      kind: "identity_binding.created",
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "identity_binding", id: made.id },
        { type: "external_principal", id: principalId, name: principal.subject },
        { type: "user", id: userId },
      ],
    });
    return made;
  });
}

function invalid(
  what: "principal" | "user",
  detail: string,
  name: "externalPrincipalUnknown" | "userUnknown",
): ServiceError {
  return new ServiceError(`identity_binding_${what}_invalid`, {
    detail: `${detail} of this environment.`,
    says: { name },
  });
}

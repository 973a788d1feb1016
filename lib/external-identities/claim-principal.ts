import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { findExternalPrincipal } from "@/lib/external-identities/external-principal-store";
import type { IdentityBinding } from "@/lib/external-identities/identity-binding";
import {
  findIdentityBinding,
  holdUser,
  insertIdentityBinding,
} from "@/lib/external-identities/identity-binding-store";

/** Binds an external principal to a user, who alone has it until the binding is released. A suspended user
 *  may be bound; nothing signs them in.
 *  @throws ServiceError `identity_binding_principal_invalid`, `identity_binding_user_invalid` for what is not
 *  in the environment, `external_principal_already_claimed` with `claimed_by` while a claim is live */
export function claimPrincipal(
  caller: Caller,
  { principalId, userId }: { principalId: string; userId: string },
): Promise<IdentityBinding> {
  return inTenant(caller, async (transaction) => {
    const principal = await findExternalPrincipal(transaction, principalId);
    if (!principal) throw invalid("principal", "principal_id: names no external principal");
    if (!(await holdUser(transaction, userId))) throw invalid("user", "user_id: names no user");
    const id = await insertIdentityBinding(transaction, principalId, userId);
    if (!id) {
      const now = await findExternalPrincipal(transaction, principalId);
      throw new ServiceError("external_principal_already_claimed", {
        detail: "principal_id: a live binding claims it; release that one first.",
        fields: { claimedBy: now?.claimedBy ?? null },
      });
    }
    await recordAuditEvent(transaction, {
      kind: "identity_binding.created",
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "identity_binding", id },
        { type: "external_principal", id: principalId, name: principal.subject },
        { type: "user", id: userId },
      ],
    });
    const made = await findIdentityBinding(transaction, id);
    if (!made) throw new Error("unreachable: the binding was made in this transaction");
    return made;
  });
}

function invalid(what: "principal" | "user", detail: string): ServiceError {
  return new ServiceError(`identity_binding_${what}_invalid`, {
    detail: `${detail} of this environment.`,
  });
}

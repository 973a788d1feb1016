import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { ExternalPrincipal } from "@/lib/core/external-identities/external-principal";
import {
  findExternalPrincipal,
  insertExternalPrincipal,
} from "@/lib/core/external-identities/external-principal-store";
import { findIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewExternalPrincipal {
  sourceId: string;
  subject: string;
  claims?: Record<string, unknown> | undefined;
}

/** Registers a source's subject, so that a user can claim it. A disabled source accepts new ones too: it
 *  may be filled before it is enabled.
 *  @throws ServiceError `external_principal_source_invalid` for a source that is not in the environment,
 *  `external_principal_duplicate` when the source has the subject */
export function createExternalPrincipal(
  caller: Caller,
  { sourceId, subject, claims = {} }: NewExternalPrincipal,
): Promise<ExternalPrincipal> {
  return inTransaction(caller, async (db) => {
    if (!(await findIdentitySource(db, sourceId)))
      throw new ServiceError("external_principal_source_invalid", {
        detail: "source_id: names no identity source of this environment.",
        says: { name: "identitySourceUnknown" },
      });
    const id = await insertExternalPrincipal(db, { sourceId, subject, claims });
    if (!id)
      throw new ServiceError("external_principal_duplicate", {
        detail: "subject: the identity source has another principal with this subject.",
        says: { name: "subjectTaken" },
      });
    await recordAuditEvent(db, {
      kind: "external_principal.created",
      actor: caller.actor,
      context: caller.context,
      targets: [
        { type: "external_principal", id, name: subject },
        { type: "identity_source", id: sourceId },
      ],
    });
    const made = await findExternalPrincipal(db, id);
    if (!made) throw new Error("unreachable: the principal was made in this transaction");
    return made;
  });
}

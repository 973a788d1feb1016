import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { IdentitySource } from "@/lib/core/external-identities/identity-source";
import { insertIdentitySource } from "@/lib/core/external-identities/identity-source-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewIdentitySource {
  type?: "oidc" | undefined;
  issuer: string;
  audiences: string[];
  jwksUri: string;
  attributeMapping?: Record<string, string> | undefined;
}

/** Makes the environment trust an issuer for the principals bound to its users.
 *  @throws ServiceError `identity_source_issuer_duplicate` when the environment has the issuer */
export function createIdentitySource(
  caller: Caller,
  input: NewIdentitySource,
): Promise<IdentitySource> {
  return inTransaction(caller, async (db) => {
    const { type = "oidc", issuer, audiences, jwksUri, attributeMapping = {} } = input;
    const row = { type, issuer, audiences, jwksUri, attributeMapping };
    const made = await insertIdentitySource(db, row);
    if (!made)
      throw new ServiceError("identity_source_issuer_duplicate", {
        detail: "issuer: another identity source of this environment has this issuer.",
        says: { name: "issuerTaken" },
      });
    await recordAuditEvent(db, {
      kind: "identity_source.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "identity_source", id: made.id, name: issuer }],
      metadata: { type, audiences, jwks_uri: jwksUri },
    });
    return made;
  });
}

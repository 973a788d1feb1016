import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { IdentitySource } from "@/lib/external-identities/identity-source";
import {
  findIdentitySource,
  insertIdentitySource,
} from "@/lib/external-identities/identity-source-store";

export interface NewIdentitySource {
  type?: "oidc" | undefined;
  issuer: string;
  audiences: string[];
  jwksUri: string;
  attributeMapping?: Record<string, string> | undefined;
}

/** Makes an issuer one that the environment believes for the principals bound to its users.
 *  @throws ServiceError `identity_source_issuer_duplicate` when the environment has the issuer */
export function createIdentitySource(
  caller: Caller,
  wanted: NewIdentitySource,
): Promise<IdentitySource> {
  return inTenant(caller, async (transaction) => {
    const { type = "oidc", issuer, audiences, jwksUri, attributeMapping = {} } = wanted;
    const row = { type, issuer, audiences, jwksUri, attributeMapping };
    const id = await insertIdentitySource(transaction, row);
    if (!id)
      throw new ServiceError("identity_source_issuer_duplicate", {
        detail: "issuer: another identity source of this environment has it.",
      });
    await recordAuditEvent(transaction, {
      kind: "identity_source.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "identity_source", id, name: issuer }],
      metadata: { type, audiences, jwks_uri: jwksUri },
    });
    const made = await findIdentitySource(transaction, id);
    if (!made) throw new Error("unreachable: the source was made in this transaction");
    return made;
  });
}

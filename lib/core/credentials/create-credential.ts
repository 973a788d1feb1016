import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertCredential } from "@/lib/core/credentials/credential-store";
import {
  type CredentialPurpose,
  type Scope,
  selectableScopes,
} from "@/lib/core/credentials/scopes";
import type { Caller } from "@/lib/kernel/caller";
import { hashSecret, newPublicId, newSecret, secretHint } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

export interface NewCredential {
  name: string;
  purpose: CredentialPurpose;
  scopes: readonly Scope[];
}

/** Creates a machine credential in the caller's environment. Purpose and scopes are frozen from here on,
 *  and only the named scopes are granted (spec, Credential). Only this response contains the secret.
 *  @throws ServiceError `unprocessable` for no scope, or a runtime scope on Management automation only */
export async function createCredential(
  caller: Caller,
  input: NewCredential,
): Promise<{ id: string; clientId: string; clientSecret: string }> {
  const selectable = new Set<Scope>(selectableScopes(input.purpose));
  const refused = input.scopes.filter((scope) => !selectable.has(scope));
  if (refused.length > 0)
    throw new ServiceError("unprocessable", {
      detail: `scopes: ${refused.join(", ")} cannot be chosen for this purpose.`,
      says: { name: "scopesRefused", scopes: refused.join(", ") },
    });
  if (input.scopes.length === 0)
    throw new ServiceError("unprocessable", {
      detail: "scopes: choose at least one scope.",
      says: { name: "scopeNeeded" },
    });
  const clientId = newPublicId("ac_");
  const clientSecret = newSecret("as_");
  return inTransaction(caller, async (db) => {
    const id = await insertCredential(db, {
      ...input,
      scopes: [...new Set(input.scopes)],
      clientId,
      secretHash: hashSecret(clientSecret),
      hint: secretHint(clientSecret),
    });
    await recordAuditEvent(db, {
      kind: "credential.created",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "credential", id, name: input.name }],
      metadata: { purpose: input.purpose, scopes: input.scopes },
    });
    return { id, clientId, clientSecret };
  });
}

import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { checkSettings, fixedByProfile } from "@/lib/core/oidc-clients/check-settings";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import {
  findOidcClientById,
  type OidcClientSettings,
  updateOidcClientRow,
} from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

/** Changes a relying party's settings. Its type (public or confidential) and its key never change, because
 *  other systems rely on them.
 *  @throws ServiceError `missing`, or `unprocessable` for values that can't be registered */
export async function updateOidcClient(
  caller: Caller,
  id: string,
  input: Partial<Omit<OidcClientSettings, "type" | "key">>,
): Promise<OidcClient> {
  return inTransaction(caller, async (db) => {
    const known = await findOidcClientById(db, id);
    if (!known) throw missing();
    const changes = fixedByProfile(input, known);
    await checkSettings(db, changes, known);
    const client = await updateOidcClientRow(db, id, changes);
    if (!client) throw missing();
    await recordAuditEvent(db, {
      kind: "oidc_client.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "oidc_client", id, name: client.name }],
      metadata: {
        changed: Object.keys(changes),
        ...(changes.allowedScopes && { allowed_scopes: changes.allowedScopes }),
      },
    });
    return client;
  });
}

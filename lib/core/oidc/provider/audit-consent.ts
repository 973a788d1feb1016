import type { AdapterPayload } from "oidc-provider";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Audits a consent in the transaction that stores its grant. Does nothing for a grant without a consent. */
export async function auditConsent(db: Queryable, { accountId }: AdapterPayload): Promise<void> {
  const { consentedScope, client, context } = currentProviderRequest();
  if (consentedScope === undefined || !client || !accountId) return;
  await recordAuditEvent(db, {
    kind: "oidc.consent_granted",
    actor: { type: "user", id: accountId },
    context,
    targets: [{ type: "oidc_client", id: client.id, name: client.name }],
    metadata: { scope: consentedScope },
  });
}

import { decodeJwt } from "jose";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import {
  type NewPayload,
  type PayloadContent,
  upsertPayload,
} from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** The provider's name of a pushed authorization request. */
export const PUSHED = "PushedAuthorizationRequest";

/** Error for a pushed request that the client can't use, in the provider's words for an unknown one. */
export const unusableRequest = {
  error: "invalid_request_uri",
  description: "request_uri is invalid, expired, or was already used",
};

/** Whether a pushed request belongs to the client that uses it. */
export function isOwn({ request }: PayloadContent): boolean {
  return decodeJwt(String(request)).iss === currentProviderRequest().client?.clientId;
}

/** Stores a pushed authorization request (RFC 9126 §2), and audits it. */
export async function storePushed(scope: TenantScope, payload: NewPayload): Promise<void> {
  const { client, context } = currentProviderRequest();
  await inTransaction(scope, async (db) => {
    await upsertPayload(db, payload);
    if (!client) return;
    await recordAuditEvent(db, {
      kind: "oauth.pushed",
      actor: { type: "service", id: "oidc" },
      context,
      targets: [{ type: "oidc_client", id: client.id, name: client.name }],
    });
  });
}

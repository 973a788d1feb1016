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

/** The provider's name for a pushed authorization request. */
export const PUSHED = "PushedAuthorizationRequest";

/** What any client is told of a request that is not there for it, as the provider says it of one that never was. */
export const useless = {
  error: "invalid_request_uri",
  description: "request_uri is invalid, expired, or was already used",
};

/** Whether a pushed request is of the client that brings it. */
export function isOwn({ request }: PayloadContent): boolean {
  return decodeJwt(String(request)).iss === currentProviderRequest().client?.clientId;
}

/** Stores a pushed authorization request (RFC 9126 §2), and audits that its client pushed it. */
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

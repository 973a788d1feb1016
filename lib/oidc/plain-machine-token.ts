import type { AuditEntry } from "@/lib/audit/audit-event";
import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import type { ResolvedCredential } from "@/lib/credentials/credential-store";
import { MACHINE_TOKEN_SECONDS, signMachineToken } from "@/lib/credentials/machine-token";
import { takeTokenPointAndRecord } from "@/lib/credentials/token-request-store";
import {
  type AuthenticatedClient,
  assertTokenPoint,
  tokenBudget,
} from "@/lib/oidc/client-authentication";
import { decideMachineScope, scopeNotHeld } from "@/lib/oidc/machine-scope";
import { takePoint } from "@/lib/rate-limits/limiter";

/** What a plain request consists of. Anything beside it has rules of its own, which the provider knows. */
const plain = new Set(["grant_type", "client_id", "client_secret", "scope"]);

/** Whether a request is `client_credentials` and nothing more. The provider would only be asked to sign what has
 *  been decided already; it takes longer than all the rest. What is more than plain goes through it, and a test
 *  holds its answers to a plain request against ours. */
export function isPlainRequest(request: Request, form: URLSearchParams): boolean {
  return (
    form.get("grant_type") === "client_credentials" &&
    !request.headers.has("origin") &&
    [...form.keys()].every((name) => plain.has(name))
  );
}

/** The machine token of a credential that has proved itself, counted and recorded.
 *  @throws ServiceError `rate_limited` */
export async function plainMachineToken(
  form: URLSearchParams,
  { clientId, scope, credential }: Extract<AuthenticatedClient, { kind: "machine" }>,
  context: RequestContext,
): Promise<Response> {
  const at = now();
  const counted = tokenBudget("authenticated", clientId);
  const granted = decideMachineScope(form.get("scope"), credential.scopes);
  if (granted === null) {
    assertTokenPoint(await takePoint(counted.budget, counted.key));
    return scopeNotHeld();
  }
  const entry = { ...tokenIssued(credential, granted, context), at };
  assertTokenPoint(await takeTokenPointAndRecord(scope, { ...counted, entry }));
  const body = {
    access_token: await signMachineToken(clientId, credential, granted, at),
    expires_in: MACHINE_TOKEN_SECONDS,
    token_type: "Bearer",
    scope: granted,
  };
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return new Response(JSON.stringify(body), { headers });
}

/** What is recorded of a machine token. */
export function tokenIssued(
  { credentialId, name }: ResolvedCredential,
  scope: string,
  context: RequestContext,
): AuditEntry {
  return {
    kind: "credential.token_issued",
    actor: { type: "credential", id: credentialId, name },
    context,
    metadata: { scope },
  };
}

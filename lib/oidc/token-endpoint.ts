import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import type { Place } from "@/lib/http/plane-capacity";
import { readText } from "@/lib/http/receive-body";
import {
  type AuthenticatedClient,
  assertTokenPoint,
  authenticateClient,
  budgetOf,
  hasProvedItself,
} from "@/lib/oidc/client-authentication";
import type { OidcExchange } from "@/lib/oidc/exchange";
import { installationToken } from "@/lib/oidc/installation-token-endpoint";
import { decideMachineScope, scopeNotHeld } from "@/lib/oidc/machine-scope";
import { isPlainRequest, plainMachineToken, tokenIssued } from "@/lib/oidc/plain-machine-token";
import { oauthErrorResponse } from "@/lib/oidc/render-error";
import { passToProvider } from "@/lib/oidc/serve";
import { serveTokenExchange, TOKEN_EXCHANGE } from "@/lib/oidc/token-exchange";
import { consumePayload, findPayload } from "@/lib/oidc-payloads/oidc-payload-store";
import { takePoint } from "@/lib/rate-limits/limiter";

/** `POST /oauth/token`. What the spec says about clients, scopes and limits is decided here; the protocol
 *  itself is the provider's. Anybody can ask: the request has a place in the private plane only once its client has
 *  proved itself.
 *  @throws ServiceError for requests that never reach the provider */
export async function serveToken(
  request: Request,
  context: RequestContext,
  place: Place,
): Promise<Response> {
  const form = await readForm(request);
  const grantType = form.get("grant_type");
  if (!grantType)
    throw new ServiceError("malformed", { detail: "missing required parameter: grant_type" });
  const client = await authenticateClient(request, form, context);
  if (hasProvedItself(client)) await place.moveTo("private", client.scope.tenantId);
  if (client.kind === "machine" && isPlainRequest(request, form))
    return plainMachineToken(form, client, context);
  const { budget, key } = budgetOf(client, context);
  assertTokenPoint(await takePoint(budget, key));
  if (grantType === TOKEN_EXCHANGE)
    return client.kind === "machine"
      ? serveTokenExchange(request, form, client, context.requestId)
      : unauthorizedClient();
  if (client.kind === "machine") return machineToken(request, form, client, context, grantType);
  if (client.kind === "installation") return installationToken(form, client.installation);
  if (grantType === "client_credentials") return unauthorizedClient();
  const exchange: OidcExchange = {
    scope: client.scope,
    context,
    client: client.client,
    authenticatedClientId: client.clientId,
  };
  const response = await passToProvider(request, exchange, form);
  if (grantType === "authorization_code" && response.status === 400)
    await spendCode(client, form.get("code"));
  return response;
}

async function machineToken(
  request: Request,
  form: URLSearchParams,
  { clientId, scope, credential }: Extract<AuthenticatedClient, { kind: "machine" }>,
  context: RequestContext,
  grantType: string,
): Promise<Response> {
  if (["authorization_code", "refresh_token"].includes(grantType)) return unauthorizedClient();
  const granted = decideMachineScope(form.get("scope"), credential.scopes);
  if (granted === null) return scopeNotHeld();
  form.set("scope", granted);
  const exchange: OidcExchange = {
    scope,
    context,
    machine: { clientId, credential, scope: granted },
    authenticatedClientId: clientId,
  };
  const response = await passToProvider(request, exchange, form);
  if (response.ok)
    await inTenant(scope, (transaction) =>
      recordAuditEvent(transaction, tokenIssued(credential, granted, context)),
    );
  return response;
}

function unauthorizedClient(): Response {
  return oauthErrorResponse({
    status: 400,
    error: "unauthorized_client",
    description: "this client may not use this grant type",
  });
}

/** A failed code exchange is permanent (spec, OAuth errors): a wrong verifier or redirect_uri gets no second
 *  try with the same code. Only the client that the code was issued to can spend it. */
async function spendCode(
  { scope, clientId }: AuthenticatedClient,
  code: string | null,
): Promise<void> {
  if (!code) return;
  await inTenant(scope, async (transaction) => {
    const stored = await findPayload(transaction, "AuthorizationCode", code);
    if (stored?.content.clientId === clientId && !stored.consumedAt)
      await consumePayload(transaction, "AuthorizationCode", code, now());
  });
}

/** A form in which no parameter comes twice (RFC 6749 §3.2).
 *  @throws ServiceError `unsupported_media_type`, `payload_too_large`, `malformed` */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    throw new ServiceError("unsupported_media_type", {
      detail: "send the body as application/x-www-form-urlencoded",
    });
  const form = new URLSearchParams(await readText(request));
  for (const name of new Set(form.keys()))
    if (form.getAll(name).length > 1)
      throw new ServiceError("malformed", { detail: `parameter ${printable(name)} is repeated` });
  return form;
}

/** A parameter's name as it may stand in a description (RFC 6749 §5.2 allows these characters). */
export function printable(name: string): string {
  return name.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?").slice(0, 64);
}

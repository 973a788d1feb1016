import { headersForBody } from "@/lib/core/http/copied-headers";
import { printable } from "@/lib/core/oidc/http/form";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import type { GrantRequest } from "@/lib/core/oidc/token/grant";

/** Grants of a relying party, answered by node-oidc-provider, which implements OpenID Connect. */
export async function relyingPartyGrant({
  request,
  form,
  client: { scope, client, clientId },
  context,
}: GrantRequest<RelyingParty>): Promise<Response> {
  const known = { scope, context, client, authenticatedClientId: clientId };
  return namingScope(await passToProvider(request, known, provedForm(form, clientId)));
}

/** Form for the provider of a client that authenticated by an assertion, which the provider
 *  does not verify again. */
export function provedForm(form: URLSearchParams, clientId: string): URLSearchParams {
  if (!form.has("client_assertion")) return form;
  const assertion = ["client_assertion", "client_assertion_type"];
  const rest = [...form].filter(([name]) => !assertion.includes(name));
  const believed = new URLSearchParams(rest);
  believed.set("client_id", clientId);
  believed.set("client_secret", "proved");
  return believed;
}

/** Adds the refused scope to the description, which the provider puts only in a field beside it. */
async function namingScope(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const refusal = (await response.clone().json()) as Record<string, unknown>;
  if (refusal.error !== "invalid_scope" || typeof refusal.scope !== "string") return response;
  const description = `${refusal.error_description}: ${printable(refusal.scope)}`;
  const body = JSON.stringify({ ...refusal, error_description: description });
  return new Response(body, { status: response.status, headers: headersForBody(response) });
}

import { headersForBody } from "@/lib/core/http/copied-headers";
import { printable } from "@/lib/core/oidc/http/form";
import { passToProvider } from "@/lib/core/oidc/provider/pass-to-provider";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import type { GrantRequest } from "@/lib/core/oidc/token/grant";

/** What a relying party asks for, answered by node-oidc-provider: OpenID Connect is its work. */
export async function relyingPartyGrant({
  request,
  form,
  client: { scope, client, clientId },
  context,
}: GrantRequest<RelyingParty>): Promise<Response> {
  const known = { scope, context, client, authenticatedClientId: clientId };
  return namingScope(await passToProvider(request, known, provedForm(form, clientId)));
}

/** A form for the provider of a client that proved itself by an assertion: the provider verifies none, and believes us. */
export function provedForm(form: URLSearchParams, clientId: string): URLSearchParams {
  if (!form.has("client_assertion")) return form;
  const assertion = ["client_assertion", "client_assertion_type"];
  const rest = [...form].filter(([name]) => !assertion.includes(name));
  const believed = new URLSearchParams(rest);
  believed.set("client_id", clientId);
  believed.set("client_secret", "proved");
  return believed;
}

/** The provider tells the scope that it refuses beside the description; the description names it too. */
async function namingScope(response: Response): Promise<Response> {
  if (response.status !== 400) return response;
  const told = (await response.clone().json()) as Record<string, unknown>;
  if (told.error !== "invalid_scope" || typeof told.scope !== "string") return response;
  const description = `${told.error_description}: ${printable(told.scope)}`;
  const body = JSON.stringify({ ...told, error_description: description });
  return new Response(body, { status: response.status, headers: headersForBody(response) });
}

import { passToProvider } from "@/lib/oidc/provider/pass-to-provider";
import type { RelyingParty } from "@/lib/oidc/token/authenticated-client";
import type { GrantRequest } from "@/lib/oidc/token/grant";

/** What a relying party asks for, answered by node-oidc-provider: OpenID Connect is its work. */
export function relyingPartyGrant({
  request,
  form,
  client: { scope, client, clientId },
  context,
}: GrantRequest<RelyingParty>): Promise<Response> {
  return passToProvider(request, { scope, context, client, authenticatedClientId: clientId }, form);
}

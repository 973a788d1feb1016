import {
  type AuthenticatedClient,
  hasProvedItself,
} from "@/lib/core/oidc/token/authenticated-client";
import type { Grant, GrantRequest } from "@/lib/core/oidc/token/grant";
import type { PresentedClient } from "@/lib/core/oidc/token/presented-client";
import type { RequestContext } from "@/lib/kernel/caller";
import { noteTenant } from "@/lib/kernel/process/current-request";
import { networksOf } from "@/lib/kernel/process/network";
import {
  countTokenRequest,
  type TokenBucket,
  tokenBucket,
  tokenBucketOf,
} from "@/lib/kernel/rate-limits/token-requests";

/** Wraps a grant for clients of one kind: authenticates and counts the client before the grant answers.
 *  @param endpoint endpoint other than the token endpoint: it has a budget of its own, of the same size
 *  @throws ServiceError `rate_limited` */
export function authenticatedGrant<Client extends AuthenticatedClient>(
  prove: (presented: PresentedClient) => Promise<Client | null>,
  grant: (grantRequest: GrantRequest<Client>) => Promise<Response>,
  endpoint?: "introspect" | "revoke" | "device" | "par",
): Grant {
  return async (presentedRequest) => {
    const client = await prove(presentedRequest.presented);
    if (!client) return null;
    noteTenant(client.scope);
    if (hasProvedItself(client))
      await presentedRequest.place.moveTo("private", client.scope.tenantId);
    for (const bucket of bucketsOf(client, presentedRequest.context, endpoint))
      await countTokenRequest(bucket);
    return grant({ ...presentedRequest, client });
  };
}

/** Buckets that a request counts against. A public client does not authenticate, so its requests count
 *  against each network at this client: no network uses up the limit of others. */
function bucketsOf(
  client: AuthenticatedClient,
  { ipAddress }: RequestContext,
  endpoint: string | undefined,
): TokenBucket[] {
  const of = endpoint === undefined ? [] : [endpoint];
  if (hasProvedItself(client)) return [tokenBucket("authenticated", client.clientId, ...of)];
  return networksOf(ipAddress).map(({ network, share }) =>
    tokenBucketOf(share, "public", client.clientId, network, ...of),
  );
}

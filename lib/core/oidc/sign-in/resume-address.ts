import { applicationQuery } from "@/lib/core/oidc/applications/way-back";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";

/** Where an interaction goes on, a path of ours. It names the application for a person who comes back there when the
 *  interaction is over: only the address still tells where to begin again. */
export function resumeAddress(
  uid: string,
  client: Pick<ResolvedOidcClient, "clientId" | "redirectUris">,
  redirectUri: string | undefined,
): string {
  return `/oauth/authorize/${uid}?${new URLSearchParams(applicationQuery(client, redirectUri))}`;
}

import { applicationQuery } from "@/lib/core/oidc/applications/way-back";
import type { ResolvedOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";

/** Path of ours where an interaction continues. It names the application for a person who returns when the
 *  interaction is over: only the address then tells where to start again. */
export function resumeAddress(
  uid: string,
  client: Pick<ResolvedOidcClient, "clientId" | "redirectUris">,
  redirectUri: string | undefined,
): string {
  return `/oauth/authorize/${uid}?${new URLSearchParams(applicationQuery(client, redirectUri))}`;
}

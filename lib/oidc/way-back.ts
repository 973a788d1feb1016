import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { ownPlaceOf } from "@/lib/oidc/own-client";
import type { OidcClient } from "@/lib/oidc-clients/oidc-client";
import { resolveOidcClient } from "@/lib/oidc-clients/oidc-client-store";

/** Where somebody goes whose sign-in or logout can't go on. */
export interface WayBack {
  /** Whose pages they were on; null when only the address is known. */
  scope: TenantScope | null;
  /** The application's name; null for our own pages. */
  name: string | null;
  /** A web address, or null when the application has none that we know. */
  href: string | null;
}

/** The way back to the relying party that an address names.
 *  @returns null for one that nobody has */
export async function wayBackTo(clientId: string): Promise<WayBack | null> {
  const place = ownPlaceOf(clientId);
  if (place)
    return {
      scope: null,
      name: null,
      href: `/account-security?${new URLSearchParams({ ...place })}`,
    };
  const found = /^aoc_[A-Za-z0-9_-]{1,80}$/.test(clientId)
    ? await resolveOidcClient(clientId)
    : null;
  return found && { scope: found.scope, name: found.client.name, href: homeOf(found.client) };
}

/** Where an application is found in the web: the origin that its sign-ins come back to.
 *  @returns null for one with a scheme of its own */
export function homeOf({ redirectUris }: Pick<OidcClient, "redirectUris">): string | null {
  for (const uri of redirectUris) {
    if (!URL.canParse(uri)) continue;
    const { protocol, origin } = new URL(uri);
    // The dashboard is a relying party in our own house, which has other doors.
    if (origin === new URL(config().baseUrl).origin) return `${origin}/dashboard`;
    if (protocol === "https:" || protocol === "http:") return `${origin}/`;
  }
  return null;
}

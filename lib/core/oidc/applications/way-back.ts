import { ownPlaceOf } from "@/lib/core/oidc/applications/own-client";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

/** Link for a person whose sign-in or logout can't continue. */
export interface WayBack {
  /** Scope of the page; null when only the address is known. */
  scope: TenantScope | null;
  /** Name of the application; null for our own pages. */
  name: string | null;
  /** Its web address, or null when none is known. */
  href: string | null;
}

type Registered = Pick<OidcClient, "redirectUris">;

/** Returns the way back to the relying party in an address.
 *  @param from an unverified address in the application; used only if the application has
 *    registered its origin
 *  @returns null for an unknown id */
export async function wayBackTo(
  clientId: string,
  from: string | null = null,
): Promise<WayBack | null> {
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
  if (!found) return null;
  const { scope, client } = found;
  return { scope, name: client.name, href: homeAt(client, from) ?? homeOf(client) };
}

/** Web address of an application: the origin of its first redirect URI.
 *  @returns null for one with a scheme of its own */
export function homeOf({ redirectUris }: Registered): string | null {
  for (const uri of redirectUris) {
    const home = homeOfUri(uri);
    if (home) return home;
  }
  return null;
}

/** Query that names the application in the address of a sign-in's page and, if it has several origins, the
 *  one at which the sign-in started. An expired sign-in leaves nothing else. */
export function applicationQuery(
  client: Registered & { clientId: string },
  redirectUri: string | undefined,
): { client: string; from?: string } {
  const home = redirectUri === undefined ? null : homeOfUri(redirectUri);
  return {
    client: client.clientId,
    ...(redirectUri && home && home !== homeOf(client)
      ? { from: new URL(redirectUri).origin }
      : {}),
  };
}

function homeAt({ redirectUris }: Registered, from: string | null): string | null {
  if (!from || !URL.canParse(from)) return null;
  const { origin } = new URL(from);
  const matching = redirectUris.find((uri) => URL.canParse(uri) && new URL(uri).origin === origin);
  return matching === undefined ? null : homeOfUri(matching);
}

function homeOfUri(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, origin } = new URL(uri);
  // The dashboard is a relying party too, at a path of our origin.
  if (origin === new URL(config().baseUrl).origin) return `${origin}/dashboard`;
  return protocol === "https:" || protocol === "http:" ? `${origin}/` : null;
}

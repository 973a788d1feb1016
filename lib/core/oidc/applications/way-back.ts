import { ownPlaceOf } from "@/lib/core/oidc/applications/own-client";
import type { OidcClient } from "@/lib/core/oidc-clients/oidc-client";
import { resolveOidcClient } from "@/lib/core/oidc-clients/oidc-client-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

/** Where a person goes when their sign-in or logout can't go on. */
export interface WayBack {
  /** Whose pages they were on; null when only the address is known. */
  scope: TenantScope | null;
  /** The application's name; null for our own pages. */
  name: string | null;
  /** A web address, or null when the application has none that we know. */
  href: string | null;
}

type Registered = Pick<OidcClient, "redirectUris">;

/** The way back to the relying party that an address names.
 *  @param from an address within the application, which anybody may have written: it counts where the application
 *  has registered that origin
 *  @returns null for an id that nobody has */
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

/** The web address of an application: the first origin to which its sign-ins come back.
 *  @returns null for one with a scheme of its own */
export function homeOf({ redirectUris }: Registered): string | null {
  for (const uri of redirectUris) {
    const home = homeOfUri(uri);
    if (home) return home;
  }
  return null;
}

/** How the address of a sign-in's page names the application and, where it has several origins, the one at which the
 *  sign-in began. Nothing else is left of a sign-in that is over. */
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
  const begun = redirectUris.find((uri) => URL.canParse(uri) && new URL(uri).origin === origin);
  return begun === undefined ? null : homeOfUri(begun);
}

function homeOfUri(uri: string): string | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, origin } = new URL(uri);
  // The dashboard is a relying party too, and is found elsewhere on our origin.
  if (origin === new URL(config().baseUrl).origin) return `${origin}/dashboard`;
  return protocol === "https:" || protocol === "http:" ? `${origin}/` : null;
}

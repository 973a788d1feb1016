import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Returns the place that a page's address names; an empty environment means the tenant's default one. */
export function placeOf({ asked }: Pick<Visit, "asked">): NamedPlace {
  return { tenant: asked("tenant"), environment: asked("environment") };
}

/** Returns the address of one of our own pages at this place.
 *  @param more further parameters */
export function pageAt(
  page:
    | "/account-security"
    | "/account-security/app"
    | "/account-security/confirm"
    | "/account-security/passkey"
    | "/account-security/recovery-codes"
    | "/account-security/sign-in"
    | "/account-security/sign-out"
    | "/forgot-password"
    | "/password-saved"
    | "/signed-out",
  { tenant, environment }: NamedPlace,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ tenant, ...(environment ? { environment } : {}), ...more });
  return `${page}?${query}`;
}

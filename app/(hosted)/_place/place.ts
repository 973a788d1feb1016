import { single, text } from "@/app/(hosted)/_request/browser";
import type { NamedPlace } from "@/lib/oidc/own-client";

/** The place that a page's address names; an empty environment is the tenant's usual one. */
export function placeOfQuery(query: Record<string, string | string[] | undefined>): NamedPlace {
  return { tenant: single(query.tenant), environment: single(query.environment) };
}

/** The place that a form sends along. */
export function placeOfForm(form: FormData): NamedPlace {
  return { tenant: text(form, "tenant"), environment: text(form, "environment") };
}

/** The address of one of our own pages at this place.
 *  @param more further parameters */
export function pageAt(
  page:
    | "/account-security"
    | "/account-security/sign-in"
    | "/forgot-password"
    | "/password-saved"
    | "/signed-out",
  { tenant, environment }: NamedPlace,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ tenant, ...(environment ? { environment } : {}), ...more });
  return `${page}?${query}`;
}

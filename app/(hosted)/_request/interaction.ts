import { cache } from "react";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { requestCookies, single, text } from "@/app/(hosted)/_request/browser";
import type { TenantScope } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { type HostedInteraction, readInteraction } from "@/lib/oidc/hosted-login";
import type { Branding } from "@/lib/tenants/branding";
import { readBranding } from "@/lib/tenants/branding-store";

/** The sign-in that this page belongs to, if it is this browser's and still waits. */
export const currentInteraction = cache(
  async (uid: string): Promise<HostedInteraction | null> =>
    uid ? readInteraction(uid, await requestCookies()) : null,
);

/** The sign-in that a page's address names. */
export function signInAddress(query: Record<string, string | string[] | undefined>): SignInAddress {
  return { interaction: single(query.interaction), client: single(query.client) };
}

/** The sign-in that a form sends along. */
export function signInOfForm(form: FormData): SignInAddress {
  return { interaction: text(form, "interaction"), client: text(form, "client") };
}

/** How the pages of this tenant look. */
export const brandingOfScope = cache(
  (tenantId: string, environmentId: string): Promise<Branding> =>
    inTenant({ tenantId, environmentId }, readBranding),
);

/** The same for a scope. */
export function brandingFor(scope: TenantScope): Promise<Branding> {
  return brandingOfScope(scope.tenantId, scope.environmentId);
}

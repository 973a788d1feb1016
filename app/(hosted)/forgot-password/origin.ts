import { type NamedEnvironment, tenantAt } from "@/app/(hosted)/_place/environments";
import { placeOf } from "@/app/(hosted)/_place/place";
import { type SignInAddress, signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import { visitedSignIn } from "@/app/(hosted)/_sign-in/visited-sign-in";
import type { Branding } from "@/lib/core/branding/branding";
import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";

/** Origin of a forgotten-password request: a waiting sign-in, or a tenant's own link. */
export interface Origin extends NamedEnvironment {
  branding: Branding | null;
  /** Whether the address names a sign-in that still waits. */
  waiting: boolean;
  /** Address from the sign-in's `login_hint`. */
  loginHint: string | null;
}

/** Returns the address of one of the forgotten-password pages. */
export function pageOfForgotten(
  page: "/forgot-password" | "/forgot-password/sent",
  visit: Visit,
): string {
  const named: SignInAddress & NamedPlace = { ...signInAddress(visit), ...placeOf(visit) };
  const known = Object.entries(named).filter(([, value]) => value !== "");
  return `${page}?${new URLSearchParams(known)}`;
}

/** Returns the environment whose user they may be, or null when the address names none (any more). */
export async function readOrigin(visit: Visit): Promise<Origin | null> {
  const waiting = await visitedSignIn(visit);
  if (waiting) {
    const { scope, environmentKey, branding, params } = waiting;
    return { scope, environmentKey, branding, waiting: true, loginHint: params.loginHint };
  }
  const { branding, environments } = await tenantAt(placeOf(visit));
  const [first] = environments;
  return first ? { ...first, branding, waiting: false, loginHint: null } : null;
}

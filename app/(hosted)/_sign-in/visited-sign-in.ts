import { signInAddress } from "@/app/(hosted)/_sign-in/sign-in-address";
import type { Branding } from "@/lib/core/branding/branding";
import type { Visit } from "@/lib/core/oidc/pages/hosted-page";
import { lookFor, type PageLook } from "@/lib/core/oidc/pages/page-look";
import {
  type HostedInteraction,
  readInteraction,
} from "@/lib/core/oidc/sign-in/hosted-interaction";

/** Returns the sign-in that a page's address names, if it is this browser's and still waits. */
export function visitedSignIn(visit: Visit): Promise<HostedInteraction | null> {
  return readInteraction(signInAddress(visit).interaction, visit.cookies);
}

/** Returns the look of a page whose form may be shown again: its address reloads the page either way. */
export function lookOfForm({ request }: Visit, branding: Branding | null): PageLook {
  const { pathname, search } = new URL(request.url);
  return { ...lookFor(request, branding), here: pathname + search };
}

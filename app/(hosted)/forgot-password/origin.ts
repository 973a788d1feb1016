import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { placeOfQuery } from "@/app/(hosted)/_place/place";
import { currentInteraction, signInAddress } from "@/app/(hosted)/_request/interaction";
import { environmentsAt, type NamedEnvironment } from "@/app/(hosted)/_request/tenant";
import type { NamedPlace } from "@/lib/oidc/own-client";

/** Where somebody came from who forgot their password: a sign-in, or a tenant's own link. */
export type Origin = SignInAddress & NamedPlace;

/** The address of one of the pages for who forgot their password. */
export function pageOfForgotten(
  page: "/forgot-password" | "/forgot-password/sent",
  origin: Origin,
): string {
  const known = Object.entries(origin).filter(([, value]) => value !== "");
  return `${page}?${new URLSearchParams(known)}`;
}

/** The address names who asks: a sign-in that waits, or a tenant. */
export function originOfQuery(query: Record<string, string | string[] | undefined>): Origin {
  return { ...signInAddress(query), ...placeOfQuery(query) };
}

/** The environment whose user they may be, or null when the address leads nowhere (any more). */
export async function readOrigin({
  interaction,
  ...place
}: Pick<Origin, "interaction" | "tenant" | "environment">): Promise<NamedEnvironment | null> {
  const waiting = await currentInteraction(interaction);
  if (waiting) return { scope: waiting.scope, environmentKey: waiting.environmentKey };
  const [first] = await environmentsAt(place);
  return first ?? null;
}

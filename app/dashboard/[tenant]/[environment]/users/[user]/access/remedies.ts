import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { Place } from "@/app/dashboard/administrator";
import type { Remedy } from "./layers";

/** What an explanation is about. */
export interface Asked {
  place: Place;
  userId: string;
  appId: string;
}

/** Where a denial is mended: the page's address, and what the link to it says. */
export function remedyFor(
  at: Remedy,
  { place, userId, appId }: Asked,
  organizationId: string | null,
): { href: string; says: string } {
  if (at === "memberships")
    return { href: placePath(place, `users/${userId}/memberships`), says: "Open memberships" };
  if (at === "packages") return { href: placePath(place, "packages"), says: "Open packages" };
  if (at === "organization" && organizationId)
    return {
      href: placePath(place, `organizations/${organizationId}`),
      says: "Open the organization",
    };
  if (at === "organization")
    return { href: placePath(place, "organizations"), says: "Open organizations" };
  return { href: placePath(place, `apps/${appId}`), says: "Open the app" };
}

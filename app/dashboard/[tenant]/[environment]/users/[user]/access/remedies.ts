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
  const organization = organizationId ? `organizations/${organizationId}` : "organizations";
  const pages: Record<Remedy, [path: string, says: string]> = {
    apps: ["apps", "Open apps"],
    app: [`apps/${appId}`, "Open the app"],
    memberships: [`users/${userId}/memberships`, "Open memberships"],
    organization: [organization, "Open the organization"],
    settings: [organizationId ? `${organization}/settings` : organization, "Open its settings"],
    packages: ["packages", "Open packages"],
  };
  const [path, says] = pages[at];
  return { href: placePath(place, path), says };
}

import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { Place } from "@/app/dashboard/administrator";
import type { Remedy } from "./layers";

/** Subject of an explanation. */
export interface ExplanationSubject {
  place: Place;
  userId: string;
  appId: string;
}

/** Returns the address of the page on which a denial can be fixed. */
export function pageOf(
  at: Remedy,
  { place, userId, appId }: ExplanationSubject,
  organizationId: string | null,
): string {
  const organization = organizationId ? `organizations/${organizationId}` : "organizations";
  const pages: Record<Remedy, string> = {
    apps: "apps",
    app: `apps/${appId}`,
    memberships: `users/${userId}/memberships`,
    organization: organization,
    settings: organizationId ? `${organization}/settings` : organization,
    packages: "packages",
  };
  return placePath(place, pages[at]);
}

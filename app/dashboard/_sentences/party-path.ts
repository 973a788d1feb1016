import { placePath } from "@/app/dashboard/_nouns/place-path";
import type { Place } from "@/app/dashboard/administrator";
import type { AuditTarget } from "@/lib/core/audit/audit-event";

/** Folder of the pages of each type of thing, as events name it. */
const folders = new Map([
  ["user", "users"],
  ["organization", "organizations"],
  ["app", "apps"],
  ["role", "roles"],
  ["package", "packages"],
  ["organization_type", "organization-types"],
  ["oidc_client", "oidc-clients"],
  ["installation", "installations"],
  ["installation_campaign", "campaigns"],
  ["enrolment_token", "enrolment-tokens"],
  ["identity_source", "identity-sources"],
  ["external_principal", "external-principals"],
]);

/** Returns the page of a thing that an event names; null for one that has none. */
export function partyPath(place: Place, { type, id }: AuditTarget): string | null {
  const folder = folders.get(type);
  return folder ? placePath(place, `${folder}/${id}`) : null;
}

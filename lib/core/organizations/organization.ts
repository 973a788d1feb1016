/** An organization with its state in one environment. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
  externalId: string | null;
  status: "active" | "disabled";
  /** The environment's key. */
  environment: string;
  /** The type's key. */
  organizationType: string | null;
  packageId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Fields of an organization that the tenant sets for all its environments. */
export type OrganizationFields = Pick<Organization, "name" | "slug" | "externalId">;

/** Maximum length of a slug: that of a DNS label, so that it may be one. */
export const SLUG_MAX_LENGTH = 63;

/** Derives a slug from a name: its letters without diacritics, in lower case. A name without letters of
 *  the Latin alphabet gets a neutral word. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_MAX_LENGTH - 7)
    .replace(/^-+|-+$/g, "");
  return slug || "organization";
}

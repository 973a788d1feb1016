/** Branding of a tenant's pages. */
export interface Branding {
  name: string;
  /** `#rrggbb`, or null for our own. */
  color: string | null;
  /** A `data:` URI of an image, or null. */
  logo: string | null;
  supportUrl: string | null;
  termsUrl: string | null;
  privacyUrl: string | null;
}

/** Branding as a tenant set it and as it is stored; null is not set. */
export interface StoredBranding extends Omit<Branding, "name"> {
  displayName: string | null;
}

const COLOR = /^#[0-9a-f]{6}$/i;
const LOGO = /^data:image\/(png|jpeg|webp|svg\+xml)[;,]/;

/** Returns a tenant's branding in a form that is safe to show: a value that is not plainly a colour, an
 *  image or a web address is left out, regardless of how it came to be stored. */
export function brandingOf(tenantName: string, stored: StoredBranding | null): Branding {
  return {
    name: stored?.displayName?.trim() || tenantName,
    color: stored?.color && COLOR.test(stored.color) ? stored.color.toLowerCase() : null,
    logo: stored?.logo && LOGO.test(stored.logo) ? stored.logo : null,
    supportUrl: webAddress(stored?.supportUrl, ["https:", "mailto:"]),
    termsUrl: webAddress(stored?.termsUrl, ["https:"]),
    privacyUrl: webAddress(stored?.privacyUrl, ["https:"]),
  };
}

function webAddress(value: string | null | undefined, schemes: string[]): string | null {
  if (!value || !URL.canParse(value)) return null;
  const url = new URL(value);
  return schemes.includes(url.protocol) ? url.href : null;
}

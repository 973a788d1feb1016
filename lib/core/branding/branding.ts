/** How a tenant's pages present it. */
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

/** What a tenant set, as it is stored; null is not set. */
export interface StoredBranding extends Omit<Branding, "name"> {
  displayName: string | null;
}

const COLOR = /^#[0-9a-f]{6}$/i;
const LOGO = /^data:image\/(png|jpeg|webp|svg\+xml)[;,]/;

/** A tenant's branding as it is safe to show: whatever is not plainly a colour, an image or a web address is
 *  left out, however it came to be stored. */
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

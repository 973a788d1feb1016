import type { Branding } from "@/lib/core/branding/branding";
import { initialOf } from "@/lib/core/oidc/pages/frame";
import { accentsOf } from "@/lib/core/oidc/pages/page-style";

/** Icon of a tenant's pages in the browser's tab, as a data URL: the name's first letter in the tenant's
 *  colour. A logo would be sent twice with each page. */
export function favicon(branding: Branding | null): string {
  const { accent, onAccent } = accentsOf(branding?.color ?? null, "light");
  const letter = initialOf(branding?.name ?? "Atrium").replace(/[&<>]/g, "");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="12" fill="${accent}"/><text x="20" y="28" text-anchor="middle" font-family="system-ui,sans-serif" font-size="22" font-weight="600" fill="${onAccent}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

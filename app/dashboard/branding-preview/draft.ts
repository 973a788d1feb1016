import { administratorIn, type Place } from "@/app/dashboard/administrator";
import type { StoredBranding } from "@/lib/core/branding/branding";
import { readStoredBranding } from "@/lib/core/branding/branding-store";
import { inBatch } from "@/lib/kernel/db/batch";

const fields = ["displayName", "color", "supportUrl", "termsUrl", "privacyUrl"] as const;

/** Returns the branding of a preview: the address's values over the stored ones. Every administrator who may
 *  see the tenant may preview it; nothing is changed. */
export async function brandingDraft(
  place: Place,
  search: Record<string, string | string[] | undefined>,
): Promise<{ tenantName: string; draft: StoredBranding }> {
  const { caller, tenant } = await administratorIn(place);
  const stored = await inBatch(caller, readStoredBranding);
  const draft: StoredBranding = {
    ...{ displayName: null, color: null, supportUrl: null, termsUrl: null, privacyUrl: null },
    ...stored,
    logo: stored?.logo ?? null,
  };
  for (const field of fields) {
    const proposed = search[field];
    if (typeof proposed === "string") draft[field] = proposed.slice(0, 600) || null;
  }
  return { tenantName: tenant.tenantName, draft };
}

import { beforeAndAfter } from "@/lib/audit/before-and-after";
import { changedFields } from "@/lib/audit/changed-fields";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import type { StoredBranding } from "@/lib/tenants/branding";
import { assertShowable, type BrandingChanges, normalised } from "@/lib/tenants/branding-fields";
import { lockBranding, writeBranding } from "@/lib/tenants/branding-store";
import { describeLogo, logoOf } from "@/lib/tenants/logo";

/** Changes how the tenant's hosted pages and emails look, from the next one on. Null or empty takes a field back;
 *  one that isn't named stays. The logo is the file's bytes.
 *  @returns the fields that changed; none is no event
 *  @throws ServiceError `unprocessable` that names what can't be shown */
export async function changeBranding(
  caller: Caller,
  { logo, ...changes }: BrandingChanges & { logo?: Uint8Array | null },
): Promise<(keyof StoredBranding)[]> {
  const wanted: Partial<StoredBranding> = normalised(changes);
  assertShowable(wanted);
  if (logo !== undefined) wanted.logo = logo && logoOf(logo);
  return inTenant(caller, async (transaction) => {
    const stored = await lockBranding(transaction);
    const changed = changedFields(stored, wanted);
    if (changed.length === 0) return [];
    await writeBranding(transaction, wanted);
    await recordAuditEvent(transaction, {
      kind: "branding.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "branding", id: caller.tenantId }],
      metadata: beforeAndAfter(told(stored), told(wanted), changed),
    });
    return changed;
  });
}

function told(branding: Partial<StoredBranding>): Partial<StoredBranding> {
  return { ...branding, logo: describeLogo(branding.logo ?? null) };
}

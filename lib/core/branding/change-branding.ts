import { beforeAndAfter } from "@/lib/core/audit/before-and-after";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { StoredBranding } from "@/lib/core/branding/branding";
import {
  assertShowable,
  type BrandingChanges,
  normalised,
} from "@/lib/core/branding/branding-fields";
import { lockBranding, writeBranding } from "@/lib/core/branding/branding-store";
import { describeLogo, logoOf } from "@/lib/core/branding/logo";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Changes the branding of the tenant's hosted pages and emails, from the next one on. Null or empty
 *  resets a field; one that isn't named stays. The logo is the file's bytes.
 *  @returns the fields that changed; none is no event
 *  @throws ServiceError `unprocessable` that names what can't be shown */
export async function changeBranding(
  caller: Caller,
  { logo, ...changes }: BrandingChanges & { logo?: Uint8Array | null },
): Promise<(keyof StoredBranding)[]> {
  const input: Partial<StoredBranding> = normalised(changes);
  assertShowable(input);
  if (logo !== undefined) input.logo = logo && logoOf(logo);
  return inTransaction(caller, async (db) => {
    const stored = await lockBranding(db);
    const changed = changedFields(stored, input);
    if (changed.length === 0) return [];
    const next = Object.fromEntries(changed.map((field) => [field, input[field]]));
    await writeBranding(db, { ...stored, ...next });
    await recordAuditEvent(db, {
      kind: "branding.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "branding", id: caller.tenantId }],
      metadata: beforeAndAfter(describeBranding(stored), describeBranding(input), changed),
    });
    return changed;
  });
}

function describeBranding(branding: Partial<StoredBranding>): Partial<StoredBranding> {
  return { ...branding, logo: describeLogo(branding.logo ?? null) };
}

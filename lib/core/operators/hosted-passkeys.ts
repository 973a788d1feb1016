import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import { readHostedPasskeys, writeHostedPasskeys } from "@/lib/core/tenants/tenant-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";

type By = { actor: Actor; context: RequestContext };

/** Returns since when a tenant's own pages may use the passkeys of the hosted pages; null when they may
 *  not.
 *  @throws ServiceError `missing` for an unknown tenant, and for the platform's own */
export function readHostedPasskeysOf(publicId: string): Promise<Date | null> {
  return inOperatedTenant(publicId, readHostedPasskeys);
}

/** Lets a tenant's own pages use the passkeys of the hosted pages, or ends that: such a page may request
 *  the passkeys of every tenant's users at the issuer's host, and replace them. Setting the present value
 *  changes nothing.
 *  @throws ServiceError `missing` */
export function changeHostedPasskeys(
  by: By,
  publicId: string,
  allowed: boolean,
): Promise<Date | null> {
  return inOperatedTenant(publicId, async (db, { name }) => {
    if (await writeHostedPasskeys(db, allowed ? now() : null))
      await recordAuditEvent(db, {
        kind: allowed ? "tenant.hosted_passkeys_allowed" : "tenant.hosted_passkeys_ended",
        ...by,
        targets: [{ type: "tenant", id: db.tenantId, name }],
      });
    return readHostedPasskeys(db);
  });
}

import { inOperatedTenant } from "@/lib/core/operators/in-operated-tenant";
import type { OperatedTenant } from "@/lib/core/operators/operated-tenant";
import { readOperatedRow } from "@/lib/core/operators/operated-tenant-store";

/** Returns one tenant by its public id.
 *  @throws ServiceError `missing` for an unknown one, and for the platform's own */
export function readOperatedTenant(publicId: string): Promise<OperatedTenant> {
  return inOperatedTenant(publicId, readOperatedRow);
}

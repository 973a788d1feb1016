import { inOperatedTenant } from "@/lib/platform/operators/in-operated-tenant";
import type { OperatedTenant } from "@/lib/platform/operators/operated-tenant";
import { readOperatedRow } from "@/lib/platform/operators/operated-tenant-store";

/** One tenant by its public id.
 *  @throws ServiceError `missing` for an unknown one, and for the platform's own */
export function readOperatedTenant(publicId: string): Promise<OperatedTenant> {
  return inOperatedTenant(publicId, readOperatedRow);
}

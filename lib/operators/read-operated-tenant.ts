import { missing } from "@/lib/errors";
import { listTenants } from "@/lib/operators/list-tenants";
import type { OperatedTenant } from "@/lib/operators/operated-tenant";

const PUBLIC_ID = /^atr_[A-Za-z0-9_-]{1,80}$/;

/** One tenant by its public id.
 *  @throws ServiceError `missing` for an unknown one, and for the platform's own */
export async function readOperatedTenant(publicId: string): Promise<OperatedTenant> {
  const found = PUBLIC_ID.test(publicId) ? await listTenants({ q: publicId }) : [];
  const tenant = found.find((one) => one.publicId === publicId);
  if (!tenant) throw missing();
  return tenant;
}

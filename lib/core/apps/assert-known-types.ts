import { unknownOrganizationTypes } from "@/lib/core/apps/app-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** @throws ServiceError `unprocessable` that names the keys that are no organization types of the
 *  environment */
export async function assertKnownTypes(db: Queryable, keys: readonly string[]): Promise<void> {
  const unknown = await unknownOrganizationTypes(db, keys);
  if (unknown.length > 0)
    throw new ServiceError("unprocessable", {
      detail: `allowed_organization_types: ${unknown.slice(0, 10).join(", ")} names no organization type of this environment.`,
      says: { name: "organizationTypeUnknown" },
    });
}

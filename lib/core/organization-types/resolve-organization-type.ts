import {
  findOrganizationType,
  listTypePairs,
  type TypePair,
} from "@/lib/core/organization-types/organization-type-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** Maximum of valid pairs that a refusal offers (contract, Workspaces). */
const OFFERED = 50;

/** Returns the id of the type with a key in an environment.
 *  @param environmentId null when the requested environment does not exist
 *  @param offered the environments whose pairs the caller may see, null for all of the tenant's
 *  @throws ServiceError `organization_type_not_resolved` with the valid pairs */
export async function resolveOrganizationType(
  db: Queryable,
  requested: TypePair,
  { environmentId, offered }: { environmentId: string | null; offered: readonly string[] | null },
): Promise<string> {
  const type =
    environmentId && (await findOrganizationType(db, environmentId, requested.organizationType));
  if (type) return type.id;
  const { pairs, total } = await listTypePairs(db, offered, OFFERED);
  throw new ServiceError("organization_type_not_resolved", {
    detail: "The environment has no organization type with this key.",
    says: { name: "organizationTypeUnknown" },
    fields: { requested, available: pairs, availableTotal: total },
  });
}

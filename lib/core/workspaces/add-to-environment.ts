import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { resolveOrganizationType } from "@/lib/core/organization-types/resolve-organization-type";
import { findEnvironmentId } from "@/lib/core/tenants/environment-store";
import type { Workspace } from "@/lib/core/workspaces/workspace";
import {
  findWorkspace,
  insertWorkspace,
  lockWorkspace,
} from "@/lib/core/workspaces/workspace-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Adds an organization of the caller's environment to another environment of the tenant, with its type
 *  resolved there. One that exists there already is unchanged.
 *  @throws ServiceError `missing` for the organization, `organization_type_not_resolved` with pairs of all
 *  the tenant's environments, `unprocessable` for an environment that the tenant does not have */
export function addToEnvironment(
  caller: Caller,
  organizationId: string,
  target: { environment: string; organizationType?: string },
): Promise<{ added: boolean; workspace: Workspace }> {
  return inTransaction(caller, async (db) => {
    if (!(await lockWorkspace(db, organizationId))) throw missing();
    const environmentId = await findEnvironmentId(db, target.environment);
    const organizationTypeId = await resolveTargetType(db, environmentId, target);
    if (!environmentId)
      throw new ServiceError("unprocessable", {
        detail: "environment: names no environment of this tenant.",
        says: { name: "environmentUnknown" },
      });
    const there = db.inEnvironment(environmentId);
    const place = { organizationTypeId, packageId: null };
    const added = await insertWorkspace(there, organizationId, place);
    if (added)
      // Recorded in that environment, whose readers must see what was added to it.
      await recordAuditEvent(there, {
        kind: "workspace.added",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "organization", id: organizationId }],
        metadata: { environment: target.environment, from: caller.environmentKey },
      });
    const workspace = await findWorkspace(there, organizationId);
    if (!workspace) throw missing();
    return { added, workspace };
  });
}

function resolveTargetType(
  db: Queryable,
  environmentId: string | null,
  { environment, organizationType }: { environment: string; organizationType?: string },
): Promise<string> | null {
  if (organizationType === undefined) return null;
  const requested = { organizationType, environment };
  return resolveOrganizationType(db, requested, { environmentId, offered: null });
}

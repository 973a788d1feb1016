import { z } from "zod";
import { bodyId, key } from "@/lib/core/contract/fields";
import { id } from "@/lib/core/contract/names";
import type { Workspace } from "@/lib/core/workspaces/workspace";

export const WorkspaceResource = z
  .object({
    organization_id: id,
    environment: z.string(),
    status: z.enum(["active", "disabled"]),
    organization_type: z.string().nullable(),
    package_id: id.nullable(),
  })
  .meta({ id: "Workspace", description: "An organization in an environment." });

export const WorkspacePackageBody = z
  .strictObject({ package_id: bodyId.nullable() })
  .meta({ id: "WorkspacePackage" });

export const WorkspaceEnvironmentBody = z
  .strictObject({ environment: key, organization_type: key.optional() })
  .meta({ id: "WorkspaceEnvironment" });

export const WorkspaceTypeBody = z
  .strictObject({ organization_type: key })
  .meta({ id: "WorkspaceOrganizationType" });

/** A workspace in wire format. */
export function workspaceResponse(workspace: Workspace): z.infer<typeof WorkspaceResource> {
  return {
    organization_id: workspace.organizationId,
    environment: workspace.environment,
    status: workspace.status,
    organization_type: workspace.organizationType,
    package_id: workspace.packageId,
  };
}

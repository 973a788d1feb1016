import { WorkspacePackageBody, workspaceResponse } from "@/lib/contract/workspace";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeWorkspacePackage } from "@/lib/workspaces/change-workspace-package";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ org: string }>({
  PATCH: managementRoute("workspaces:write", async ({ caller, params, read }) => {
    const { packageId } = await read(WorkspacePackageBody);
    const workspace = await changeWorkspacePackage(caller, pathId(params.org), packageId);
    return Response.json(workspaceResponse(workspace));
  }),
});

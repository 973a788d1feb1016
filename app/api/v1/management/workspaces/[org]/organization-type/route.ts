import { WorkspaceTypeBody, workspaceResponse } from "@/lib/contract/workspace";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeWorkspaceType } from "@/lib/workspaces/change-workspace-type";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ org: string }>({
  PATCH: managementRoute("workspaces:write", async ({ caller, params, read }) => {
    const { organizationType } = await read(WorkspaceTypeBody);
    const workspace = await changeWorkspaceType(caller, pathId(params.org), organizationType);
    return Response.json(workspaceResponse(workspace));
  }),
});

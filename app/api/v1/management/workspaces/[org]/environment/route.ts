import { WorkspaceEnvironmentBody, workspaceResponse } from "@/lib/contract/workspace";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { addToEnvironment } from "@/lib/workspaces/add-to-environment";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ org: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, read }) => {
    const wanted = await read(WorkspaceEnvironmentBody);
    const { added, workspace } = await addToEnvironment(caller, pathId(params.org), wanted);
    return Response.json(workspaceResponse(workspace), { status: added ? 201 : 200 });
  }),
});

import { installationResponse } from "@/lib/contract/installation";
import { NothingBody } from "@/lib/contract/nothing";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { retireInstallation } from "@/lib/installations/retire-installation";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    const installation = await retireInstallation(caller, pathId(params.id));
    return Response.json(installationResponse(installation));
  }),
});

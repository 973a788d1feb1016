import { installationResponse } from "@/lib/contract/installation";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { findInstallation } from "@/lib/installations/installation-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("workspaces:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const installation = await inTenant(caller, (transaction) => findInstallation(transaction, id));
    if (!installation) throw missing();
    return Response.json(installationResponse(installation));
  }),
});

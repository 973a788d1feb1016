import { InstallationCapacityBody } from "@/lib/contract/installation-capacity";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { readCapacity } from "@/lib/installations/capacity-store";
import { setInstallationLimit } from "@/lib/installations/set-installation-limit";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("workspaces:read", async ({ caller }) =>
    Response.json(await inTenant(caller, readCapacity)),
  ),
  PATCH: managementRoute("workspaces:write", async ({ caller, read }) => {
    const { limit } = await read(InstallationCapacityBody);
    return Response.json(await setInstallationLimit(caller, limit));
  }),
});

import { installationResponse } from "@/lib/contract/installation";
import { inTenant } from "@/lib/db";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { listInstallations } from "@/lib/installations/installation-store";

export const { GET, POST, PUT, PATCH, DELETE } = resource({
  GET: managementRoute("workspaces:read", async ({ caller }) => {
    const installations = await inTenant(caller, listInstallations);
    return Response.json({ installations: installations.map(installationResponse) });
  }),
});

import { InstallationMaximumBody } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { setInstallationMaximum } from "@/lib/installations/set-installation-maximum";
import { readOperatedTenant } from "@/lib/operators/read-operated-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  PUT: operatorRoute(async ({ caller, params, read }) => {
    const { maximum } = await read(InstallationMaximumBody);
    const { publicId } = await readOperatedTenant(params.id);
    const by = { actor: caller.actor, context: caller.context };
    return Response.json(await setInstallationMaximum(by, publicId, maximum));
  }),
});

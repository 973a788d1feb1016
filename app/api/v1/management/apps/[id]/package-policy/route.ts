import { changePackagePolicy } from "@/lib/apps/change-package-policy";
import { appResponse, PackagePolicyBody } from "@/lib/contract/app";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  PATCH: managementRoute("packages:write", async ({ caller, params, read }) => {
    const changes = await read(PackagePolicyBody);
    return Response.json(
      appResponse(await changePackagePolicy(caller, pathId(params.id), changes)),
    );
  }),
});

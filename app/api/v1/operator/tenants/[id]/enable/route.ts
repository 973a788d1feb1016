import { NothingBody } from "@/lib/contract/nothing";
import { operatedTenantResponse } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { enableTenant } from "@/lib/operators/enable-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: operatorRoute(async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    return Response.json(operatedTenantResponse(await enableTenant(caller, params.id)));
  }),
});

import { DisableTenantBody, operatedTenantResponse } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { disableTenant } from "@/lib/operators/disable-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: operatorRoute(async ({ caller, params, readOptional }) => {
    const { reason } = await readOptional(DisableTenantBody);
    const tenant = await disableTenant(caller, params.id, reason ?? null);
    return Response.json(operatedTenantResponse(tenant));
  }),
});

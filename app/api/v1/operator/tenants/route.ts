import { NewTenantBody, operatedTenantResponse, TenantsQuery } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { listTenants } from "@/lib/operators/list-tenants";
import { openTenant } from "@/lib/operators/open-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async ({ query }) => {
    const tenants = await listTenants({ q: query.q?.trim().slice(0, 200) });
    return Response.json({ tenants: tenants.map(operatedTenantResponse) });
  }, TenantsQuery),
  POST: operatorRoute(async ({ caller, read }) => {
    const tenant = await openTenant(caller, await read(NewTenantBody));
    return Response.json(operatedTenantResponse(tenant), { status: 201 });
  }),
});

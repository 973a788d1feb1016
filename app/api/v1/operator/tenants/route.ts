import { NewTenantBody, operatedTenantResponse } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { listTenants } from "@/lib/operators/list-tenants";
import { openTenant } from "@/lib/operators/open-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async ({ request }) => {
    const q = new URL(request.url).searchParams.get("q")?.trim().slice(0, 200);
    const tenants = await listTenants({ q });
    return Response.json({ tenants: tenants.map(operatedTenantResponse) });
  }),
  POST: operatorRoute(async ({ caller, read }) => {
    const tenant = await openTenant(caller, await read(NewTenantBody));
    return Response.json(operatedTenantResponse(tenant), { status: 201 });
  }),
});

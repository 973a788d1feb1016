import { operatedTenantResponse } from "@/lib/contract/operator";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { readOperatedTenant } from "@/lib/operators/read-operated-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: operatorRoute(async ({ params }) =>
    Response.json(operatedTenantResponse(await readOperatedTenant(params.id))),
  ),
});

import {
  identitySourceResponse,
  NewTenantIdentitySourceBody,
} from "@/lib/contract/identity-source";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { createTenantIdentitySource } from "@/lib/operators/create-tenant-identity-source";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: operatorRoute(async ({ caller, params, read }) => {
    const wanted = await read(NewTenantIdentitySourceBody);
    const source = await createTenantIdentitySource(caller, params.id, wanted);
    return Response.json(identitySourceResponse(source), { status: 201 });
  }),
});

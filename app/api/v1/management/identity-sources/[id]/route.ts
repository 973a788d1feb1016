import { IdentitySourceChangesBody, identitySourceResponse } from "@/lib/contract/identity-source";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { changeIdentitySource } from "@/lib/external-identities/change-identity-source";
import { findIdentitySource } from "@/lib/external-identities/identity-source-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("users:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const source = await inTenant(caller, (t) => findIdentitySource(t, id));
    if (!source) throw missing();
    return Response.json(identitySourceResponse(source));
  }),
  PATCH: managementRoute("users:write", async ({ caller, params, read }) => {
    const changes = await read(IdentitySourceChangesBody);
    const source = await changeIdentitySource(caller, pathId(params.id), changes);
    return Response.json(identitySourceResponse(source));
  }),
});

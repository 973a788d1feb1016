import {
  ExternalPrincipalChangesBody,
  externalPrincipalResponse,
} from "@/lib/contract/external-principal";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { changeExternalPrincipal } from "@/lib/external-identities/change-external-principal";
import { findExternalPrincipal } from "@/lib/external-identities/external-principal-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("users:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const principal = await inTenant(caller, (t) => findExternalPrincipal(t, id));
    if (!principal) throw missing();
    return Response.json(externalPrincipalResponse(principal));
  }),
  PATCH: managementRoute("users:write", async ({ caller, params, read }) => {
    const changes = await read(ExternalPrincipalChangesBody);
    const principal = await changeExternalPrincipal(caller, pathId(params.id), changes);
    return Response.json(externalPrincipalResponse(principal));
  }),
});

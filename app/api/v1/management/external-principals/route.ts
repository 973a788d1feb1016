import {
  externalPrincipalList,
  externalPrincipalResponse,
  NewExternalPrincipalBody,
} from "@/lib/contract/external-principal";
import { inTenant } from "@/lib/db";
import { createExternalPrincipal } from "@/lib/external-identities/create-external-principal";
import { listExternalPrincipals } from "@/lib/external-identities/external-principal-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("users:read", async ({ caller }) => {
    const principals = await inTenant(caller, listExternalPrincipals);
    return Response.json(externalPrincipalList(principals));
  }),
  POST: managementRoute("users:write", async ({ caller, read }) => {
    const principal = await createExternalPrincipal(caller, await read(NewExternalPrincipalBody));
    return Response.json(externalPrincipalResponse(principal), { status: 201 });
  }),
});

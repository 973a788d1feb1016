import {
  identityBindingList,
  identityBindingResponse,
  NewIdentityBindingBody,
} from "@/lib/contract/identity-binding";
import { inTenant } from "@/lib/db";
import { claimPrincipal } from "@/lib/external-identities/claim-principal";
import { listIdentityBindings } from "@/lib/external-identities/identity-binding-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("users:read", async ({ caller }) => {
    const bindings = await inTenant(caller, listIdentityBindings);
    return Response.json(identityBindingList(bindings));
  }),
  POST: managementRoute("users:write", async ({ caller, read }) => {
    const binding = await claimPrincipal(caller, await read(NewIdentityBindingBody));
    return Response.json(identityBindingResponse(binding), { status: 201 });
  }),
});

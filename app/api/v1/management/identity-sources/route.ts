import {
  identitySourceList,
  identitySourceResponse,
  NewIdentitySourceBody,
} from "@/lib/contract/identity-source";
import { inTenant } from "@/lib/db";
import { createIdentitySource } from "@/lib/external-identities/create-identity-source";
import { listIdentitySources } from "@/lib/external-identities/identity-source-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("users:read", async ({ caller }) => {
    const sources = await inTenant(caller, listIdentitySources);
    return Response.json(identitySourceList(sources));
  }),
  POST: managementRoute("users:write", async ({ caller, read }) => {
    const source = await createIdentitySource(caller, await read(NewIdentitySourceBody));
    return Response.json(identitySourceResponse(source), { status: 201 });
  }),
});

import { identityBindingResponse } from "@/lib/contract/identity-binding";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { findIdentityBinding } from "@/lib/external-identities/identity-binding-store";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("users:read", async ({ caller, params }) => {
    const id = pathId(params.id);
    const binding = await inTenant(caller, (t) => findIdentityBinding(t, id));
    if (!binding) throw missing();
    return Response.json(identityBindingResponse(binding));
  }),
});

import { identityBindingResponse } from "@/lib/contract/identity-binding";
import { NothingBody } from "@/lib/contract/nothing";
import { releaseBinding } from "@/lib/external-identities/release-binding";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("users:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    const binding = await releaseBinding(caller, pathId(params.id));
    return Response.json(identityBindingResponse(binding));
  }),
});

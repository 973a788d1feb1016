import { NothingBody } from "@/lib/contract/nothing";
import { userResponse } from "@/lib/contract/user";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { reactivateUser } from "@/lib/users/reactivate-user";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("users:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    return Response.json(userResponse(await reactivateUser(caller, pathId(params.id))));
  }),
});

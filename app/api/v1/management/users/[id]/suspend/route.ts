import { SuspensionBody, userResponse } from "@/lib/contract/user";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { suspendUser } from "@/lib/users/suspend-user";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("users:write", async ({ caller, params, readOptional }) => {
    const { reason } = await readOptional(SuspensionBody);
    return Response.json(
      userResponse(await suspendUser(caller, pathId(params.id), reason ?? null)),
    );
  }),
});

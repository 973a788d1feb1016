import { UserChangesBody, userResponse } from "@/lib/contract/user";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { changeUser } from "@/lib/users/change-user";
import { deleteUser } from "@/lib/users/delete-user";
import { findUserRecord } from "@/lib/users/user-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  GET: managementRoute("users:read", async ({ caller, params }) => {
    const user = await inTenant(caller, (t) => findUserRecord(t, pathId(params.id)));
    if (!user) throw missing();
    return Response.json(userResponse(user));
  }),
  PATCH: managementRoute("users:write", async ({ caller, params, read }) => {
    const changes = await read(UserChangesBody);
    return Response.json(userResponse(await changeUser(caller, pathId(params.id), changes)));
  }),
  DELETE: managementRoute("users:write", async ({ caller, params }) => {
    await deleteUser(caller, pathId(params.id));
    return new Response(null, { status: 204 });
  }),
});

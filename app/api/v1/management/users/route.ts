import { createdUserResponse, NewUserBody } from "@/lib/contract/user";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createUser } from "@/lib/users/create-user";
import { streamUsers } from "@/lib/users/stream-users";

export const { GET, POST, PUT, PATCH, DELETE } = resource({
  GET: managementRoute("users:read", async ({ caller, request }) => {
    const body = await streamUsers(caller, request.signal);
    return new Response(body, { headers: { "content-type": "application/json" } });
  }),
  POST: managementRoute("users:write", async ({ caller, read }) => {
    const made = await createUser(caller, await read(NewUserBody));
    return Response.json(createdUserResponse(made), { status: made.created ? 201 : 200 });
  }),
});

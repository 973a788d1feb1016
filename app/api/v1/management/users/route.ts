import { createdUserResponse, NewUserBody } from "@/lib/contract/user";
import { listResponse } from "@/lib/http/list-response";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { createUser } from "@/lib/users/create-user";
import { userListing } from "@/lib/users/user-listing-store";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: managementRoute("users:read", async ({ caller, request }) =>
    listResponse(caller, { name: "users", select: userListing(caller) }, request),
  ),
  POST: managementRoute("users:write", async ({ caller, read }) => {
    const made = await createUser(caller, await read(NewUserBody));
    return Response.json(createdUserResponse(made), { status: made.created ? 201 : 200 });
  }),
});

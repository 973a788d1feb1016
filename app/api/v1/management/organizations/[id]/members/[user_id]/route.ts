import { MemberBody, memberResponse } from "@/lib/contract/membership";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";
import { removeMember } from "@/lib/organizations/remove-member";
import { setMember } from "@/lib/organizations/set-member";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string; user_id: string }>(
  {
    PUT: managementRoute("workspaces:write", async ({ caller, params, read }) => {
      const place = await read(MemberBody);
      const [id, userId] = [pathId(params.id), pathId(params.user_id)];
      const { added, member } = await setMember(caller, id, userId, place);
      return Response.json(memberResponse(member), { status: added ? 201 : 200 });
    }),
    DELETE: managementRoute("workspaces:write", async ({ caller, params }) => {
      await removeMember(caller, pathId(params.id), pathId(params.user_id));
      return new Response(null, { status: 204 });
    }),
  },
);

import { enrolmentTokenResponse } from "@/lib/contract/enrolment-token";
import { revokeEnrolmentToken } from "@/lib/enrolment/revoke-enrolment-token";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params }) => {
    const token = await revokeEnrolmentToken(caller, pathId(params.id));
    return Response.json(enrolmentTokenResponse(token));
  }),
});

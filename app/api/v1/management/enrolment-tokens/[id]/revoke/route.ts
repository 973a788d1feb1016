import { enrolmentTokenResponse } from "@/lib/contract/enrolment-token";
import { NothingBody } from "@/lib/contract/nothing";
import { revokeEnrolmentToken } from "@/lib/enrolment/revoke-enrolment-token";
import { managementRoute } from "@/lib/http/management-route";
import { resource } from "@/lib/http/resource";
import { pathId } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource<{ id: string }>({
  POST: managementRoute("workspaces:write", async ({ caller, params, readOptional }) => {
    await readOptional(NothingBody);
    const token = await revokeEnrolmentToken(caller, pathId(params.id));
    return Response.json(enrolmentTokenResponse(token));
  }),
});
